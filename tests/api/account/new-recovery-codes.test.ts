// New recovery codes take the place of the old ones (F-07, S-08); what the act asks for and whom it tells is compared
// with its line in tests/api/acts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wipeSecretAnswers } from '#server/entry/jobs/sweep.ts';
import { codeOfKey, PASSWORD } from '#fixtures/club/members.ts';
import { bindingProofs } from '../support/binding.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const STEP = 30;
const TEN_MINUTES_MS = 600_000;

/** A member who has bound an app in this session, with its codes and those of recovery. */
async function bound() {
  const member = await world.member();
  const browser = world.browser();
  const { accessToken: token } = await browser.session(member);
  const { proofs, key: secret } = await bindingProofs(world, { member, browser, token });
  const { body } = await browser.call('enableTwoFactor', { body: proofs, token });
  world.clock.advance(STEP);
  const old = body.recoveryCodes as readonly string[];
  const code = () => codeOfKey(secret, world.clock.now());
  const renew = async (given: object = {}, key?: string) => {
    const proof = { password: PASSWORD, method: 'totp', code: code(), ...given };
    return browser.callUnchecked('renewRecoveryCodes', { body: proof, token, key });
  };
  const left = async () =>
    (await browser.call('getTwoFactorInfo', { token })).body.recoveryCodesLeft as unknown as number;
  const signsIn = async (code: string) => {
    const stranger = world.browser();
    await stranger.signIn(member);
    return (await stranger.call('verifyTwoFactor', { body: { method: 'recoveryCode', code } })).status === 200;
  };
  const outcome = async (key: string) =>
    (await browser.call('getRequestOutcome', { path: { key }, token })).body as { state: string; answer: unknown };
  return { member, old, renew, left, signsIn, outcome, code };
}

describe('new recovery codes', () => {
  it('are ten others, and the old ones end with them', async () => {
    const { old, renew, left, signsIn } = await bound();
    const { status, body } = await renew();
    expect(status).toBe(200);
    const fresh = body.recoveryCodes as readonly string[];
    expect(new Set([...fresh, ...old]).size).toBe(20);
    expect(await left()).toBe(10);
    expect(await signsIn(old[0] ?? '')).toBe(false);
    expect(await signsIn(fresh[0] ?? '')).toBe(true);
    expect(await left()).toBe(9);
  });

  it('may be asked for with one that is left, whose use holds money', async () => {
    const { member, old, renew, left } = await bound();
    expect((await renew({ method: 'recoveryCode', code: old[3] })).status).toBe(200);
    expect(await left()).toBe(10);
    const { money_held_until: until } = await world.db
      .selectFrom('members')
      .select('money_held_until')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow();
    expect(until).not.toBeNull();
    expect((await world.mailsOf(member)).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['recoveryCodeUsed', 'recoveryCodesRenewed']),
    );
  });

  it('are not made where no app is set up', async () => {
    const member = await world.member();
    const browser = world.browser();
    const { accessToken: token } = await browser.session(member);
    const proof = { password: PASSWORD, method: 'totp', code: '123456' } as const;
    expect((await browser.call('renewRecoveryCodes', { body: proof, token })).body.code).toBe('two_factor_already_off');
  });

  it('leave the old ones as they are after a wrong proof', async () => {
    const { old, renew, signsIn } = await bound();
    expect((await renew({ code: '000000' })).body.code).toBe('code_incorrect');
    expect((await renew({ password: 'not the password' })).body.code).toBe('password_incorrect');
    expect(await signsIn(old[0] ?? '')).toBe(true);
  });

  it('end the session that guesses too often', async () => {
    const { renew } = await bound();
    const codes: string[] = [];
    for (let guess = 0; guess < 10; guess += 1) codes.push((await renew({ code: '000000' })).body.code);
    expect(codes.at(-1)).toBe('session_ended');
  });

  it('are returned again under the same key, for ten minutes', async () => {
    const { member, renew, left, outcome, code } = await bound();
    const sent = { code: code() };
    const first = await renew(sent, 'renew-0001');
    const again = await renew(sent, 'renew-0001');
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect((await outcome('renew-0001')).answer).toEqual(first.body);
    await wipeSecretAnswers(world.db, new Date(world.clock.now().getTime() + TEN_MINUTES_MS));
    expect((await renew(sent, 'renew-0001')).body.code).toBe('request_running');
    expect(await outcome('renew-0001')).toMatchObject({ state: 'done', answer: null });
    expect(await left()).toBe(10);
    expect((await world.auditOf(member)).filter((kind) => kind === 'recovery_codes_renewed')).toHaveLength(1);
  });
});
