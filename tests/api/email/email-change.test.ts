// Changing the address in three steps (F-06, L-05, D-16, D-17), with the real link from the outbox and SRC §5's rule
// for its token.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expireEmailChanges } from '#server/domain/open-acts/email-change-requests.ts';
import type { BodyOf } from '../support/call.ts';
import { codeTo, linkTo, mailsTo, otherCode, tokenIn } from '../support/mails.ts';
import { PASSWORD, type TestMember } from '#fixtures/club/members.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const newAddress = () => `new-${randomUUID().slice(0, 8)}@mail.example`;

/** The token as the page sends it: the encoded slash sequence of the raw link replaced by a plus sign (SRC §5). */

async function signedIn(given?: TestMember) {
  const member = given ?? (await world.member());
  const browser = world.browser();
  const { accessToken: token } = await browser.session(member);
  const { call } = browser.as({ token });
  const info = async () => (await call('getUserInfo')).body;
  return {
    member,
    browser,
    token,
    info,
    ask: (password = PASSWORD, key?: string) => call('sendChangeEmailUrl', { body: { password }, key }),
    send: (body: BodyOf<'sendChangeEmailVerificationCode'>, key?: string) =>
      call('sendChangeEmailVerificationCode', { body, key }),
    confirm: (email: string, code: string, key?: string) => call('changeEmail', { body: { email, code }, key }),
    link: () => linkTo(world, member.email, 'changeEmailLink'),
  };
}

/** A member with a link in the mailbox. */
async function linked() {
  const session = await signedIn();
  expect(await session.ask()).toMatchObject({
    status: 200,
    body: { email: session.member.email, expiresIn: 1800, resendIn: 60 },
  });
  return { ...session, change: tokenIn(await session.link()) };
}

/** A member with a code at the new address. */
async function opened() {
  const session = await linked();
  const address = newAddress();
  expect(await session.send({ email: address, token: session.change })).toMatchObject({
    status: 200,
    body: { expiresIn: 600, resendIn: 60 },
  });
  return { ...session, address, code: await codeTo(world, address, 'changeEmailCode') };
}

const statusesOf = async (member: TestMember) =>
  (
    await world.db
      .selectFrom('email_change_requests')
      .select('status')
      .where('member_id', '=', member.id)
      .orderBy('requested_at')
      .execute()
  ).map((row) => row.status);

describe('a change of address', () => {
  it('takes the mailed link and a code to the new address; both addresses are notified', async () => {
    const { member, info, confirm, address, code } = await opened();
    expect(await confirm(address, code)).toMatchObject({
      status: 200,
      body: { email: address, verifiedAt: world.clock.now().toISOString() },
    });
    expect(await info()).toMatchObject({
      email: address,
      emailVerified: true,
      moneyHeldUntil: new Date(world.clock.now().getTime() + 86_400_000).toISOString(),
    });
    expect((await mailsTo(world, address, 'emailChanged'))[0]?.body).toContain('now uses this email');
    expect((await mailsTo(world, member.email, 'emailChangedOld'))[0]?.body).toContain('no longer uses this email');
    expect(await world.auditOf(member)).toEqual(['signed_in', 'email_change_started', 'email_changed']);
    expect(await statusesOf(member)).toEqual(['changed']);
  });

  it('has a link built from the configured origin, whose token contains the encoded slash', async () => {
    const { link, change } = await linked();
    const url = await link();
    expect(url.href).toMatch(/^https:\/\/wallet\.example\/ChangeEmail2\?culture=en-US#token=ce%2F[\w-]{43}$/);
    expect(change).toMatch(/^ce\+[\w-]{43}$/);
  });

  it('stores the token as a hash, and accepts it only as SRC §5 sends it', async () => {
    const { send, change } = await linked();
    const rows = await world.db.selectFrom('email_change_requests').select('token_hash').execute();
    expect(rows.map((row) => row.token_hash.toString('latin1')).join()).not.toContain(change);
    for (const raw of [
      change.replace('+', '%2F'),
      change.replace('+', '/'),
      change.replace('+', ' '),
      change.slice(3),
    ]) {
      expect((await send({ email: newAddress(), token: raw })).body).toMatchObject({
        status: 400,
        code: 'link_invalid',
      });
    }
    expect((await send({ email: newAddress(), token: change })).status).toBe(200);
  });

  it('goes on only in the session that showed the link: another one of the member gets neither a code nor the change', async () => {
    const { member, change, send, confirm, info } = await linked();
    const thief = await signedIn(member);
    const [address, thiefs] = [newAddress(), newAddress()];
    expect((await thief.send({ email: thiefs })).body.code).toBe('link_invalid');
    expect((await send({ email: address, token: change })).status).toBe(200);
    const code = await codeTo(world, address, 'changeEmailCode');
    world.clock.advance(60);
    expect((await thief.send({ email: thiefs })).body.code).toBe('link_invalid');
    expect((await thief.confirm(address, code)).body.code).toBe('link_invalid');
    expect(await mailsTo(world, thiefs)).toEqual([]);
    // The owner goes on without the token.
    expect((await send({ email: address })).status).toBe(200);
    expect((await confirm(address, await codeTo(world, address, 'changeEmailCode'))).status).toBe(200);
    expect((await info()).email).toBe(address);
  });

  it('goes on in another session once the link is opened there, and no longer in the first', async () => {
    const { member, change, send, confirm, address, code } = await opened();
    const phone = await signedIn(member);
    world.clock.advance(60);
    expect((await phone.send({ email: address, token: change })).status).toBe(200);
    expect((await send({ email: address })).body.code).toBe('link_invalid');
    expect((await confirm(address, code)).body.code).toBe('link_invalid');
    expect((await phone.confirm(address, await codeTo(world, address, 'changeEmailCode'))).status).toBe(200);
  });

  it('ends all other sessions, and recoveries begun with the old address', async () => {
    const { member, browser, confirm, info, address, code } = await opened();
    const other = await signedIn(member);
    const recovering = world.browser();
    await recovering.call('forgetPassword', { body: { email: member.email, username: member.username } });
    await recovering.call('validateEmailAndUserName', {
      body: {
        email: member.email,
        username: member.username,
        code: await codeTo(world, member.email, 'passwordRecoveryCode'),
      },
    });
    await confirm(address, code);
    expect((await browser.call('getUserInfo', { token: other.token })).status).toBe(401);
    expect((await info()).email).toBe(address);
    const reset = { email: member.email, username: member.username, password: 'correct horse battery' };
    expect((await recovering.call('resetPassword', { body: reset })).body.code).toBe('recovery_expired');
  });

  it('requires the password, and throttles wrong ones without locking the sign-in', async () => {
    const { member, ask } = await signedIn();
    expect((await ask('wrong')).body).toMatchObject({
      status: 400,
      code: 'password_incorrect',
      errors: { password: ['Password is incorrect.'] },
    });
    for (let failure = 1; failure < 6; failure += 1) await ask('wrong');
    expect((await ask()).body).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect((await world.browser().signIn(member)).status).toBe(200);
    expect(await mailsTo(world, member.email, 'changeEmailLink')).toEqual([]);
  });

  it('needs a session at every step', async () => {
    for (const id of ['sendChangeEmailUrl', 'sendChangeEmailVerificationCode', 'changeEmail'] as const) {
      expect((await world.browser().callUnchecked(id, { body: {} })).body.code).toBe('session_ended');
    }
  });
});

describe('the link of a change', () => {
  it('is valid for thirty minutes, codes included', async () => {
    const first = await linked();
    world.clock.advance(1799);
    // The access token of ten minutes has expired by then.
    const again = await signedIn(first.member);
    const address = newAddress();
    expect(await again.send({ email: address, token: first.change })).toMatchObject({
      status: 200,
      body: { expiresIn: 1 },
    });
    world.clock.advance(1);
    const code = await codeTo(world, address, 'changeEmailCode');
    expect((await again.confirm(address, code)).body).toMatchObject({ status: 400, code: 'link_invalid' });
    expect((await again.send({ email: address, token: first.change })).body.code).toBe('link_invalid');
    await expireEmailChanges(world.db, world.clock.now());
    expect(await statusesOf(first.member)).toEqual(['expired']);
  });

  it('of another member is invalid', async () => {
    const mine = await linked();
    const other = await linked();
    expect((await other.send({ email: newAddress(), token: mine.change })).body).toMatchObject({
      status: 400,
      code: 'link_invalid',
    });
    expect((await mine.send({ email: newAddress(), token: mine.change })).status).toBe(200);
  });

  it('is mailed at most ten times an hour; a further request is told when to try again', async () => {
    const { ask } = await signedIn();
    // In this test the access token outlives its ten minutes.
    await world.db
      .updateTable('access_tokens')
      .set({ expires_at: new Date(world.clock.now().getTime() + 3_600_000) })
      .execute();
    const statuses: number[] = [];
    for (let link = 0; link < 10; link += 1) {
      statuses.push((await ask()).status);
      world.clock.advance(60);
    }
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 200));
    expect((await ask()).body).toMatchObject({ status: 429, code: 'too_many_mails', retryAfterSeconds: 3000 });
  });

  it('is void once a newer one was requested, no sooner than after a minute', async () => {
    const { member, ask, send, confirm, link, change, address, code } = await opened();
    world.clock.advance(42);
    expect((await ask()).body).toMatchObject({ status: 429, code: 'code_too_soon', retryAfterSeconds: 18 });
    world.clock.advance(18);
    expect((await ask()).status).toBe(200);
    expect(await statusesOf(member)).toEqual(['replaced', 'requested']);
    expect((await send({ email: newAddress(), token: change })).body.code).toBe('link_invalid');
    expect((await confirm(address, code)).body.code).toBe('link_invalid');
    expect((await send({ email: newAddress(), token: tokenIn(await link()) })).status).toBe(200);
  });

  it('is used up when the change is confirmed', async () => {
    const { send, confirm, change, address, code } = await opened();
    await confirm(address, code);
    expect((await send({ email: newAddress(), token: change })).body.code).toBe('link_invalid');
    expect((await send({ email: newAddress() })).body.code).toBe('link_invalid');
    expect((await confirm(address, code)).body.code).toBe('link_invalid');
  });

  it('ends with the password that requested it', async () => {
    const { browser, token, send, change } = await linked();
    await browser.call('changePassword', { body: { password: PASSWORD, newPassword: 'correct horse battery' }, token });
    expect((await send({ email: newAddress(), token: change })).body.code).toBe('link_invalid');
  });
});

describe('the new address', () => {
  it('must differ from the current one', async () => {
    const { member, send, change } = await linked();
    const same = await send({ email: member.email.toUpperCase(), token: change });
    expect(same.body).toMatchObject({
      status: 400,
      code: 'email_unchanged',
      errors: { email: ['This is already your email.'] },
    });
  });

  it('gets a mail that names nobody', async () => {
    const { member, address } = await opened();
    const [mail] = await mailsTo(world, address);
    expect(mail).toMatchObject({ kind: 'changeEmailCode', recipient_name: '' });
    for (const name of [member.username, member.email, 'Mika']) expect(mail?.body).not.toContain(name);
  });

  it('of another member gets a code like any other; only the proof shows that it is taken, and another can be chosen', async () => {
    const holder = await world.member();
    const { send, confirm, change, info, member } = await linked();
    expect((await send({ email: holder.email, token: change })).body).toEqual({ expiresIn: 600, resendIn: 60 });
    expect((await confirm(holder.email, await codeTo(world, holder.email, 'changeEmailCode'))).body).toMatchObject({
      status: 409,
      code: 'email_taken',
    });
    expect((await info()).email).toBe(member.email);
    const address = newAddress();
    await send({ email: address });
    expect((await confirm(address, await codeTo(world, address, 'changeEmailCode'))).status).toBe(200);
  });

  it('goes to one of two members who prove it at the same time', async () => {
    const [first, second] = [await linked(), await linked()];
    const address = newAddress();
    await first.send({ email: address, token: first.change });
    const code = await codeTo(world, address, 'changeEmailCode');
    world.clock.advance(60);
    await second.send({ email: address, token: second.change });
    const answers = await Promise.all([
      first.confirm(address, code),
      second.confirm(address, await codeTo(world, address, 'changeEmailCode')),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(answers.find((answer) => answer.status === 409)?.body.code).toBe('email_taken');
  });

  it('must be the one that the code was sent to', async () => {
    const { confirm, send, address, code } = await opened();
    expect((await confirm(newAddress(), code)).body).toMatchObject({
      status: 400,
      code: 'email_different',
      errors: { email: ['The email address is different.'] },
    });
    const other = newAddress();
    await send({ email: other });
    expect((await confirm(address, code)).body.code).toBe('email_different');
    expect((await confirm(other, await codeTo(world, other, 'changeEmailCode'))).status).toBe(200);
  });

  it('refuses wrong, old and spent codes, and changes once in fifty parallel calls', async () => {
    const { member, confirm, send, address, code } = await opened();
    expect((await confirm(address, otherCode(code))).body).toMatchObject({
      status: 400,
      code: 'code_incorrect',
      triesLeft: 4,
    });
    await Promise.all(Array.from({ length: 50 }, (_, index) => confirm(address, otherCode(code, index + 1))));
    expect((await confirm(address, code)).body.code).toBe('code_used_up');
    world.clock.advance(60);
    await send({ email: address });
    const newer = await codeTo(world, address, 'changeEmailCode');
    const answers = await Promise.all(Array.from({ length: 50 }, () => confirm(address, newer)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect((await world.auditOf(member)).filter((kind) => kind === 'email_changed')).toHaveLength(1);
  });

  it('is confirmed once under a key, however often it is repeated', async () => {
    const { confirm, browser, token, address, code } = await opened();
    const key = randomUUID();
    const first = await confirm(address, code, key);
    const again = await confirm(address, code, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect((await browser.call('getRequestOutcome', { path: { key }, token })).body).toMatchObject({
      state: 'done',
      operationId: 'changeEmail',
      answer: first.body,
    });
  });
});

describe('the steps of a change', () => {
  it('send one mail per key', async () => {
    const { member, ask, send, link } = await signedIn();
    await ask(PASSWORD, 'change-email-01');
    expect((await ask(PASSWORD, 'change-email-01')).headers['idempotency-replayed']).toBe('true');
    expect(await mailsTo(world, member.email, 'changeEmailLink')).toHaveLength(1);
    const address = newAddress();
    const body = { email: address, token: tokenIn(await link()) };
    await send(body, 'change-email-02');
    expect((await send(body, 'change-email-02')).headers['idempotency-replayed']).toBe('true');
    expect(await mailsTo(world, address, 'changeEmailCode')).toHaveLength(1);
  });
});
