// Recovering an account without the password (F-04, S-01, S-02, S-04, S-06 and S-12).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../support/browser.ts';
import { freezeTokensIn, mailsTo, otherCode } from '../support/mails.ts';
import { PASSWORD, type TestMember } from '#fixtures/club/members.ts';
import { createWorld, type World } from '../support/world.ts';
import { NEW_PASSWORD, accountOf, codeOf, begun } from '../support/recoveries.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());
const PARALLEL = 50;
const resend = (browser: Browser, email: string, key?: string) =>
  browser.call('sendResetPasswordCodeByEmail', { query: { email }, key });

/** The same with the grant to set a new password. */
async function granted(options: Parameters<typeof begun>[1] = {}) {
  const recovery = await begun(world, options);
  const answer = await recovery.show(await codeOf(world, recovery.member));
  expect(answer).toMatchObject({ status: 200, body: { expiresIn: 600 } });
  return recovery;
}

const signIn = (member: TestMember, password: string) =>
  world.browser().signIn({ username: member.username, password });

describe('a password recovery', () => {
  it('leads from name and address through a code to a new password, and notifies the member', async () => {
    const { member, browser, reset } = await granted();
    const done = await reset(NEW_PASSWORD);
    expect(done).toMatchObject({ status: 200, body: { changedAt: world.clock.now().toISOString(), frozen: null } });
    for (const name of ['perch_recovery', 'perch_reset']) expect(browser.cookies.has(name)).toBe(false);
    expect((await signIn(member, PASSWORD)).body.code).toBe('invalid_login');
    expect((await signIn(member, NEW_PASSWORD)).body.result).toBe('granted');
    const [mail] = await mailsTo(world, member.email, 'passwordReset');
    expect(mail?.body).toContain('new withdrawals, transfers and plan purchases are on hold until 2026-11-22');
    expect(await world.auditOf(member)).toEqual([
      'password_recovery_started',
      'password_reset',
      'sign_in_failed',
      'signed_in',
    ]);
  });

  it.each([
    { by: 'member', frozen: 'member', mail: 'passwordResetFrozen', says: 'request the link that unfreezes it' },
    { by: 'support', frozen: 'support', mail: 'passwordResetOnlySupportThaws', says: 'Only support can unfreeze it' },
    {
      by: 'former_address',
      frozen: 'support',
      mail: 'passwordResetOnlySupportThaws',
      says: 'Only support can unfreeze it',
    },
  ] as const)(
    'says that an account frozen by $by stays frozen, only to the holder of the grant and by mail',
    async ({ by, frozen, mail, says }) => {
      const member = await world.member();
      await world.db
        .updateTable('members')
        .set({ frozen_at: world.clock.now(), frozen_by: by })
        .where('id', '=', member.id)
        .execute();
      const { reset } = await granted({ member });
      const key = randomUUID();
      expect(await reset(NEW_PASSWORD, key)).toMatchObject({ status: 200, body: { frozen } });
      // The key is in URLs, and therefore in logs.
      expect((await world.browser().call('getRequestOutcome', { path: { key } })).body).toMatchObject({
        state: 'done',
        answer: { changedAt: expect.any(String) },
      });
      expect(JSON.stringify((await world.browser().call('getRequestOutcome', { path: { key } })).body)).not.toContain(
        'frozen',
      );
      const [told] = await mailsTo(world, member.email, mail);
      expect(told?.body).toContain(says);
      expect(told?.body).not.toContain('/Signin');
      expect(freezeTokensIn(told?.body ?? '')).toEqual([]);
      expect(await mailsTo(world, member.email, 'passwordReset')).toEqual([]);
    },
  );

  it('ignores the case of name and address', async () => {
    const member = await world.member();
    const shouted = { email: member.email.toUpperCase(), username: member.username.toUpperCase() };
    const browser = world.browser();
    await browser.call('forgetPassword', { body: shouted });
    const code = await codeOf(world, member);
    expect((await browser.call('validateEmailAndUserName', { body: { ...accountOf(member), code } })).status).toBe(200);
  });

  it('mails in the member’s language, to the address as the member wrote it', async () => {
    const { member } = await begun(world, { culture: 'zh-CN' });
    const [mail] = await mailsTo(world, member.email);
    expect(mail).toMatchObject({
      kind: 'passwordRecoveryCode',
      subject: '【Perch】您的密码重置验证码',
      member_id: member.id,
    });
  });

  it('hides its cookies from scripts, other sites and neighboring hosts', async () => {
    const { browser } = await granted();
    for (const [name, token, age] of [
      ['perch_recovery', 'prc_[\\w-]{43}', 7200],
      ['perch_reset', 'prg_[\\w-]{43}', 600],
    ] as const) {
      const cookie = browser.setCookies.get(name) ?? '';
      expect(cookie).toMatch(new RegExp(`^__Host-${name}=${token};`));
      expect(cookie).toMatch(/; Path=\/;/);
      for (const part of ['HttpOnly', 'Secure', 'SameSite=Strict', `Max-Age=${age}`]) expect(cookie).toContain(part);
    }
  });

  it('signs nobody in and leaves the second factor as it is', async () => {
    const { member, reset } = await granted({ secondFactor: true });
    expect((await reset(NEW_PASSWORD)).body).toEqual({ changedAt: expect.any(String), frozen: null });
    expect((await signIn(member, NEW_PASSWORD)).body.result).toBe('secondFactor');
  });

  it('ends every session and every sign-in that waits for a code, and holds withdrawals for a day', async () => {
    const plain = await world.member();
    const browser = world.browser();
    const tokens = await browser.session(plain);
    const { reset } = await granted({ member: plain });
    await reset(NEW_PASSWORD);
    expect((await browser.call('getUserInfo', { token: tokens.accessToken })).status).toBe(401);
    expect((await browser.call('refreshToken', { body: { refreshToken: tokens.refreshToken } })).status).toBe(401);
    const { end_reason: reason } = await world.db
      .selectFrom('sessions')
      .select('end_reason')
      .where('member_id', '=', plain.id)
      .executeTakeFirstOrThrow();
    expect(reason).toBe('password_reset');

    const member = await world.member({ secondFactor: true });
    const waiting = world.browser();
    await waiting.signIn(member);
    const second = await granted({ member });
    await second.reset(NEW_PASSWORD);
    expect((await waiting.call('verifyTwoFactor', { body: { method: 'totp', code: member.code() } })).body.code).toBe(
      'challenge_expired',
    );

    const again = await world.browser().signIn({ ...plain, password: NEW_PASSWORD });
    const info = () => browser.call('getUserInfo', { token: again.body.accessToken });
    expect((await info()).body.moneyHeldUntil).toBe(new Date(world.clock.now().getTime() + 86_400_000).toISOString());
    await world.db
      .updateTable('members')
      .set({ money_held_until: world.clock.now() })
      .where('id', '=', plain.id)
      .execute();
    expect((await info()).body.moneyHeldUntil).toBeNull();
  });

  it('ends the throttle and the lock of the old password', async () => {
    const member = await world.member();
    const known = world.browser();
    await known.session(member);
    for (let failure = 0; failure < 6; failure += 1) await known.signIn({ ...member, password: 'wrong' });
    await signIn(member, 'wrong');
    await world.db.updateTable('throttles').set({ failures: 100, blocked_until: null }).execute();
    expect((await signIn(member, PASSWORD)).body.code).toBe('invalid_login');
    const { reset } = await granted({ member });
    await reset(NEW_PASSWORD);
    expect((await signIn(member, NEW_PASSWORD)).body.result).toBe('granted');
    expect((await known.signIn({ ...member, password: NEW_PASSWORD })).body.result).toBe('granted');
  });
});

describe('the code of a recovery', () => {
  it('works only in the browser that requested it, with its own name and address', async () => {
    const { member, browser, show } = await begun(world);
    const other = await begun(world);
    const code = await codeOf(world, member);
    const shown = (by: Browser, account: ReturnType<typeof accountOf>) =>
      by.call('validateEmailAndUserName', { body: { ...account, code } });
    expect((await shown(world.browser(), accountOf(member))).body).toMatchObject({ status: 400, code: 'code_expired' });
    expect((await shown(other.browser, accountOf(member))).body.code).toBe('code_expired');
    expect((await shown(browser, accountOf(other.member))).body.code).toBe('code_expired');
    expect((await show(code)).status).toBe(200);
  });

  it('keeps its tries, whatever a stranger does who knows name and address', async () => {
    const { member, show } = await begun(world);
    world.clock.advance(61);
    const stranger = await begun(world, { member });
    for (let wrong = 0; wrong < 5; wrong += 1) await stranger.show('000000');
    const [first] = await mailsTo(world, member.email, 'passwordRecoveryCode');
    expect((await show(/^\d{6}$/m.exec(first?.body ?? '')?.[0] ?? '')).status).toBe(200);
  });

  it('is void after five wrong tries, and a new one works', async () => {
    const { member, browser, show } = await begun(world);
    const code = await codeOf(world, member);
    const answers = await Promise.all(Array.from({ length: PARALLEL }, (_, index) => show(otherCode(code, index + 1))));
    expect(answers.filter((answer) => answer.body.code === 'code_incorrect')).toHaveLength(4);
    expect((await show(code)).body.code).toBe('code_used_up');
    world.clock.advance(60);
    expect(await resend(browser, member.email)).toMatchObject({ status: 200, body: { expiresIn: 600, resendIn: 60 } });
    expect((await show(await codeOf(world, member))).status).toBe(200);
  });

  it('expires after ten minutes, is void once another was sent, and gives one grant in fifty uses', async () => {
    const { member, browser, show } = await begun(world);
    const old = await codeOf(world, member);
    world.clock.advance(600);
    expect((await show(old)).body.code).toBe('code_expired');
    await resend(browser, member.email);
    const code = await codeOf(world, member);
    if (code !== old) expect((await show(old)).body.code).toBe('code_incorrect');
    const answers = await Promise.all(Array.from({ length: PARALLEL }, () => show(code)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  it('is sent again only to the address of the pending recovery, not too soon, and for an hour', async () => {
    const { member, browser } = await begun(world);
    expect((await resend(browser, member.email)).body).toMatchObject({
      status: 429,
      code: 'code_too_soon',
      retryAfterSeconds: 60,
    });
    world.clock.advance(60);
    expect((await resend(browser, 'another@mail.example')).body).toMatchObject({
      status: 400,
      code: 'recovery_expired',
    });
    expect((await resend(world.browser(), member.email)).body).toMatchObject({ status: 400, code: 'recovery_expired' });
    expect((await resend(browser, 'not an address')).body).toMatchObject({
      status: 400,
      code: 'invalid_request',
      errors: { email: [expect.any(String)] },
    });
    expect((await resend(browser, member.email, 'resend-key-01')).status).toBe(200);
    expect((await resend(browser, member.email, 'resend-key-01')).headers['idempotency-replayed']).toBe('true');
    expect(await mailsTo(world, member.email, 'passwordRecoveryCode')).toHaveLength(2);
    world.clock.advance(3600);
    expect((await resend(browser, member.email)).body.code).toBe('recovery_expired');
  });
});

describe('the grant to set a password', () => {
  it('is valid for ten minutes and one password, of fifty at once', async () => {
    const first = await granted();
    world.clock.advance(600);
    expect((await first.reset(NEW_PASSWORD)).body).toMatchObject({ status: 400, code: 'recovery_expired' });
    const second = await granted();
    const answers = await Promise.all(
      Array.from({ length: PARALLEL }, (_, index) => second.reset(`${NEW_PASSWORD} ${index}`)),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.every((answer) => answer.status === 200 || answer.body.code === 'recovery_expired')).toBe(true);
    expect((await world.auditOf(second.member)).filter((kind) => kind === 'password_reset')).toHaveLength(1);
  });

  it('sets the password of its own account only, whichever recovery another tab began since', async () => {
    const [first, second] = [await granted(), await world.member()];
    const { browser } = first;
    await browser.call('forgetPassword', { body: accountOf(second) });
    const code = await codeOf(world, second);
    expect((await browser.call('validateEmailAndUserName', { body: { ...accountOf(second), code } })).status).toBe(200);
    expect((await first.reset(NEW_PASSWORD)).body).toMatchObject({ status: 400, code: 'recovery_expired' });
    expect(await world.auditOf(second)).toEqual(['password_recovery_started']);
    const named = { email: second.email.toUpperCase(), username: second.username.toUpperCase() };
    expect((await browser.call('resetPassword', { body: { ...named, password: NEW_PASSWORD } })).status).toBe(200);
    expect((await signIn(second, NEW_PASSWORD)).body.result).toBe('granted');
    expect((await signIn(first.member, PASSWORD)).body.result).toBe('granted');
  });

  it('is in no other browser', async () => {
    const { member, browser } = await granted();
    expect(
      (await world.browser().call('resetPassword', { body: { ...accountOf(member), password: NEW_PASSWORD } })).body
        .code,
    ).toBe('recovery_expired');
    const forged = world.browser();
    forged.cookies.set('perch_reset', `${browser.cookies.get('perch_reset')?.slice(0, -1)}`);
    expect(
      (await forged.call('resetPassword', { body: { ...accountOf(member), password: NEW_PASSWORD } })).body.code,
    ).toBe('recovery_expired');
  });

  it('survives a password that is refused', async () => {
    const { member, reset } = await granted();
    const refused = await reset('qwerty123456');
    expect(refused.body).toMatchObject({
      status: 400,
      code: 'password_refused',
      errors: { password: ['This password is too common. Choose one that few others would think of.'] },
    });
    expect((await reset(`my ${member.username} secret`)).body).toMatchObject({
      code: 'password_refused',
      errors: { password: ['The password must not contain your username.'] },
    });
    expect((await reset('short')).body).toMatchObject({
      code: 'invalid_request',
      errors: { password: [expect.any(String)] },
    });
    expect((await reset(NEW_PASSWORD)).status).toBe(200);
  });

  it('ends if the browser goes back to the code and has another one sent, which gives the next grant', async () => {
    const { member, browser, show, reset } = await granted();
    const old = browser.cookies.get('perch_reset') ?? '';
    world.clock.advance(61);
    expect((await resend(browser, member.email)).status).toBe(200);
    expect((await reset(NEW_PASSWORD)).body.code).toBe('recovery_expired');
    expect((await show(await codeOf(world, member))).status).toBe(200);
    const elsewhere = world.browser();
    elsewhere.cookies.set('perch_reset', old);
    expect(
      (await elsewhere.call('resetPassword', { body: { ...accountOf(member), password: NEW_PASSWORD } })).body.code,
    ).toBe('recovery_expired');
    expect((await reset(NEW_PASSWORD)).status).toBe(200);
  });

  it('is given once per code', async () => {
    const { member, browser, show } = await begun(world);
    const code = await codeOf(world, member);
    expect((await show(code)).status).toBe(200);
    expect((await show(code)).body.code).toBe('code_expired');
    expect(browser.cookies.has('perch_reset')).toBe(true);
  });

  it('ends with another recovery of the same member', async () => {
    const first = await granted();
    world.clock.advance(61);
    const second = await granted({ member: first.member });
    expect((await first.reset(NEW_PASSWORD)).status).toBe(200);
    expect((await second.reset('another horse battery')).body.code).toBe('recovery_expired');
  });
});
