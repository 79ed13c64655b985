import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { isNegative } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import { exactOf, shown } from '#money/shown.ts';
import { CUT } from '#src/ui/amount.tsx';
import { Dots, HiddenContext } from '#src/ui/member-hidden.tsx';
import type { Movement } from './movement.ts';
import { sizeOf } from './receipt.ts';

interface MovedAmountProps {
  readonly amount: string;
  readonly asset: Asset;
  readonly moved: Movement['moved'];
}

/** How an amount without a sign looks. */
const LOOKS: Readonly<Partial<Record<Movement['moved'], string>>> = {
  coming: 'font-normal text-muted',
  never: 'font-normal text-muted',
  kept: '',
};

/**
 * A short amount in a list: with a sign and a color if it moved, muted while it may still move, struck through if it
 * never did. One that is cut is marked as everywhere; its row leads to the exact one, which a screen reader hears here.
 */
export function MovedAmount({ amount, asset, moved }: MovedAmountProps) {
  const { t } = useTranslation('money');
  if (useContext(HiddenContext)) return <Dots />;
  // The sign shows the direction, not color alone.
  const sign = moved !== 'yes' ? '' : isNegative(amount) ? '-' : '+';
  const look = LOOKS[moved] ?? (isNegative(amount) ? '' : 'text-success');
  const Text = moved === 'never' ? 's' : 'span';
  const short = `${sign}${shown(sizeOf(amount), asset)} ${asset}`;
  const full = `${sign}${exactOf(sizeOf(amount), asset)} ${asset}`;
  if (short === full) return <Text className={look}>{short}</Text>;
  return (
    <>
      <Text className={`${CUT} ${look}`}>{short}</Text>
      <span className="sr-only"> {t('amount.exactly', { amount: full })}</span>
    </>
  );
}
