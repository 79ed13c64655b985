import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wipeSecretAnswers } from '#server/entry/jobs/sweep.ts';
import { PASSWORD } from '#fixtures/club/members.ts';
import { bindingProofs } from '../support/binding.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const TEN_MINUTES = 600;

async function ready() {
  const member = await world.member();
  const browser = world.browser();
  const { accessToken: token } = await browser.session(member);
  const { proofs: enabling } = await bindingProofs(world, { member, browser, token });
  const send = (key: string, sent: object = enabling) =>
    browser.callUnchecked('enableTwoFactor', { body: sent, token, key });
  const outcome = async (key: string, as = token) =>
    (await browser.call('getRequestOutcome', { path: { key }, token: as })).body;
  return { member, browser, token, enabling, send, outcome };
}

describe('a call under a key', () => {
  it('has one effect, and its repetition gets the saved response with a header that says so', async () => {
    const { member, send } = await ready();
    const first = await send('enable-0001');
    const again = await send('enable-0001');
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    expect((await world.auditOf(member)).filter((kind) => kind === 'two_factor_enabled')).toHaveLength(1);
  });

  it('ignores the order of the fields', async () => {
    const { send, enabling } = await ready();
    await send('enable-0002');
    expect(
      (await send('enable-0002', { code: enabling.code, emailCode: enabling.emailCode, password: enabling.password }))
        .status,
    ).toBe(200);
  });

  it('is refused with another body, and by another operation', async () => {
    const { browser, token, send, enabling } = await ready();
    await send('enable-0003');
    expect((await send('enable-0003', { ...enabling, code: '999999' })).body).toMatchObject({
      status: 422,
      code: 'idempotency_key_reused',
    });
    const other = await browser.call('disableTwoFactor', {
      body: { password: enabling.password, code: enabling.code, method: 'totp' },
      token,
      key: 'enable-0003',
    });
    expect(other.status).toBe(422);
  });

  it('may be tried again after a failure, with what was wrong corrected', async () => {
    const { send, enabling } = await ready();
    expect((await send('enable-0004', { ...enabling, password: 'wrong' })).status).toBe(400);
    expect((await send('enable-0004', { ...enabling, code: '1' })).status).toBe(400);
    expect((await send('enable-0004')).status).toBe(200);
  });

  it('has one effect under ten parallel repetitions; the others get the response or 409', async () => {
    const { send, outcome } = await ready();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('enable-0005')));
    const first = answers.filter(
      (answer) => answer.status === 200 && answer.headers['idempotency-replayed'] === undefined,
    );
    expect(first).toHaveLength(1);
    expect(answers.every((answer) => answer.status === 200 || answer.body.code === 'request_running')).toBe(true);
    expect((await outcome('enable-0005')).state).toBe('done');
  });

  it('answers 409 while the first still runs, and runs again when that one died', async () => {
    const { member, send, outcome } = await ready();
    await send('enable-0006', { password: 'wrong', code: '1' });
    const hash = Buffer.alloc(32);
    const now = world.clock.now();
    await world.db
      .insertInto('requests')
      .values({
        scope: member.id,
        key: 'enable-0006',
        operation_id: 'enableTwoFactor',
        request_hash: hash,
        claim: member.id,
        claimed_at: now,
        leased_until: new Date(now.getTime() + 20_000),
      })
      .execute();
    expect(await outcome('enable-0006')).toEqual({ state: 'running' });
    expect((await send('enable-0006')).status).toBe(422);
    world.clock.advance(21);
    expect(await outcome('enable-0006')).toEqual({ state: 'unknown' });
    expect((await send('enable-0006')).status).toBe(200);
  });

  it('keeps a response with secrets encrypted, and only for ten minutes', async () => {
    const { member, send, outcome } = await ready();
    const first = await send('enable-0007');
    const row = () =>
      world.db.selectFrom('requests').selectAll().where('scope', '=', member.id).executeTakeFirstOrThrow();
    const kept = await row();
    expect(kept.answer).toBeNull();
    expect(kept.answer_sealed?.toString('latin1')).not.toContain(first.body.recoveryCodes[0]);
    world.clock.advance(TEN_MINUTES - 1);
    // The access token of ten minutes expires at the same time, so the member refreshes it first.
    const browser = world.browser();
    await browser.signIn(member);
    const { body } = await browser.call('verifyTwoFactor', {
      body: {
        method: 'recoveryCode',
        code: first.body.recoveryCodes[0],
      },
    });
    expect((await outcome('enable-0007', body.accessToken)).answer).toEqual(first.body);
    world.clock.advance(1);
    expect(await outcome('enable-0007', body.accessToken)).toEqual({
      state: 'done',
      operationId: 'enableTwoFactor',
      status: 200,
      answer: null,
    });
    await wipeSecretAnswers(world.db, world.clock.now());
    expect((await row()).answer_sealed).toBeNull();
    const late = await browser.call('enableTwoFactor', {
      body: { password: PASSWORD, emailCode: '123456', code: '1' },
      token: body.accessToken,
      key: 'enable-0007',
    });
    expect(late.body.code).toBe('idempotency_key_reused');
  });
});

describe('the outcome of a call', () => {
  it('is returned to the member who made it, and to nobody else', async () => {
    const { send, outcome } = await ready();
    const stranger = await world.browser().session(await world.member());
    expect(await outcome('enable-0008')).toEqual({ state: 'unknown' });
    const first = await send('enable-0008');
    expect(await outcome('enable-0008')).toEqual({
      state: 'done',
      operationId: 'enableTwoFactor',
      status: 200,
      answer: first.body,
    });
    expect(await outcome('enable-0008', stranger.accessToken)).toEqual({ state: 'unknown' });
  });

  it('is unknown for a call that was refused', async () => {
    const { send, outcome } = await ready();
    await send('enable-0009', { password: 'wrong', code: '1' });
    expect(await outcome('enable-0009')).toEqual({ state: 'unknown' });
  });

  it.each([
    'short',
    'with%20blank-x',
    'x'.repeat(65),
    '%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9',
    'x'.repeat(3000),
    'x'.repeat(16_000),
  ])('refuses the key %.20s', async (key) => {
    const { browser, token } = await ready();
    expect((await browser.call('getRequestOutcome', { path: { key }, token })).body).toMatchObject({
      status: 400,
      errors: { key: [expect.any(String)] },
    });
  });
});

describe('a call without a session', () => {
  const body = (name: string) => ({ email: `${name}@mail.example`, purpose: 'signUp' as const });

  it('has one effect under a key, in any browser, and every other call gets the saved response', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        world.browser().call('sendEmailVerificationCodeNoLogin', { body: body('ten'), key: 'anybody-0001' }),
      ),
    );
    expect(
      answers.filter((answer) => answer.status === 200 && answer.headers['idempotency-replayed'] === undefined),
    ).toHaveLength(1);
    expect(answers.every((answer) => answer.status === 200 || answer.body.code === 'request_running')).toBe(true);
    expect((await world.browser().call('getRequestOutcome', { path: { key: 'anybody-0001' } })).body).toEqual({
      state: 'done',
      operationId: 'sendEmailVerificationCodeNoLogin',
      status: 200,
      answer: { expiresIn: 600, resendIn: 60 },
    });
  });

  it('is refused under its key with another body or for another operation', async () => {
    await world.browser().call('sendEmailVerificationCodeNoLogin', { body: body('one'), key: 'anybody-0002' });
    expect(
      (await world.browser().call('sendEmailVerificationCodeNoLogin', { body: body('two'), key: 'anybody-0002' })).body
        .code,
    ).toBe('idempotency_key_reused');
    expect(
      (
        await world
          .browser()
          .call('forgetUsername', { body: { email: 'one@mail.example', code: '123456' }, key: 'anybody-0002' })
      ).body.code,
    ).toBe('idempotency_key_reused');
  });

  it('frees its key if it was refused, and is counted all the same', async () => {
    const browser = world.browser();
    await browser.call('sendEmailVerificationCodeNoLogin', { body: body('wrong') });
    const show = () =>
      browser.call('verifyEmailNoLogin', {
        body: { email: 'wrong@mail.example', code: '000000' },
        key: 'anybody-0003',
      });
    expect((await show()).body.triesLeft).toBe(4);
    expect((await show()).body.triesLeft).toBe(3);
    expect((await browser.call('getRequestOutcome', { path: { key: 'anybody-0003' } })).body).toEqual({
      state: 'unknown',
    });
  });

  it('does not share its keys with those of members', async () => {
    const { send, outcome } = await ready();
    await world.browser().call('sendEmailVerificationCodeNoLogin', { body: body('shared'), key: 'anybody-0004' });
    expect((await outcome('anybody-0004')).operationId).toBe('sendEmailVerificationCodeNoLogin');
    expect((await send('anybody-0004')).status).toBe(200);
    expect((await outcome('anybody-0004')).operationId).toBe('enableTwoFactor');
    expect((await world.browser().call('getRequestOutcome', { path: { key: 'anybody-0004' } })).body.operationId).toBe(
      'sendEmailVerificationCodeNoLogin',
    );
  });

  it('returns the seconds that are left now', async () => {
    await world.browser().call('sendEmailVerificationCodeNoLogin', { body: body('counted'), key: 'anybody-0005' });
    world.clock.advance(45);
    expect((await world.browser().call('getRequestOutcome', { path: { key: 'anybody-0005' } })).body.answer).toEqual({
      expiresIn: 555,
      resendIn: 15,
    });
    world.clock.advance(550);
    expect((await world.browser().call('getRequestOutcome', { path: { key: 'anybody-0005' } })).body.answer).toEqual({
      expiresIn: 5,
      resendIn: 0,
    });
  });
});

describe('asking for the outcome of a call', () => {
  it('with an invalid token is refused, so that a successful call does not look undone', async () => {
    expect(
      (await world.browser().call('getRequestOutcome', { path: { key: 'anybody-0001' }, token: 'pat_ended' })).body
        .code,
    ).toBe('session_ended');
    expect((await world.browser().call('getRequestOutcome', { path: { key: 'anybody-9999' } })).body).toEqual({
      state: 'unknown',
    });
  });
});
