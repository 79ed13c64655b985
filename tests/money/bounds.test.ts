// What a typed amount breaks, beside its plain definition: over everything that can be typed near the bounds, and every
// choice of bounds.
import { describe, expect, it } from 'vitest';
import { brokenBound, type AmountBounds, type BrokenBound } from '#money/bounds.ts';

const TYPED = [
  '0',
  '0.00',
  '0.000001',
  '9.999999',
  '10',
  '10.000001',
  '20',
  '20.000001',
  '49.999999',
  '50',
  '50.000001',
];
/** No club has a minimum of zero: any amount is more than that. */
const MINIMA = [undefined, '0.000001', '10', '20', '50'];
const CHOICES = [...MINIMA, '0'];

const bounds: readonly AmountBounds[] = MINIMA.flatMap((minimum) =>
  CHOICES.flatMap((above) => CHOICES.map((available) => ({ minimum, above, available }))),
);

/** Of USDT's six decimals. */
const millionths = (amount: string): bigint => {
  const [whole = '', decimals = ''] = amount.split('.');
  return BigInt(whole) * 1_000_000n + BigInt(decimals.padEnd(6, '0'));
};

function asDefined(amount: string, { minimum, above, available }: AmountBounds): BrokenBound | null {
  const typed = millionths(amount);
  if (available !== undefined && typed > millionths(available)) return 'over';
  const isUnder =
    (minimum !== undefined && typed < millionths(minimum)) || (above !== undefined && typed <= millionths(above));
  return isUnder ? 'under' : null;
}

describe('an amount', () => {
  it.each(TYPED)('of %s breaks the bound that it is beyond, whichever bounds there are', (typed) => {
    const found = bounds.filter((each) => brokenBound(typed, 'USDT', each) !== asDefined(typed, each));
    expect(found).toEqual([]);
  });

  it.each(['', '-', '1,2,3', 'ten'])('that is none breaks no bound: "%s"', (typed) => {
    expect(bounds.filter((each) => brokenBound(typed, 'USDT', each) !== null)).toEqual([]);
  });

  it('with more decimals than its unit has is told so, unless it is more than there is', () => {
    expect(brokenBound('10.0000001', 'USDT', { minimum: '20', available: '50' })).toBe('decimals');
    expect(brokenBound('51.0000001', 'USDT', { minimum: '20', available: '50' })).toBe('over');
  });
});
