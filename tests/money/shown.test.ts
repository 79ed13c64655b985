import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare } from '#money/amount.ts';
import { ASSETS, isAsset, type Unit } from '#money/assets.ts';
import { exact, exactOf, shown } from '#money/shown.ts';

describe('amounts are shown', () => {
  it.each<[string, Unit, string, string]>([
    ['1234.56789', 'BTC', '1,234.5678', '1,234.56789'],
    ['0.00009999', 'BTC', '0.00', '0.00009999'],
    ['12500', 'USDT', '12,500.00', '12,500'],
    ['12.309999', 'USDT', '12.30', '12.309999'],
    ['-12.309999', 'USDT', '-12.30', '-12.309999'],
    ['-0.001', 'USDT', '0.00', '-0.001'],
    ['0.123456', 'MSPC', '0.123456', '0.123456'],
    ['3.000000000000000001', 'ETH', '3.00', '3.000000000000000001'],
    ['0.5', 'BTC', '0.50', '0.5'],
    ['0.12305678', 'BTC', '0.123', '0.12305678'],
    ['5000', 'MSPC', '5,000.00', '5,000'],
    ['0.1234', 'MSPC', '0.1234', '0.1234'],
    ['999999999.999', 'MP', '999,999,999.99', '999,999,999.999'],
    ['5', 'PP', '5.00', '5'],
    ['654.32', 'USD', '654.32', '654.32'],
  ])('%s %s as %s, exactly %s', (amount, unit, short, whole) => {
    expect(shown(amount, unit)).toBe(short);
    expect(exact(amount)).toBe(whole);
    // Where the two differ, the short one is marked.
    expect(shown(amount, unit) !== exactOf(amount, unit)).toBe(compare(short.replaceAll(',', ''), amount) !== 0);
  });

  it.each<[string, Unit, string]>([
    ['36.4', 'USDT', '36.40'],
    ['9.1', 'PP', '9.10'],
    ['400', 'USDT', '400.00'],
    ['400.000001', 'USDT', '400.000001'],
    ['0.1', 'BTC', '0.10'],
    ['0.125', 'BTC', '0.125'],
    ['5000', 'MSPC', '5,000.00'],
    ['-1234.5', 'MP', '-1,234.50'],
    ['0.00', 'USD', '0.00'],
    ['0.00000001', 'BTC', '0.00000001'],
  ])('%s %s beside another amount as %s, with two decimals at least', (amount, unit, expected) => {
    expect(exactOf(amount, unit)).toBe(expected);
  });

  it('never as more than the amount', () => {
    const cents = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.constantFrom<Unit>(...ASSETS, 'USD'));
    fc.assert(
      fc.property(cents, ([digits, unit]) => {
        const text = digits.toString().padStart(7, '0');
        const amount = `${text.slice(0, -6).replace(/^0+(?=\d)/, '')}.${text.slice(-6)}`;
        return compare(shown(amount, unit).replaceAll(',', ''), amount) <= 0;
      }),
    );
  });

  it('of what can be held', () => {
    expect([isAsset('BTC'), isAsset('USD'), isAsset('btc'), isAsset('constructor')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
