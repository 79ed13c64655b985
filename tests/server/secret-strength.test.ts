// A secret that is not random is refused before anything is derived from it.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { weaknessOf } from '#server/platform/config/strength.ts';

describe('a secret', () => {
  it.each([
    'x'.repeat(64),
    'abcd'.repeat(10),
    'Zk3vQ9wXh2'.repeat(4),
    'abcdefghijklmnopqrstuvwxyz0123456789',
    '0123456789012345678901234567890123456789',
    'aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbcccccccccccccccc',
    'changeme-changeme-changeme-1234567890-xyz',
    'this is your-secret, please replace it soon',
    'P'.repeat(31),
  ])('such as %s is refused', (secret) => {
    expect(weaknessOf(secret)).not.toBeNull();
    expect(() => readConfig({ PERCH_SECRET: secret }, process.cwd())).toThrow(/^PERCH_SECRET /);
    expect(() => readConfig({ PERCH_SECRET: secret }, process.cwd())).not.toThrow(secret);
  });

  it('is accepted as openssl and others make it', () => {
    for (let round = 0; round < 2000; round += 1) {
      const bytes = randomBytes(32);
      for (const secret of [
        bytes.toString('base64'),
        bytes.toString('base64url'),
        bytes.toString('hex'),
        bytes.toString('hex').slice(0, 40),
      ]) {
        expect(weaknessOf(secret), secret).toBeNull();
      }
    }
  });

  it('that is in the docs is not a secret, or would be refused', () => {
    for (const file of ['README.md', 'docs/operating.md']) {
      for (const [, value = ''] of readFileSync(file, 'utf8').matchAll(/PERCH_SECRET(?:_PREVIOUS)?=['"]?([^\s'"]+)/g)) {
        expect(value.startsWith('$(') || weaknessOf(value) !== null, `${file}: ${value}`).toBe(true);
      }
    }
  });

  it('from before must differ from the one in use, and may be weak', () => {
    const strong = randomBytes(32).toString('base64');
    expect(readConfig({ PERCH_SECRET: strong, PERCH_SECRET_PREVIOUS: 'x'.repeat(32) }, process.cwd())).toMatchObject({
      secret: strong,
      previousSecret: 'x'.repeat(32),
    });
    expect(() => readConfig({ PERCH_SECRET: strong, PERCH_SECRET_PREVIOUS: strong }, process.cwd())).toThrow(
      /^PERCH_SECRET_PREVIOUS /,
    );
    expect(() => readConfig({ PERCH_SECRET_PREVIOUS: strong }, process.cwd())).toThrow(/^PERCH_SECRET_PREVIOUS /);
  });
});
