import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare } from '#money/amount.ts';
import type { Unit } from '#money/assets.ts';
import { exact } from '#money/shown.ts';
import { readTyped, type TypedRefusal } from '#money/typed.ts';

describe('what a member types', () => {
  it.each<[string, Unit, string]>([
    ['12.5', 'USDT', '12.5'],
    ['  300 ', 'USDT', '300'],
    ['　300　', 'USDT', '300'],
    ['1,304.53', 'USDT', '1304.53'],
    ['1,304', 'USDT', '1304'],
    ['1.304', 'USDT', '1.304'],
    ['1,000,000', 'MSPC', '1000000'],
    ['.5', 'BTC', '0.5'],
    ['0.00000001', 'BTC', '0.00000001'],
    ['1.0000000', 'USDT', '1'],
    ['0.000000000000000001', 'ETH', '0.000000000000000001'],
  ])('%j of %s is %s', (text, unit, amount) => expect(readTyped(text, unit)).toEqual({ kind: 'amount', amount }));

  it.each<[string, TypedRefusal, string | null]>([
    ['', 'empty', null],
    ['  ', 'empty', null],
    ['abc', 'not_a_number', null],
    ['$5', 'not_a_number', null],
    ['.', 'not_a_number', null],
    ['12,5', 'ambiguous', '12.5'],
    ['1.304,53', 'ambiguous', '1304.53'],
    ['1.304.530', 'ambiguous', '1304530'],
    ['1,23,456', 'ambiguous', '123456'],
    ['12,34,567.8', 'ambiguous', '1234567.8'],
    ['1,2.3,4', 'ambiguous', null],
    ['0,123', 'ambiguous', '0.123'],
    ['007', 'ambiguous', '7'],
    ['5.', 'ambiguous', '5'],
    ['1 000', 'ambiguous', '1000'],
    ['1’000.5', 'ambiguous', '1000.5'],
    ['-5', 'sign', '-5'],
    ['−5', 'sign', '-5'],
    ['+5', 'sign', '5'],
    ['-', 'sign', null],
    ['1e3', 'exponent', '1000'],
    ['1.5E-2', 'exponent', '0.015'],
    ['1e99', 'exponent', null],
    ['１２．５', 'other_digits', '12.5'],
    ['１,０００', 'other_digits', '1000'],
    ['١٢٫٥', 'other_digits', '12.5'],
    ['१२३', 'other_digits', '123'],
    ['一', 'not_a_number', null],
    ['²', 'other_digits', '2'],
    ['0', 'zero', '0'],
    ['0.00', 'zero', '0'],
    ['1.2345678', 'too_many_decimals', '1.234567'],
    ['0.0000001', 'too_many_decimals', '0'],
    ['1000000000000000', 'too_large', '1000000000000000'],
    ['NaN', 'not_a_number', null],
    ['Infinity', 'not_a_number', null],
    ['0x10', 'not_a_number', null],
  ])('%j of USDT is refused: %s, read as %s', (text, why, reading) =>
    expect(readTyped(text, 'USDT')).toEqual({ kind: 'refused', why, reading }),
  );

  it('is understood if it is typed as it is shown', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 20n }), (units) => {
        const text = units.toString().padStart(7, '0');
        const amount = `${text.slice(0, -6).replace(/^0+(?=\d)/, '')}.${text.slice(-6)}`;
        const typed = readTyped(exact(amount), 'USDT');
        return typed.kind === 'amount' && compare(typed.amount, amount) === 0;
      }),
    );
  });

  it('whatever it is, becomes an amount above zero within the scale or a refusal', () => {
    const scribble = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom(...'0123456789.,-+eE \u00a0１٣'), maxLength: 12 }),
    );
    fc.assert(
      fc.property(scribble, (text) => {
        const typed = readTyped(text, 'BTC');
        if (typed.kind === 'refused') return typed.reading === null || /^-?\d+(\.\d+)?$/.test(typed.reading);
        return /^(0|[1-9]\d{0,14})(\.\d{1,8})?$/.test(typed.amount) && compare(typed.amount, '0') > 0;
      }),
      { numRuns: 2000 },
    );
  });
});
