import { describe, expect, it } from 'vitest';
import { feeOf } from '#money/fee.ts';

describe('a fee from a rate', () => {
  it.each([
    ['400', '0.10', 'USDT', '40', '360'],
    // Rounded down to the asset's scale: what can't be paid stays with the member.
    ['0.000019', '0.10', 'USDT', '0.000001', '0.000018'],
    ['0.000009', '0.10', 'USDT', '0', '0.000009'],
    ['0.00000019', '0.10', 'BTC', '0.00000001', '0.00000018'],
    ['1.000000000000000019', '0.10', 'ETH', '0.100000000000000001', '0.900000000000000018'],
    ['12.5', '0', 'USDT', '0', '12.5'],
  ] as const)('of %s at %s of %s is %s and leaves %s', (amount, rate, asset, fee, net) => {
    expect(feeOf(amount, rate, asset)).toEqual({ fee, net });
  });
});
