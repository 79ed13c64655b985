import { describe, expect, it } from 'vitest';
import { roundTo } from '#money/amount.ts';
import { readableRate } from '#money/rate.ts';

describe('a rate is read', () => {
  it.each([
    [
      'of a coin in money, whichever of them is given',
      { from: 'USDT', to: 'BTC', rate: '0.000015307692307692' },
      'BTC',
      '65,326.63',
      'USDT',
      true,
    ],
    ['as it is if it is short', { from: 'BTC', to: 'USDT', rate: '68655' }, 'BTC', '68,655', 'USDT', false],
    [
      'as the price of the more valuable of two coins',
      { from: 'ETH', to: 'BTC', rate: '0.049' },
      'BTC',
      '20.4082',
      'ETH',
      true,
    ],
    [
      'with enough digits if it is small',
      { from: 'MSPC', to: 'USDT', rate: '0.0001234567' },
      'MSPC',
      '0.00012346',
      'USDT',
      true,
    ],
    ['of one in the other if both are money', { from: 'USDT', to: 'MP', rate: '1' }, 'USDT', '1', 'MP', false],
    ['in dollars', { from: 'USDT', to: 'USD', rate: '0.9998' }, 'USDT', '0.9998', 'USD', false],
  ] as const)('%s', (_, rate, base, value, quote, isRounded) => {
    expect(readableRate(rate)).toEqual({ base, value, quote, isRounded });
  });
});

it.each([
  ['2.345', 2, '2.35'],
  ['2.344999', 2, '2.34'],
  ['-1.538', 2, '-1.54'],
  ['0.5', 0, '1'],
  ['65326.633165829145', 2, '65326.63'],
])('%s rounded to %s decimals is %s', (amount, decimals, rounded) => {
  expect(roundTo(amount, decimals)).toBe(rounded);
});
