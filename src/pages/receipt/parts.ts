import { isZero } from '#money/amount.ts';
import type { Receipt } from './receipt.ts';

/** An amount with its asset. */
export type Part = Pick<Receipt, 'asset' | 'amount'>;

/** What an act was about, without the counter amount: of a restake what was staked again, of any other its amount. */
export function partsOf({ kind, asset, amount, stake }: Receipt): readonly [Part, ...Part[]] {
  const own: Part = { asset, amount };
  if (kind !== 'restake' || stake === null) return [own];
  const staked: readonly Part[] = [
    { asset: 'USDT', amount: stake.stakedUsdt },
    { asset: 'MP', amount: stake.stakedMp },
  ];
  const [first = own, ...others] = staked.filter((part) => !isZero(part.amount));
  return [first, ...others];
}
