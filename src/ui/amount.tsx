import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Amount as Decimal } from '#money/amount.ts';
import type { Unit } from '#money/assets.ts';
import { exactOf, shown } from '#money/shown.ts';
import { Dots, HiddenContext } from './member-hidden.tsx';
import { isNothing } from './quiet-zero.ts';

/** The mark of an amount that is cut: no page shows one without it. */
export const CUT = 'cut';

/** An amount in its short form, never rounded up; if digits are left out, the exact amount is a tap away (D-02). */
export function Amount({
  value,
  unit,
  className = '',
}: {
  readonly value: Decimal;
  readonly unit: Unit;
  readonly className?: string;
}) {
  const { t } = useTranslation('money');
  const [opened, setOpened] = useState(false);
  const isHidden = useContext(HiddenContext);
  const short = `${shown(value, unit)} ${unit}`;
  const full = `${exactOf(value, unit)} ${unit}`;
  const look = `tabular-nums ${className}`;
  if (isHidden) return <Dots className={className} />;
  if (short === full)
    return (
      <span data-zero={isNothing(value)} className={look}>
        {short}
      </span>
    );
  return (
    <button
      type="button"
      aria-pressed={opened}
      title={opened ? t('amount.showShort') : t('amount.exactly', { amount: full })}
      onClick={() => setOpened(!opened)}
      className={`unfolds ${CUT} ${look}`}
    >
      {opened ? full : short}
      <span className="sr-only"> {t('amount.exact')}</span>
    </button>
  );
}

/** An amount with all significant digits: a confirmation shows the last digit (D-26). */
export function ExactAmount({
  value,
  unit,
  className = '',
}: {
  readonly value: Decimal;
  readonly unit: Unit;
  readonly className?: string;
}) {
  if (useContext(HiddenContext)) return <Dots className={className} />;
  return (
    <span data-zero={isNothing(value)} className={`wrap-anywhere tabular-nums ${className}`}>
      {`${exactOf(value, unit)} ${unit}`}
    </span>
  );
}
