import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otherCode } from '../support/mails.ts';
import { codeOfKey, PASSWORD, type TestMember } from '#fixtures/club/members.ts';
import { mailedCode } from '../support/binding.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const STEP = 30;

async function signedIn(given?: TestMember) {
  const member = given ?? (await world.member());
  const browser = world.browser();
  const { accessToken: token } = await browser.session(member);
  const info = async () => (await browser.call('getTwoFactorInfo', { token })).body;
  /** With the mailed code, unless the body has another. */
  const enable = async (body: object, key?: string) => {
    const emailCode = 'emailCode' in body ? body.emailCode : await mailedCode(world, { member, browser, token });
    return browser.callUnchecked('enableTwoFactor', { body: { emailCode, ...body }, token, key });
  };
  const disable = (body: object, key?: string) => browser.callUnchecked('disableTwoFactor', { body, token, key });
  const mailed = () => mailedCode(world, { member, browser, token });
  return { member, browser, token, info, enable, disable, mailed };
}

/**
 * A member signed in with a second factor bound in this same session; the clock advances, so that the code may be used
 * again.
 */
async function bound() {
  const session = await signedIn();
  const { binding } = await session.info();
  const enabled = await session.enable({ password: PASSWORD, code: codeOfKey(binding.secret, world.clock.now()) });
  expect(enabled.status).toBe(200);
  world.clock.advance(STEP);
  const recoveryCodes: string[] = enabled.body.recoveryCodes;
  return { ...session, recoveryCodes, code: () => codeOfKey(binding.secret, world.clock.now()) };
}

describe('reading the second factor', () => {
  it('offers the same 160-bit key at every read of a session, and another in another session', async () => {
    const { member, info } = await signedIn();
    const first = await info();
    expect(first).toMatchObject({ enabled: false, enabledAt: null, recoveryCodesLeft: 0 });
    expect(first.binding.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(first.binding.uri).toContain(`secret=${first.binding.secret}`);
    expect(await info()).toEqual(first);
    const other = await signedIn(member);
    expect((await other.info()).binding.secret).not.toBe(first.binding.secret);
  });

  it('changes nothing', async () => {
    const { member, info } = await signedIn();
    const before = await world.db
      .selectFrom('members')
      .selectAll()
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow();
    await info();
    expect(
      await world.db.selectFrom('members').selectAll().where('id', '=', member.id).executeTakeFirstOrThrow(),
    ).toEqual(before);
  });
});

describe('binding', () => {
  it('requires the password and a first code, returns ten recovery codes once, and notifies the member', async () => {
    const { member, info, enable } = await signedIn();
    const { binding } = await info();
    const enabled = await enable({ password: PASSWORD, code: codeOfKey(binding.secret, world.clock.now()) });
    expect(enabled.status).toBe(200);
    expect(new Set(enabled.body.recoveryCodes).size).toBe(10);
    for (const code of enabled.body.recoveryCodes)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(await info()).toEqual({
      enabled: true,
      enabledAt: world.clock.now().toISOString(),
      provisionalUntil: null,
      recoveryCodesLeft: 10,
      emailVerified: true,
      binding: null,
    });
    expect((await world.mailsOf(member)).map((mail) => mail.kind).sort()).toEqual([
      'bindTwoFactorCode',
      'newSignIn',
      'twoFactorOn',
    ]);
    expect(await world.auditOf(member)).toEqual(['signed_in', 'two_factor_enabled']);
  });

  it('stores the key encrypted and the recovery codes hashed', async () => {
    const { member, recoveryCodes } = await bound();
    const { secret_sealed: sealed } = await world.db
      .selectFrom('two_factor')
      .select('secret_sealed')
      .where('member_id', '=', member.id)
      .executeTakeFirstOrThrow();
    expect(sealed).toHaveLength(12 + 20 + 16);
    const hashes = await world.db
      .selectFrom('recovery_codes')
      .select('code_hash')
      .where('member_id', '=', member.id)
      .execute();
    expect(hashes.map((row) => row.code_hash.toString())).not.toContain(recoveryCodes[0]);
  });

  it('ends all other sessions of the member, and nobody else’s', async () => {
    const stranger = await signedIn();
    const { member, info, enable, browser, token } = await signedIn();
    const other = await world.browser().session(member);
    const { binding } = await info();
    await enable({ password: PASSWORD, code: codeOfKey(binding.secret, world.clock.now()) });
    expect((await browser.call('getUserInfo', { token: other.accessToken })).status).toBe(401);
    expect((await browser.call('getUserInfo', { token })).status).toBe(200);
    expect((await stranger.info()).enabled).toBe(false);
  });

  it('makes the next sign-in require a code, and the first code no longer works', async () => {
    const { member, info, enable } = await signedIn();
    const { binding } = await info();
    const code = codeOfKey(binding.secret, world.clock.now());
    await enable({ password: PASSWORD, code });
    const browser = world.browser();
    expect((await browser.signIn(member)).body.result).toBe('secondFactor');
    expect((await browser.call('verifyTwoFactor', { body: { method: 'totp', code } })).body.code).toBe(
      'code_incorrect',
    );
    world.clock.advance(STEP);
    expect(
      (
        await browser.call('verifyTwoFactor', {
          body: { method: 'totp', code: codeOfKey(binding.secret, world.clock.now()) },
        })
      ).status,
    ).toBe(200);
  });

  it('refuses a wrong password and a wrong code, each with its own problem', async () => {
    const { info, enable } = await signedIn();
    const { binding } = await info();
    const code = codeOfKey(binding.secret, world.clock.now());
    expect((await enable({ password: 'wrong', code })).body).toMatchObject({
      code: 'password_incorrect',
      errors: { password: ['Password is incorrect.'] },
    });
    expect((await enable({ password: PASSWORD, code: '12345' })).body).toMatchObject({
      code: 'code_incorrect',
      errors: { code: ['Code is incorrect.'] },
    });
    expect(
      (await enable({ password: PASSWORD, code: codeOfKey(binding.secret, world.clock.now(), 5) })).body.code,
    ).toBe('code_incorrect');
    expect((await enable({ password: PASSWORD, code })).status).toBe(200);
  });

  it('refuses the key that another session was offered', async () => {
    const { member, enable } = await signedIn();
    const other = await signedIn(member);
    const { binding } = await other.info();
    expect((await enable({ password: PASSWORD, code: codeOfKey(binding.secret, world.clock.now()) })).body.code).toBe(
      'code_incorrect',
    );
  });

  it('happens once: 409 afterwards, and one of ten parallel calls', async () => {
    const { info, enable, mailed } = await signedIn();
    const { binding } = await info();
    const body = { password: PASSWORD, emailCode: await mailed(), code: codeOfKey(binding.secret, world.clock.now()) };
    const answers = await Promise.all(Array.from({ length: 5 }, () => enable(body)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect((await enable(body)).body).toMatchObject({ status: 409, code: 'two_factor_already_on' });
  });

  it('is throttled after wrong passwords, without locking the sign-in', async () => {
    const { member, enable } = await signedIn();
    for (let failure = 0; failure < 6; failure += 1)
      expect((await enable({ password: 'wrong', code: '123456' })).status).toBe(400);
    expect((await enable({ password: PASSWORD, code: '123456' })).body).toMatchObject({
      status: 429,
      code: 'too_many_requests',
      retryAfterSeconds: 1,
    });
    expect((await world.browser().signIn(member)).status).toBe(200);
  });
});

describe('what binding requires', () => {
  it('is a code to the verified address besides the password: with password and key alone nothing is bound and no money is confirmed', async () => {
    const { member, browser, token, info } = await signedIn();
    const { binding } = await info();
    const code = codeOfKey(binding.secret, world.clock.now());
    expect((await browser.callUnchecked('enableTwoFactor', { body: { password: PASSWORD, code }, token })).status).toBe(
      400,
    );
    expect(
      (await browser.call('enableTwoFactor', { body: { password: PASSWORD, emailCode: '000000', code }, token })).body
        .code,
    ).toBe('code_expired');
    expect((await info()).enabled).toBe(false);
    expect((await browser.call('getTransferOptions', { token })).body.secondFactor).toBe('email');
    expect((await world.mailsOf(member)).map(({ kind }) => kind)).not.toContain('twoFactorOn');
  });

  it('says which of the two codes is wrong, and a wrong code of the app leaves the mailed code valid', async () => {
    const { info, enable, mailed } = await signedIn();
    const { binding } = await info();
    const emailCode = await mailed();
    const code = codeOfKey(binding.secret, world.clock.now());
    expect((await enable({ password: PASSWORD, emailCode, code: '000000' })).body).toMatchObject({
      code: 'code_incorrect',
      errors: { code: ['Code is incorrect.'] },
    });
    expect((await enable({ password: PASSWORD, emailCode: otherCode(emailCode), code })).body).toMatchObject({
      code: 'code_incorrect',
      triesLeft: 4,
      errors: { emailCode: ['Code is incorrect.'] },
    });
    expect((await enable({ password: PASSWORD, emailCode, code })).status).toBe(200);
  });

  it('accepts five wrong mailed codes, then only a new one', async () => {
    const { info, enable, mailed } = await signedIn();
    const { binding } = await info();
    const emailCode = await mailed();
    const code = codeOfKey(binding.secret, world.clock.now());
    for (let wrong = 1; wrong < 5; wrong += 1)
      await enable({ password: PASSWORD, emailCode: otherCode(emailCode, wrong), code });
    expect((await enable({ password: PASSWORD, emailCode: otherCode(emailCode, 5), code })).body.code).toBe(
      'code_used_up',
    );
    expect((await enable({ password: PASSWORD, emailCode, code })).body.code).toBe('code_used_up');
    world.clock.advance(60);
    expect((await enable({ password: PASSWORD, code: codeOfKey(binding.secret, world.clock.now()) })).status).toBe(200);
  });

  it('is valid only for the session that requested it', async () => {
    const { member, mailed } = await signedIn();
    const emailCode = await mailed();
    const other = await signedIn(member);
    const { binding } = await other.info();
    expect(
      (await other.enable({ password: PASSWORD, emailCode, code: codeOfKey(binding.secret, world.clock.now()) })).body
        .code,
    ).toBe('code_expired');
  });

  it('is an address that was verified before', async () => {
    const { member, browser, token, info } = await signedIn();
    await world.db.updateTable('members').set({ email_verified_at: null }).where('id', '=', member.id).execute();
    expect(await info()).toMatchObject({ enabled: false, emailVerified: false });
    expect((await browser.call('sendTwoFactorCode', { token })).body).toMatchObject({
      status: 403,
      code: 'email_not_verified',
    });
    const { binding } = await info();
    const given = { password: PASSWORD, emailCode: '123456', code: codeOfKey(binding.secret, world.clock.now()) };
    expect((await browser.call('enableTwoFactor', { body: given, token })).body).toMatchObject({
      status: 403,
      code: 'email_not_verified',
    });
  });

  it('is not mailed to a member who already has an app', async () => {
    const { browser, token } = await bound();
    expect((await browser.call('sendTwoFactorCode', { token })).body).toMatchObject({
      status: 409,
      code: 'two_factor_already_on',
    });
  });

  it('causes no hold: it gives nobody more than the mailbox gave', async () => {
    const { browser, token } = await bound();
    expect((await browser.call('getUserInfo', { token })).body.moneyHeldUntil).toBeNull();
  });
});

describe('unbinding', () => {
  it.each(['totp', 'recoveryCode'] as const)(
    'requires the password and a code by %s, ends other sessions, and notifies the member',
    async (method) => {
      const { member, browser, info, token, recoveryCodes, code } = await bound();
      const other = world.browser();
      await other.signIn(member);
      const { body: opened } = await other.call('verifyTwoFactor', { body: { method: 'totp', code: code() } });
      world.clock.advance(STEP);
      const disabled = await browser.call('disableTwoFactor', {
        body: { password: PASSWORD, method, code: method === 'totp' ? code() : (recoveryCodes[3] ?? '') },
        token,
      });
      expect(disabled).toMatchObject({ status: 200, body: { disabledAt: world.clock.now().toISOString() } });
      expect((await browser.call('getUserInfo', { token: opened.accessToken })).status).toBe(401);
      expect((await info()).enabled).toBe(false);
      expect((await world.mailsOf(member)).map((mail) => mail.kind)).toContain('twoFactorOff');
      expect((await world.browser().signIn(member)).body.result).toBe('granted');
    },
  );

  it('offers another key afterwards', async () => {
    const { info, disable, recoveryCodes, browser, token } = await bound();
    const offeredBefore = (await browser.call('getTwoFactorInfo', { token })).body.binding;
    await disable({ password: PASSWORD, method: 'recoveryCode', code: recoveryCodes[0] });
    expect(offeredBefore).toBeNull();
    expect((await info()).binding.secret).toMatch(/^[A-Z2-7]{32}$/);
  });

  it('ends open challenges', async () => {
    const { member, disable, recoveryCodes } = await bound();
    const other = world.browser();
    await other.signIn(member);
    await disable({ password: PASSWORD, method: 'recoveryCode', code: recoveryCodes[0] });
    expect(
      (await other.call('verifyTwoFactor', { body: { method: 'recoveryCode', code: recoveryCodes[1] ?? '' } })).body
        .code,
    ).toBe('challenge_expired');
  });

  it('refuses a wrong password, a wrong code, a used code, and answers 409 if no app is bound', async () => {
    const { disable, code } = await bound();
    expect((await disable({ password: 'wrong', method: 'totp', code: code() })).body.code).toBe('password_incorrect');
    expect((await disable({ password: PASSWORD, method: 'recoveryCode', code: 'AAAA-AAAA-AAAA-AAAA' })).body.code).toBe(
      'code_incorrect',
    );
    const used = code();
    expect((await disable({ password: PASSWORD, method: 'totp', code: used })).status).toBe(200);
    expect((await disable({ password: PASSWORD, method: 'totp', code: used })).body).toMatchObject({
      status: 409,
      code: 'two_factor_already_off',
    });
  });

  it('ends the session at the tenth wrong code, and shares no count with the sign-in', async () => {
    const { member, disable, code } = await bound();
    for (let failure = 1; failure < 10; failure += 1) {
      expect((await disable({ password: PASSWORD, method: 'totp', code: 'wrong!' })).status).toBe(400);
    }
    expect((await disable({ password: PASSWORD, method: 'totp', code: 'wrong!' })).body).toMatchObject({
      status: 401,
      code: 'session_ended',
    });
    expect((await disable({ password: PASSWORD, method: 'totp', code: code() })).status).toBe(401);
    const browser = world.browser();
    await browser.signIn(member);
    expect((await browser.call('verifyTwoFactor', { body: { method: 'totp', code: code() } })).status).toBe(200);
  });
});
