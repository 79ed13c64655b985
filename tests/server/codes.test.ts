import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newDigits } from '#server/domain/codes/digits.ts';
import type { Random } from '#server/platform/system/random.ts';

/** A source of the given 32-bit numbers, one after the other. */
function drawing(...numbers: number[]): Random {
  const bytes = (count: number) => {
    const buffer = Buffer.alloc(count);
    buffer.writeUInt32BE(numbers.shift() ?? 0);
    return buffer;
  };
  return { bytes, uuid: () => '' };
}

describe('the digits of a code', () => {
  it('are six, with zeros before a small number', () => {
    expect(newDigits(drawing(7))).toBe('000007');
    expect(newDigits(drawing(1_000_042))).toBe('000042');
    const system: Random = { bytes: (count) => randomBytes(count), uuid: () => '' };
    fc.assert(fc.property(fc.constant(null), () => /^\d{6}$/.test(newDigits(system))));
  });

  it('are uniformly distributed: beyond the last whole million another number is drawn', () => {
    expect(newDigits(drawing(4_293_999_999))).toBe('999999');
    expect(newDigits(drawing(4_294_000_000, 4_294_967_295, 123_456))).toBe('123456');
  });
});
