import { describe, expect, it } from 'vitest';
import { deriveKeys, keyedHash } from '#server/platform/crypto/keys.ts';
import { seal, unseal } from '#server/platform/crypto/seal.ts';
import { newToken, tokenHash } from '#server/platform/crypto/tokens.ts';
import { systemRandom } from '#server/platform/system/random.ts';

const keys = deriveKeys('a secret of the tests, of no worth elsewhere');
const options = { owner: 'member 1', random: systemRandom };
const plain = Buffer.from('twenty bytes to hide');

describe('sealing', () => {
  it('opens only with the key and the owner that it was sealed for', () => {
    const sealed = seal(keys.twoFactorSecret, plain, options);
    expect(unseal(keys.twoFactorSecret, sealed, 'member 1')).toEqual(plain);
    expect(() => unseal(keys.twoFactorSecret, sealed, 'member 2')).toThrow();
    expect(() => unseal(keys.answer, sealed, 'member 1')).toThrow();
  });

  it('notices every changed byte, and truncation', () => {
    const sealed = seal(keys.answer, plain, options);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => unseal(keys.answer, changed, 'member 1')).toThrow();
    }
    expect(() => unseal(keys.answer, sealed.subarray(0, 20), 'member 1')).toThrow();
  });

  it('never returns the same bytes twice', () => {
    expect(seal(keys.answer, plain, options)).not.toEqual(seal(keys.answer, plain, options));
  });
});

describe('keys', () => {
  it('differ for each purpose', () => {
    const all = Object.values(keys).map((key: Buffer) => key.toString('hex'));
    expect(new Set(all).size).toBe(all.length);
  });

  it('hash lists of parts so that no two lists collide by concatenation', () => {
    expect(keyedHash(keys.request, 'ab', 'c')).not.toEqual(keyedHash(keys.request, 'a', 'bc'));
    expect(keyedHash(keys.request, 'a', '')).not.toEqual(keyedHash(keys.request, 'a'));
  });
});

describe('tokens', () => {
  it('have 256 random bits and a prefix for their type', () => {
    expect(newToken('pat', systemRandom)).toMatch(/^pat_[\w-]{43}$/);
    expect(newToken('prt', systemRandom)).not.toBe(newToken('prt', systemRandom));
    expect(tokenHash('x')).toHaveLength(32);
  });
});
