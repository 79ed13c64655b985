import { createContext } from 'react';
import { useTranslation } from 'react-i18next';

/** Whether the amounts of a page are hidden, from whoever looks over the member's shoulder. */
export const HiddenContext = createContext(false);

/** What stands in place of a hidden amount. */
export function Dots({ className = '' }: { readonly className?: string }) {
  const { t } = useTranslation('money');
  return (
    <span className={className}>
      <span aria-hidden="true">••••</span>
      <span className="sr-only">{t('amount.hidden')}</span>
    </span>
  );
}
