import { useContext } from 'react';
import { isNegative } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import { shown } from '#money/shown.ts';
import { Dots, HiddenContext } from '#src/ui/member-hidden.tsx';
import type { Movement } from './movement.ts';
import { sizeOf } from './receipt.ts';

interface MovedAmountProps {
  readonly amount: string;
  readonly asset: Asset;
  readonly moved: Movement['moved'];
}

/**
 * A short amount in a list: with a sign and a color if it moved, muted while it may still move, struck through if it
 * never did.
 */
export function MovedAmount({ amount, asset, moved }: MovedAmountProps) {
  if (useContext(HiddenContext)) return <Dots />;
  const size = `${shown(sizeOf(amount), asset)} ${asset}`;
  if (moved === 'never') return <s className="font-normal text-muted">{size}</s>;
  if (moved === 'coming') return <span className="font-normal text-muted">{size}</span>;
  // The sign shows the direction, not color alone.
  return isNegative(amount) ? <>{`-${size}`}</> : <span className="text-success">{`+${size}`}</span>;
}
