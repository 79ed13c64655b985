import { compare, divideFloor, multiply, subtract } from '#money/amount.ts';

/** How a rate moved from the one before. */
export interface Change {
  readonly way: 'up' | 'down' | 'same';
  /** The size of the step in percent, cut to two decimals: `0.87`. */
  readonly percent: string;
}

const DECIMALS = 2;

/** The change from one rate to the next; null where there was none before, or it was zero. */
export function changeOf(usd: string, previousUsd: string | null): Change | null {
  if (previousUsd === null || compare(previousUsd, '0') === 0) return null;
  const way = compare(usd, previousUsd);
  const step = way < 0 ? subtract(previousUsd, usd) : subtract(usd, previousUsd);
  return { way: way === 0 ? 'same' : way > 0 ? 'up' : 'down', percent: divideFloor(multiply(step, '100'), previousUsd, DECIMALS) };
}
