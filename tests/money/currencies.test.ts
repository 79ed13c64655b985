import { describe, expect, it } from 'vitest';
import { CURRENCIES, inCurrency, isCurrency, isRatedCurrency, shownInCurrency } from '#money/currencies.ts';
import { CULTURES } from '#src/i18n/cultures.ts';

const yen = { currency: 'JPY', perUsd: '155.2' } as const;
const yuan = { currency: 'CNY', perUsd: '7.2401' } as const;

describe('a currency', () => {
  it('is one of four, of which USD has no rate', () => {
    expect(CURRENCIES.map((currency) => [currency, isCurrency(currency), isRatedCurrency(currency)])).toEqual([
      ['USD', true, false],
      ['JPY', true, true],
      ['CNY', true, true],
      ['EUR', true, true],
    ]);
    expect(['', 'usd', 'GBP', 'USDT'].map(isCurrency)).toEqual([false, false, false, false]);
  });

  it('has as many decimals as browsers give it, and digits grouped as they group them in every language', () => {
    for (const currency of CURRENCIES)
      for (const culture of CULTURES) {
        const format = new Intl.NumberFormat(culture, { style: 'currency', currency, currencyDisplay: 'code' });
        const digits = format
          .formatToParts(1_234_567.891)
          .filter(({ type }) => ['integer', 'group', 'decimal', 'fraction'].includes(type))
          .map(({ value }) => value)
          .join('');
        // Browsers round to the nearest; this figure is rounded down.
        const own = shownInCurrency('1234567.891', { currency, perUsd: '1' });
        expect([own.length, own.slice(0, 9)]).toEqual([digits.length + ' USD'.length, '1,234,567']);
      }
  });
});

describe('what an amount of USD is in a currency', () => {
  it.each([
    ['0', '0 JPY', '0.00 CNY'],
    ['0.00', '0 JPY', '0.00 CNY'],
    ['0.01', '1 JPY', '0.07 CNY'],
    ['1', '155 JPY', '7.24 CNY'],
    ['45.18', '7,011 JPY', '327.10 CNY'],
    ['42159.99', '6,543,230 JPY', '305,242.54 CNY'],
    ['-0.001', '0 JPY', '0.00 CNY'],
    ['-45.18', '-7,011 JPY', '-327.10 CNY'],
    ['999999999999999.99', '155,199,999,999,999,998 JPY', '7,240,099,999,999,999.92 CNY'],
  ])('%s is rounded down to the last decimal of the currency', (usd, inYen, inYuan) => {
    expect([shownInCurrency(usd, yen), shownInCurrency(usd, yuan)]).toEqual([inYen, inYuan]);
  });

  it('is exact with as many digits as a rate may have', () => {
    expect(inCurrency('99999999999999.99', { currency: 'EUR', perUsd: '0.999999999999999999' })).toBe(
      '99999999999999.98',
    );
    expect(inCurrency('1000000000000000000', { currency: 'JPY', perUsd: '0.000000000000000001' })).toBe('1');
  });

  it('never exceeds it, however close the next unit is', () => {
    expect(inCurrency('0.99', { currency: 'JPY', perUsd: '1.01' })).toBe('0');
    expect(inCurrency('0.9999', { currency: 'EUR', perUsd: '1' })).toBe('0.99');
  });
});
