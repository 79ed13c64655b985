import { compare, divideCeil, divideFloor, larger, smaller, subtract, type Amount } from '#money/amount.ts';
import { shareOf } from '#src/ui/share.ts';

/** A vertical axis that begins below the least amount and ends above the greatest, at round figures. */
export interface Scale {
  /** The lines of the axis, the lowest first. */
  readonly ticks: readonly Amount[];
  /** How high an amount lies between the lowest line and the highest, in percent. */
  readonly heightOf: (amount: Amount) => number;
}

const MOST_STEPS = 3n;
const ROUND = [1n, 2n, 5n] as const;
const TEN = 10n;

/** The smallest round step, of whole units of the currency, with which a span has few lines. */
function stepOf(span: bigint): bigint {
  for (let unit = 1n; ; unit *= TEN)
    for (const round of ROUND) if (span <= round * unit * MOST_STEPS) return round * unit;
}

/** The axis of some amounts; it needs at least one. */
export function scaleOf(amounts: readonly Amount[]): Scale {
  const [first = '0'] = amounts;
  const low = BigInt(divideFloor(amounts.reduce<Amount>(smaller, first), '1', 0));
  const high = BigInt(divideCeil(amounts.reduce<Amount>(larger, first), '1', 0));
  const step = stepOf(high - low);
  const floor = (low / step) * step;
  const count = (high - floor + step - 1n) / step;
  const steps = count === 0n ? 1n : count;
  const ticks = Array.from({ length: Number(steps) + 1 }, (_, place) => String(floor + BigInt(place) * step));
  const [bottom = '0', top = '1'] = [ticks[0], ticks.at(-1)];
  const span = subtract(top, bottom);
  return {
    ticks,
    heightOf: (amount) => (compare(amount, bottom) <= 0 ? 0 : (shareOf(subtract(amount, bottom), span) ?? 0)),
  };
}
