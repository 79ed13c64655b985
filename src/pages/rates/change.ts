import { compare, divideFloor, subtract, type Amount } from '#money/amount.ts';

/** How a rate moved from the one before. */
export interface RateChange {
  readonly way: 'up' | 'down' | 'same';
  /** The size of the step as a share of the earlier rate: `0.0087` for 0.87%. */
  readonly share: Amount;
}

/** More than are displayed. */
const DECIMALS = 10;

/** The change from one rate to the next; null if there was no earlier rate, or it was zero. */
export function changeOf(usd: string, previousUsd: string | null): RateChange | null {
  if (previousUsd === null || compare(previousUsd, '0') === 0) return null;
  const way = compare(usd, previousUsd);
  const step = way < 0 ? subtract(previousUsd, usd) : subtract(usd, previousUsd);
  return { way: way === 0 ? 'same' : way > 0 ? 'up' : 'down', share: divideFloor(step, previousUsd, DECIMALS) };
}
