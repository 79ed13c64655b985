import { createContext, useContext, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Amount } from '#money/amount.ts';
import type { Unit } from '#money/assets.ts';
import { exactOf } from '#money/shown.ts';
import { Icon } from './icon.tsx';
import { HIDDEN_AMOUNT } from './hidden-amount.ts';

/** Whether the member hides amounts on this device, and what changes it. */
export type Hiding = readonly [isHidden: boolean, toggle: () => void];

/** Held once, by the members' frame, so that every part of a page changes with one press. */
export const HidingContext = createContext<Hiding>([false, () => undefined]);

/** Whether the amounts of a page are hidden, from whoever looks over the member's shoulder. */
export const HiddenContext = createContext(false);

/**
 * Amounts of the member, hidden if they hide them on this device. Given as children, so that a press renders what shows
 * amounts and not all that lies around it.
 */
export function OwnAmounts({ children }: { readonly children: ReactNode }) {
  const [isHidden] = useContext(HidingContext);
  return <HiddenContext value={isHidden}>{children}</HiddenContext>;
}

/** Amounts that a page shows although it hides the member's own: limits, volumes of a team, what is to be paid. */
export function AlwaysShown({ children }: { readonly children: ReactNode }) {
  return <HiddenContext value={false}>{children}</HiddenContext>;
}

/** The eye that hides the amounts, or shows them again. */
export function HideButton() {
  const { t } = useTranslation('money');
  const [isHidden, toggle] = useContext(HidingContext);
  return (
    <button
      type="button"
      aria-pressed={isHidden}
      aria-label={t('amount.hide')}
      onClick={toggle}
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

/** What a sentence says of an amount: every digit and the unit, or nothing of it while amounts are hidden. */
export function useAmountWords(): (value: Amount, unit: Unit) => string {
  const isHidden = useContext(HiddenContext);
  return (value, unit) => (isHidden ? HIDDEN_AMOUNT : `${exactOf(value, unit)} ${unit}`);
}
