import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from '#server/platform/crypto/passwords.ts';
import { LIGHTEST, lightPasswords } from '#fixtures/club/members.ts';

const PASSWORD = 'an example passphrase';

describe('the passwords of the product', () => {
  const passwords = createPasswordHasher();

  it('are hashed as S-05 says, each with a salt of its own', async () => {
    const [one, other] = [await passwords.hash(PASSWORD), await passwords.hash(PASSWORD)];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(other).not.toBe(one);
    expect(passwords.isOutdated(one)).toBe(false);
  });
});

describe('a password', () => {
  const passwords = lightPasswords();

  it('is right or wrong, and the same typed on two keyboards is equal', async () => {
    const hash = await passwords.hash('Ｆive café');
    expect(await passwords.verify(hash, 'Five cafe\u0301')).toBe(true);
    expect(await passwords.verify(hash, 'Five cafe')).toBe(false);
    expect(await passwords.verify(hash, ' Five café')).toBe(false);
    expect(await passwords.verify(null, 'Five café')).toBe(false);
  });

  it('is outdated if it was hashed with other options, and still right', async () => {
    const hash = await passwords.hash(PASSWORD);
    expect(passwords.isOutdated(hash)).toBe(false);
    expect(createPasswordHasher().isOutdated(hash)).toBe(true);
    expect(await createPasswordHasher().verify(hash, PASSWORD)).toBe(true);
  });

  it('is not compared if too many wait', async () => {
    const narrow = createPasswordHasher({ places: 1, cost: LIGHTEST });
    const hash = await narrow.hash(PASSWORD);
    const answers = await Promise.allSettled(Array.from({ length: 66 }, () => narrow.verify(hash, PASSWORD)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(65);
    expect(answers.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'too_many_requests' } });
  });
});
