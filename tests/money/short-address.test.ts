import { describe, expect, it } from 'vitest';
import { shortAddress } from '#money/short-address.ts';

describe('a short address', () => {
  it('has eight characters of its beginning and six of its end', () => {
    expect(shortAddress('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')).toBe('0x9858Ef…aEda94');
    expect(shortAddress('0123456789abcdef')).toBe('01234567…abcdef');
  });

  it('is whole if the ellipsis would save nothing', () => {
    expect(shortAddress('0123456789abcde')).toBe('0123456789abcde');
    expect(shortAddress('short')).toBe('short');
  });
});
