// Changing one's own password while signed in (F-08, S-05, S-09 and S-12, D-17).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailsTo } from '../support/mails.ts';
import { PASSWORD, type TestMember } from '#fixtures/club/members.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const NEW_PASSWORD = 'correct horse battery';

async function signedIn(given?: TestMember, culture?: string) {
  const member = given ?? (await world.member());
  const browser = world.browser(culture === undefined ? {} : { culture });
  const { accessToken: token } = await browser.session(member);
  const change = (newPassword = NEW_PASSWORD, password = PASSWORD, key?: string) =>
    browser.call('changePassword', { body: { password, newPassword }, token, key });
  return { member, browser, token, change };
}

describe('changing the password', () => {
  it('takes the current and a new one, ends all other sessions, and notifies the member', async () => {
    const { member, browser, token, change } = await signedIn();
    const other = await signedIn(member);
    expect(await change()).toMatchObject({ status: 200, body: { changedAt: world.clock.now().toISOString() } });
    const info = await browser.call('getUserInfo', { token });
    expect(info).toMatchObject({ status: 200, body: { moneyHeldUntil: null } });
    expect((await other.browser.call('getUserInfo', { token: other.token })).status).toBe(401);
    expect((await world.browser().signIn(member)).body.code).toBe('invalid_login');
    expect((await world.browser().signIn({ ...member, password: NEW_PASSWORD })).body.result).toBe('granted');
    expect((await mailsTo(world, member.email, 'passwordChanged'))[0]?.subject).toBe('Your Perch password was changed');
    expect((await world.auditOf(member)).slice(0, 3)).toEqual(['signed_in', 'signed_in', 'password_changed']);
    const reasons = await world.db
      .selectFrom('sessions')
      .select('end_reason')
      .where('member_id', '=', member.id)
      .where('ended_at', 'is not', null)
      .execute();
    expect(reasons).toEqual([{ end_reason: 'password_changed' }]);
  });

  it('ends sign-ins that wait for their second step, and recoveries under way', async () => {
    const member = await world.member({ secondFactor: true });
    const browser = world.browser();
    await browser.signIn(member);
    const { body } = await browser.call('verifyTwoFactor', { body: { method: 'totp', code: member.code() } });
    const waiting = world.browser();
    await waiting.signIn(member);
    world.clock.advance(30);
    const secondFactor = { method: 'totp', code: member.code() } as const;
    expect(
      (
        await browser.call('changePassword', {
          body: { password: PASSWORD, newPassword: NEW_PASSWORD, secondFactor },
          token: body.accessToken,
        })
      ).status,
    ).toBe(200);
    world.clock.advance(30);
    expect((await waiting.call('verifyTwoFactor', { body: { method: 'totp', code: member.code() } })).body.code).toBe(
      'challenge_expired',
    );
  });

  it('refuses a wrong current password, throttles after six, and leaves the sign-in alone', async () => {
    const { member, change } = await signedIn();
    expect((await change(NEW_PASSWORD, 'wrong')).body).toMatchObject({
      status: 400,
      code: 'password_incorrect',
      errors: { password: ['Password is incorrect.'] },
    });
    for (let failure = 1; failure < 6; failure += 1) expect((await change(NEW_PASSWORD, 'wrong')).status).toBe(400);
    expect((await change()).body).toMatchObject({ status: 429, code: 'too_many_requests', retryAfterSeconds: 1 });
    expect((await world.browser().signIn(member)).status).toBe(200);
    world.clock.advance(1);
    expect((await change()).status).toBe(200);
  });

  it('is done once if it is requested fifty times in parallel', async () => {
    const { member, change } = await signedIn();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => change(`${NEW_PASSWORD} ${index}`)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect((await world.auditOf(member)).filter((kind) => kind === 'password_changed')).toHaveLength(1);
  });

  it('is done once under a key, and the key returns that outcome', async () => {
    const { member, browser, token, change } = await signedIn();
    const first = await change(NEW_PASSWORD, PASSWORD, 'change-password-01');
    const again = await change(NEW_PASSWORD, PASSWORD, 'change-password-01');
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(
      (await browser.call('getRequestOutcome', { path: { key: 'change-password-01' }, token })).body,
    ).toMatchObject({
      state: 'done',
      operationId: 'changePassword',
    });
    expect(await mailsTo(world, member.email, 'passwordChanged')).toHaveLength(1);
  });

  it('refuses a sign-in whose old password was checked before the change', async () => {
    const { member, change } = await signedIn();
    const late = world.browser().signIn(member);
    await change();
    const { status, body } = await late;
    if (status === 200)
      expect((await world.browser().call('getUserInfo', { token: body.accessToken })).status).toBe(401);
    else expect(body.code).toBe('invalid_login');
  });
});

describe('a new password', () => {
  it.each([
    ['qwertyqwerty', 'This password is too common. Choose one that few others would think of.'],
    ['QwertyQwerty', 'This password is too common. Choose one that few others would think of.'],
    ['ｑｗｅｒｔｙｑｗｅｒｔｙ', 'This password is too common. Choose one that few others would think of.'],
    ['my PERCH sings well', 'The password must not contain the name Perch.'],
  ])('%s is refused, with a sentence at its field', async (newPassword, sentence) => {
    const { change } = await signedIn();
    expect((await change(newPassword)).body).toMatchObject({
      status: 400,
      code: 'password_refused',
      errors: { newPassword: [sentence] },
    });
  });

  it('that contains the username is refused in the language of the caller', async () => {
    const member = await world.member();
    for (const [culture, sentence] of [
      ['ja-JP', 'パスワードにユーザー名を含めることはできません。'],
      ['zh-CN', '密码不能包含您的用户名。'],
    ] as const) {
      const { change } = await signedIn(member, culture);
      expect((await change(`x${member.username.toUpperCase()}y`)).body).toMatchObject({
        code: 'password_refused',
        errors: { newPassword: [sentence] },
      });
    }
  });

  it.each([
    ['of eleven letters', 'eleven char', 400],
    ['of twelve', 'twelve chars', 200],
    ['of 128', 'x'.repeat(128), 200],
    ['of 129', 'x'.repeat(129), 400],
    ['with spaces at its ends, which are kept,', '  spaces are kept  ', 200],
  ])('%s is answered as it should be', async (_what, newPassword, status) => {
    const { member, change } = await signedIn();
    expect((await change(newPassword)).status).toBe(status);
    if (status === 200) expect((await world.browser().signIn({ ...member, password: newPassword })).status).toBe(200);
  });
});
