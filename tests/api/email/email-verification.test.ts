// Verifying the member's own address while signed in (F-08, D-16).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../support/call.ts';
import { codeTo, mailsTo, otherCode } from '../support/mails.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

/** A signed-in member whose address is not verified yet. */
async function unverified() {
  const member = await world.member();
  await world.db.updateTable('members').set({ email_verified_at: null }).where('id', '=', member.id).execute();
  const browser = world.browser();
  const { accessToken: token } = await browser.session(member);
  const { call } = browser.as({ token });
  const info = async () => (await call('getUserInfo')).body;
  return { member, call, info, code: () => codeTo(world, member.email, 'verifyEmailCode') };
}

const NAMED = {
  send: (call: Call, email: string, key?: string) => call('sendEmailVerificationCode', { body: { email }, key }),
  verify: (call: Call, email: string, code: string) => call('verifyEmail', { body: { email, code } }),
};
const NOT_NAMED: typeof NAMED = {
  send: (call, _email, key) => call('sendEmailVerificationCodeSelf', { key }),
  verify: (call, _email, code) => call('verifyEmailSelf', { body: { code } }),
};

describe.each([
  ['named', NAMED],
  ['not named', NOT_NAMED],
])('their own address, %s,', (_how, { send, verify }) => {
  it('is verified with the code that was mailed to it', async () => {
    const { member, call, info, code } = await unverified();
    const email = member.email.toUpperCase();
    expect((await info()).emailVerified).toBe(false);
    expect(await send(call, email)).toMatchObject({
      status: 200,
      body: { expiresIn: 600, resendIn: 60 },
    });
    const done = await verify(call, email, await code());
    expect(done).toMatchObject({
      status: 200,
      body: { email: member.email, verifiedAt: world.clock.now().toISOString() },
    });
    expect((await info()).emailVerified).toBe(true);
    expect(await world.auditOf(member)).toEqual(['signed_in', 'email_verified']);
  });

  it('is not verified with wrong, used or old codes', async () => {
    const { member, call, code } = await unverified();
    const sendOne = () => send(call, member.email);
    const show = (given: string) => verify(call, member.email, given);
    await sendOne();
    const right = await code();
    expect((await show(otherCode(right))).body).toMatchObject({
      status: 400,
      code: 'code_incorrect',
      triesLeft: 4,
      errors: { code: ['Code is incorrect.'] },
    });
    expect((await sendOne()).body).toMatchObject({ status: 429, code: 'code_too_soon' });
    world.clock.advance(60);
    await sendOne();
    const newer = await code();
    const answers = await Promise.all(Array.from({ length: 50 }, () => show(newer)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect((await show(newer)).body.code).toBe('code_expired');
  });

  it('can be verified for ten minutes, with up to five wrong codes', async () => {
    const { member, call, code } = await unverified();
    const show = (given: string) => verify(call, member.email, given);
    await send(call, member.email);
    const first = await code();
    world.clock.advance(599);
    for (let wrong = 1; wrong <= 5; wrong += 1) await show(otherCode(first, wrong));
    expect((await show(first)).body.code).toBe('code_used_up');
    await send(call, member.email);
    expect((await show(await code())).status).toBe(200);
  });

  it('is requested once under a key', async () => {
    const { member, call } = await unverified();
    const ask = () => send(call, member.email, 'verify-email-01');
    await ask();
    expect((await ask()).headers['idempotency-replayed']).toBe('true');
    expect(await mailsTo(world, member.email, 'verifyEmailCode')).toHaveLength(1);
  });
});

describe('verifying', () => {
  it('refuses an address that is not their own', async () => {
    const { call } = await unverified();
    const other = await world.member();
    const different = { status: 400, code: 'email_different', errors: { email: ['The email address is different.'] } };
    expect((await call('sendEmailVerificationCode', { body: { email: other.email } })).body).toMatchObject(different);
    expect((await call('verifyEmail', { body: { email: other.email, code: '123456' } })).body).toMatchObject(different);
    expect(await mailsTo(world, other.email)).toEqual([]);
  });

  it('says if nothing is left to verify', async () => {
    const { member, call, code } = await unverified();
    await call('sendEmailVerificationCodeSelf');
    await call('verifyEmailSelf', { body: { code: await code() } });
    world.clock.advance(60);
    expect((await call('sendEmailVerificationCodeSelf')).body).toMatchObject({
      status: 409,
      code: 'email_already_verified',
    });
    expect((await call('sendEmailVerificationCode', { body: { email: member.email } })).status).toBe(200);
  });

  it('refuses a code of another member', async () => {
    const first = await unverified();
    const second = await unverified();
    await first.call('sendEmailVerificationCodeSelf');
    expect((await second.call('verifyEmailSelf', { body: { code: await first.code() } })).body.code).toBe(
      'code_expired',
    );
  });

  it('needs a session', async () => {
    const browser = world.browser();
    for (const id of [
      'sendEmailVerificationCode',
      'sendEmailVerificationCodeSelf',
      'verifyEmail',
      'verifyEmailSelf',
    ] as const) {
      expect((await browser.callUnchecked(id, { body: {} })).body.code).toBe('session_ended');
    }
  });
});
