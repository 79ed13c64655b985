import { describe, expect, it } from 'vitest';
import { nameKey } from '#server/domain/members/members.ts';
import list from '#server/domain/passwords/common-passwords.gen.json' with { type: 'json' };
import { checkNewPassword } from '#server/domain/passwords/password-policy.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext } from '#server/platform/contract/types.ts';

const SHORTEST = 12;
const LONGEST = 128;
/** S-05: at least this many that fit the policy. */
const WANTED = 3000;

function refusal(password: string, username = 'nori', culture = 'en-US'): string[] {
  try {
    checkNewPassword({ culture } as CallContext, { password, username, field: 'password' });
    return [];
  } catch (error) {
    if (error instanceof Problem && error.code === 'password_refused') return error.details.errors?.password ?? [];
    throw error;
  }
}

describe('the list of common passwords', () => {
  it('has thousands that fit the policy, each normalized and once', () => {
    const { passwords } = list;
    expect(passwords.length).toBeGreaterThanOrEqual(WANTED);
    expect(new Set(passwords).size).toBe(passwords.length);
    expect(
      passwords.filter(
        (password) => password.length < SHORTEST || password.length > LONGEST || nameKey(password) !== password,
      ),
    ).toEqual([]);
  });

  it('states its source and license', () => {
    expect(list.about).toMatch(/SecLists.*CC BY-SA 3\.0/);
  });
});

describe('a new password', () => {
  it.each(['correct horse battery', 'パスワードは長いほうがよい', 'aB3$ aB3$ aB3$'])('%j is accepted', (password) =>
    expect(refusal(password)).toEqual([]),
  );

  it.each(['qwertyqwerty', 'QWERTYqwerty', 'ｑｗｅｒｔｙｑｗｅｒｔｙ', '123456654321'])(
    '%s is too common',
    (password) => {
      expect(refusal(password)).toEqual([expect.stringContaining('too common')]);
    },
  );

  it('must not contain the username or the product name, in any case', () => {
    expect(refusal('a song for NORI and me')).toEqual(['The password must not contain your username.']);
    expect(refusal('ＰＥＲＣＨ on a branch')).toEqual(['The password must not contain the name Perch.']);
    expect(refusal('nori on a perch', 'nori', 'zh-CN')).toEqual(['密码不能包含您的用户名。', '密码不能包含“Perch”。']);
  });
});
