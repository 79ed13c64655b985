// The lost response of a recovery: who gets it again under its key, and which part of it.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailsTo, otherCode } from '../support/mails.ts';
import { createWorld, type World } from '../support/world.ts';
import { NEW_PASSWORD, accountOf, codeOf, begun } from '../support/recoveries.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

describe('a lost response of a recovery', () => {
  it('is returned with its cookie to a caller who repeats the call, and without it to one who has only the key', async () => {
    const member = await world.member();
    const [begin, show, set] = [randomUUID(), randomUUID(), randomUUID()];
    const ask = () => world.browser().call('forgetPassword', { body: accountOf(member), key: begin });
    await ask();
    const browser = world.browser();
    const repeated = await browser.call('forgetPassword', { body: accountOf(member), key: begin });
    expect(repeated.headers['idempotency-replayed']).toBe('true');
    expect(await mailsTo(world, member.email)).toHaveLength(1);
    expect(browser.cookies.get('perch_recovery')).toMatch(/^prc_/);
    const shown = { ...accountOf(member), code: await codeOf(world, member) };
    await browser.call('validateEmailAndUserName', { body: shown, key: show });

    const stranger = world.browser();
    for (const [key, operationId] of [
      [begin, 'forgetPassword'],
      [show, 'validateEmailAndUserName'],
    ] as const) {
      const answer = await stranger.call('getRequestOutcome', { path: { key } });
      expect(answer.body).toMatchObject({ state: 'done', operationId });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect(
      (await stranger.call('resetPassword', { body: { ...accountOf(member), password: NEW_PASSWORD } })).body.code,
    ).toBe('recovery_expired');

    const later = world.browser();
    later.cookies.set('perch_recovery', browser.cookies.get('perch_recovery') ?? '');
    world.clock.advance(30);
    expect(await later.call('validateEmailAndUserName', { body: shown, key: show })).toMatchObject({
      status: 200,
      body: { expiresIn: 570 },
    });
    expect(later.cookies.get('perch_reset')).toBe(browser.cookies.get('perch_reset'));
    const lost = new Map(later.cookies);
    const first = await later.call('resetPassword', {
      body: { ...accountOf(member), password: NEW_PASSWORD },
      key: set,
    });
    for (const [name, value] of lost) later.cookies.set(name, value);
    const again = await later.call('resetPassword', {
      body: { ...accountOf(member), password: NEW_PASSWORD },
      key: set,
    });
    expect(again.body).toEqual(first.body);
    expect((await world.browser().call('getRequestOutcome', { path: { key: set } })).body).toMatchObject({
      state: 'done',
      operationId: 'resetPassword',
      answer: { changedAt: (first.body as { changedAt: string }).changedAt },
    });
    expect((await world.auditOf(member)).filter((kind) => kind === 'password_reset')).toHaveLength(1);
  });

  it('is returned to no other browser, even with the key and the code', async () => {
    const { member, show } = await begun(world);
    const [key, code] = [randomUUID(), await codeOf(world, member)];
    expect((await show(code, key)).status).toBe(200);
    const thief = world.browser();
    const answer = await thief.call('validateEmailAndUserName', { body: { ...accountOf(member), code }, key });
    expect(answer.body.code).toBe('idempotency_key_reused');
    expect(thief.cookies.has('perch_reset')).toBe(false);
  });

  it('is deleted after five different calls under its key, so that nobody can guess the body', async () => {
    const { member, show } = await begun(world);
    const [key, code] = [randomUUID(), await codeOf(world, member)];
    expect((await show(code, key)).status).toBe(200);
    for (let guess = 0; guess < 4; guess += 1)
      expect((await show(otherCode(code), key)).body.code).toBe('idempotency_key_reused');
    expect((await show(code, key)).headers['idempotency-replayed']).toBe('true');
    expect((await show(otherCode(code), key)).body.code).toBe('idempotency_key_reused');
    expect((await show(code, key)).body.code).toBe('idempotency_key_reused');
  });

  it('is returned to a signed-in caller too, but an ended session is reported as such', async () => {
    const member = await world.member();
    const key = randomUUID();
    await world.browser().call('forgetPassword', { body: accountOf(member), key });
    const { accessToken: token } = await world.browser().session(member);
    expect((await world.browser().call('getRequestOutcome', { path: { key }, token })).body.state).toBe('done');
    expect((await world.browser().call('getRequestOutcome', { path: { key }, token: 'pat_unknown' })).body.code).toBe(
      'session_ended',
    );
  });
});
