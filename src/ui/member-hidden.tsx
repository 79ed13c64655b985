import { createContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import { HIDDEN_AMOUNT } from './hidden-amount.ts';

/** Whether the amounts of a page are hidden, from whoever looks over the member's shoulder. */
export const HiddenContext = createContext(false);

/** The eye that hides the amounts, or shows them again. */
export function HideButton({ isHidden, onPress }: { readonly isHidden: boolean; readonly onPress: () => void }) {
  const { t } = useTranslation('money');
  return (
    <button
      type="button"
      aria-pressed={isHidden}
      aria-label={t('amount.hide')}
      onClick={onPress}
      className="btn btn-ghost btn-square size-11"
    >
      <Icon name={isHidden ? 'eyeOff' : 'eye'} />
    </button>
  );
}

/** What stands in place of a hidden amount. */
export function Dots({ className = '' }: { readonly className?: string }) {
  const { t } = useTranslation('money');
  return (
    <span className={className}>
      <span aria-hidden="true">{HIDDEN_AMOUNT}</span>
      <span className="sr-only">{t('amount.hidden')}</span>
    </span>
  );
}
