import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  compare,
  divideCeil,
  divideFloor,
  fits,
  floorTo,
  isDecimal,
  isNegative,
  isPositive,
  isZero,
  larger,
  multiply,
  negate,
  normal,
  smaller,
  subtract,
  sum,
  unsigned,
  withDecimals,
} from '#money/amount.ts';

/** A decimal of either sign with up to 20 digits before the point and 18 after it. */
const amounts = fc
  .tuple(fc.bigInt({ min: -(10n ** 38n), max: 10n ** 38n }), fc.integer({ min: 0, max: 18 }))
  .map(([digits, scale]) => decimal(digits, scale));

function decimal(digits: bigint, scale: number): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const point = text.length - scale;
  return `${digits < 0n ? '-' : ''}${text.slice(0, point)}${scale === 0 ? '' : `.${text.slice(point)}`}`;
}

describe('amounts', () => {
  it.each([
    ['0.1', '0.2', '0.3'],
    ['12.50', '-12.5', '0'],
    ['99999999999999999999', '0.000000000000000001', '99999999999999999999.000000000000000001'],
    ['-0.0', '0', '0'],
  ])('%s + %s = %s', (a, b, total) => expect(add(a, b)).toBe(total));

  it.each([
    ['1', '3', 6, '0.333333', '0.333334'],
    ['-1', '3', 2, '-0.34', '-0.33'],
    ['1', '-3', 2, '-0.34', '-0.33'],
    ['10', '2.5', 0, '4', '4'],
    ['100', '65432.1', 8, '0.0015283', '0.00152831'],
  ])('%s / %s with %i decimals is %s, or rounded up %s', (a, b, decimals, floored, raised) => {
    expect(divideFloor(a, b, decimals)).toBe(floored);
    expect(divideCeil(a, b, decimals)).toBe(raised);
  });

  it.each([
    ['1.299', 2, '1.29'],
    ['-1.291', 2, '-1.3'],
    ['7', 2, '7'],
  ])('%s rounded down to %i decimals is %s', (amount, decimals, floored) =>
    expect(floorTo(amount, decimals)).toBe(floored),
  );

  it('are compared as numbers and not as strings', () => {
    expect(compare('9', '10')).toBe(-1);
    expect(compare('-9', '-10')).toBe(1);
    expect(compare('1.50', '1.5')).toBe(0);
    expect([smaller('9', '10'), larger('9', '10')]).toEqual(['9', '10']);
    expect([
      isZero('-0.00'),
      isZero('0.000000000000000001'),
      isPositive('0'),
      isPositive('0.1'),
      isNegative('-0'),
      isNegative('-0.1'),
    ]).toEqual([true, false, false, true, false, true]);
  });

  it.each(['', ' 1', '1e3', '+1', '.5', '5.', '01', '1,000', 'NaN', 'Infinity', '１', '0x10', '1.2.3', '--1'])(
    'refuse %j',
    (text) => {
      expect(isDecimal(text)).toBe(false);
      expect(() => normal(text)).toThrow(RangeError);
    },
  );

  it('are not divided by zero, and not truncated to fit', () => {
    expect(() => divideFloor('1', '0.00', 2)).toThrow('divided by zero');
    expect(() => withDecimals('1.234', 2)).toThrow('more than 2 decimals');
    expect(withDecimals('-1.2', 6)).toBe('-1.200000');
    expect([fits('1.230', 2), fits('1.234', 2)]).toEqual([true, false]);
  });
});

describe('of any amounts', () => {
  const holds = <T>(name: string, property: fc.IProperty<T>) => it(name, () => fc.assert(property));

  holds(
    'what is added can be taken away',
    fc.property(amounts, amounts, (a, b) => subtract(add(a, b), b) === normal(a)),
  );
  holds(
    'the order of a sum does not matter',
    fc.property(amounts, amounts, (a, b) => sum([a, b, '1']) === sum(['1', b, a])),
  );
  holds(
    'the order of a product does not matter',
    fc.property(amounts, amounts, (a, b) => multiply(a, b) === multiply(b, a)),
  );
  holds(
    'a product spreads over a sum',
    fc.property(amounts, amounts, (a, b) => multiply(add(a, b), '3.7') === add(multiply(a, '3.7'), multiply(b, '3.7'))),
  );
  holds(
    'comparing is the sign of the difference',
    fc.property(amounts, amounts, (a, b) => compare(a, b) === compare(subtract(a, b), '0')),
  );
  holds(
    'without its sign an amount is what it or its negative is',
    fc.property(amounts, (a) => unsigned(a) === larger(a, negate(a))),
  );
  holds(
    'negating turns the order',
    fc.property(amounts, amounts, (a, b) => compare(a, b) === compare(negate(b), negate(a))),
  );
  holds(
    'a floored quotient is the last one not above',
    fc.property(
      amounts,
      amounts.filter((b) => !isZero(b)),
      (a, b) => {
        const step = '0.000001';
        const quotient = divideFloor(a, b, 6);
        const [low, high] = [multiply(quotient, b), multiply(add(quotient, step), b)];
        return isPositive(b)
          ? compare(low, a) <= 0 && compare(high, a) > 0
          : compare(low, a) >= 0 && compare(high, a) < 0;
      },
    ),
  );
  holds(
    'the floor takes less than one step away',
    fc.property(amounts, (a) => {
      const rest = subtract(a, floorTo(a, 4));
      return !isNegative(rest) && compare(rest, '0.0001') < 0;
    }),
  );
  holds(
    'the shortest form is the same amount, written once',
    fc.property(
      amounts,
      (a) => compare(normal(a), a) === 0 && normal(normal(a)) === normal(a) && !/\.\d*0$|\.$|^-0$/.test(normal(a)),
    ),
  );
});
