// Verifying the member's own address while signed in (F-08, D-16).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeTo, mailsTo, otherCode } from './support/mails.ts';
import { createWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

/** A signed-in member whose address is not verified yet. */
async function unverified() {
  const member = await world.member();
  await world.db.updateTable('members').set({ email_verified_at: null }).where('id', '=', member.id).execute();
  const browser = world.browser();
  const { accessToken: token } = await browser.session(member);
  const post = (call: string, body?: object, key?: string) =>
    browser.send('POST', `/account/${call}`, { body, token, key });
  const info = async () => (await browser.call('getUserInfo', { token })).body;
  return { member, post, info, code: () => codeTo(world, member.email, 'verifyEmailCode') };
}

describe.each([
  ['named', 'sendEmailVerificationCode', 'verifyEmail', (email: string) => ({ email })],
  ['not named', 'sendEmailVerificationCodeSelf', 'verifyEmailSelf', () => ({})],
] as const)('their own address, %s,', (_how, send, verify, named) => {
  it('is verified by the code that was mailed to it', async () => {
    const { member, post, info, code } = await unverified();
    const body = named(member.email.toUpperCase());
    expect((await info()).emailVerified).toBe(false);
    expect(await post(send, send.endsWith('Self') ? undefined : body)).toMatchObject({
      status: 200,
      body: { expiresIn: 600, resendIn: 60 },
    });
    const done = await post(verify, { ...body, code: await code() });
    expect(done).toMatchObject({
      status: 200,
      body: { email: member.email, verifiedAt: world.clock.now().toISOString() },
    });
    expect((await info()).emailVerified).toBe(true);
    expect(await world.auditOf(member)).toEqual(['signed_in', 'email_verified']);
  });

  it('is not by wrong, used and old codes', async () => {
    const { member, post, code } = await unverified();
    const sendOne = () => post(send, send.endsWith('Self') ? undefined : named(member.email));
    const show = (given: string) => post(verify, { ...named(member.email), code: given });
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

  it('runs out after ten minutes and dies after five wrong codes', async () => {
    const { member, post, code } = await unverified();
    const show = (given: string) => post(verify, { ...named(member.email), code: given });
    await post(send, send.endsWith('Self') ? undefined : named(member.email));
    const first = await code();
    world.clock.advance(599);
    for (let wrong = 1; wrong <= 5; wrong += 1) await show(otherCode(first, wrong));
    expect((await show(first)).body.code).toBe('code_used_up');
    await post(send, send.endsWith('Self') ? undefined : named(member.email));
    expect((await show(await code())).status).toBe(200);
  });

  it('is asked for once under a key', async () => {
    const { member, post } = await unverified();
    const ask = () => post(send, send.endsWith('Self') ? undefined : named(member.email), 'verify-email-01');
    await ask();
    expect((await ask()).headers['idempotency-replayed']).toBe('true');
    expect(await mailsTo(world, member.email, 'verifyEmailCode')).toHaveLength(1);
  });
});

describe('verifying', () => {
  it('refuses an address that is not their own', async () => {
    const { post } = await unverified();
    const other = await world.member();
    const different = { status: 400, code: 'email_different', errors: { email: ['The e-mail address is different.'] } };
    expect((await post('sendEmailVerificationCode', { email: other.email })).body).toMatchObject(different);
    expect((await post('verifyEmail', { email: other.email, code: '123456' })).body).toMatchObject(different);
    expect(await mailsTo(world, other.email)).toEqual([]);
  });

  it('says when nothing is left to verify', async () => {
    const { member, post, code } = await unverified();
    await post('sendEmailVerificationCodeSelf');
    await post('verifyEmailSelf', { code: await code() });
    world.clock.advance(60);
    expect((await post('sendEmailVerificationCodeSelf')).body).toMatchObject({
      status: 409,
      code: 'email_already_verified',
    });
    expect((await post('sendEmailVerificationCode', { email: member.email })).status).toBe(200);
  });

  it('takes no code of another member', async () => {
    const first = await unverified();
    const second = await unverified();
    await first.post('sendEmailVerificationCodeSelf');
    expect((await second.post('verifyEmailSelf', { code: await first.code() })).body.code).toBe('code_expired');
  });

  it('needs a session', async () => {
    const browser = world.browser();
    for (const call of [
      'sendEmailVerificationCode',
      'sendEmailVerificationCodeSelf',
      'verifyEmail',
      'verifyEmailSelf',
    ]) {
      expect((await browser.send('POST', `/account/${call}`, { body: {} })).body.code).toBe('session_ended');
    }
  });
});
