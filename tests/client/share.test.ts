import { describe, expect, it } from 'vitest';
import { shareOf } from '#src/ui/share.ts';

describe('the part that an asset is of the wallet', () => {
  it('is in percent, cut to two decimals', () => {
    expect(shareOf('17250.85', '29750')).toBe(57.98);
    expect(shareOf('29750', '29750')).toBe(100);
    expect(shareOf('0', '29750')).toBe(0);
  });

  it('is exact where a float would not be', () => {
    expect(shareOf('0.29', '1')).toBe(29);
  });

  it('is unknown without a rate, and of nothing', () => {
    expect(shareOf(null, '29750')).toBeNull();
    expect(shareOf('0', '0')).toBeNull();
  });
});
