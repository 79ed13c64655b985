import { createContext, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Amount as Decimal } from '#money/amount.ts';
import type { Unit } from '#money/assets.ts';
import { useServices } from '#src/services/services.ts';
import { Amount } from '#src/ui/amount.tsx';
import { Icon } from '#src/ui/icon.tsx';

/** Whether the amounts of the page are hidden, from whoever looks over the member's shoulder. */
export const HiddenContext = createContext(false);

/** The choice, kept on this device. */
export function useHidden(): readonly [boolean, () => void] {
  const { storage } = useServices();
  const [isHidden, setHidden] = useState(() => storage.get('amountsHidden') ?? false);
  const toggle = () => {
    storage.set('amountsHidden', !isHidden);
    setHidden(!isHidden);
  };
  return [isHidden, toggle];
}

/** The eye that hides the amounts, or shows them again. */
export function HideButton({ isHidden, onPress }: { readonly isHidden: boolean; readonly onPress: () => void }) {
  const { t } = useTranslation('dashboard');
  return (
    <button
      type="button"
      aria-pressed={isHidden}
      aria-label={t('hidden.hide')}
      onClick={onPress}
      className="btn btn-ghost btn-square size-11"
    >
      <Icon name={isHidden ? 'eyeOff' : 'eye'} />
    </button>
  );
}

/** An amount of the page, or dots in its place. */
export function Figure({
  value,
  unit,
  className = '',
}: {
  readonly value: Decimal;
  readonly unit: Unit;
  readonly className?: string;
}) {
  return useContext(HiddenContext) ? (
    <Dots className={className} />
  ) : (
    <Amount value={value} unit={unit} className={className} />
  );
}

/** What stands in place of an amount. */
export function Dots({ className = '' }: { readonly className?: string }) {
  const { t } = useTranslation('dashboard');
  return (
    <span className={className}>
      <span aria-hidden="true">••••</span>
      <span className="sr-only">{t('hidden.amount')}</span>
    </span>
  );
}
