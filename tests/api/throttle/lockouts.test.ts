// Guessing locks out nobody but the guesser (S-06, S-07 and S-09): failures of strangers, of a stolen session and of a
// thief who has only the password are counted separately from the member's own.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WRONG_PROOFS_OF_SESSION } from '#server/domain/sessions/wrong-proofs.ts';
import { passwordBucket } from '#server/domain/throttle/password-buckets.ts';
import { bindingProofs } from '../support/binding.ts';
import type { Browser } from '../support/browser.ts';
import type { Answer } from '../support/call.ts';
import { codeTo, linkTo, tokenIn } from '../support/mails.ts';
import { codeOfKey, PASSWORD, type TestMember } from '#fixtures/club/members.ts';
import { rich, setRates } from '../support/money.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
});
afterAll(() => world.close());

const NEW_PASSWORD = 'an entirely new passphrase';
const STEP = 30;
const WRONG = { method: 'totp', code: '000000' } as const;

/** Strangers give wrong passwords until the account is closed to all of them. */
async function strangersFail({ username }: TestMember): Promise<void> {
  const bucket = passwordBucket(world.services.keys, username.toLowerCase(), null);
  await world.db
    .insertInto('throttles')
    .values({ bucket, failures: 100, last_failure_at: world.clock.now(), blocked_until: null })
    .execute();
  expect((await world.browser().call('createToken', { body: { username, password: PASSWORD } })).status).toBe(401);
}

const signIn = (browser: Browser, { username }: TestMember, password = NEW_PASSWORD) =>
  browser.call('createToken', { body: { username, password } });

/** Sets the new password using only what is mailed. */
async function resetBy(browser: Browser, { email, username }: TestMember): Promise<void> {
  await browser.call('forgetPassword', { body: { email, username } });
  await browser.call('validateEmailAndUserName', {
    body: {
      email,
      username,
      code: await codeTo(world, email, 'passwordRecoveryCode'),
    },
  });
  expect((await browser.call('resetPassword', { body: { email, username, password: NEW_PASSWORD } })).status).toBe(200);
}

/** A browser with a copy of another's current cookies. */
function copyOf(browser: Browser): Browser {
  const copy = world.browser();
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
}

describe('a browser that sets a new password can sign in with it, whatever strangers do', () => {
  it('after a password change; a copy of its old cookie is worthless', async () => {
    const member = await world.member();
    const own = world.browser();
    const { accessToken: token } = await own.session(member);
    const thief = copyOf(own);
    expect(
      (await own.call('changePassword', { body: { password: PASSWORD, newPassword: NEW_PASSWORD }, token })).status,
    ).toBe(200);
    await strangersFail(member);
    expect((await signIn(thief, member)).status).not.toBe(200);
    expect((await signIn(own, member)).body.result).toBe('granted');
  });

  it('after a password reset, although strangers had locked the old one', async () => {
    const member = await world.member();
    await strangersFail(member);
    const own = world.browser();
    await resetBy(own, member);
    await strangersFail(member);
    expect((await signIn(own, member)).body.result).toBe('granted');
  });

  it('after thawing', async () => {
    const member = await world.member();
    const { email, username } = member;
    const own = world.browser();
    const { accessToken: token } = await own.session(member);
    await own.call('freezeAccount', { token });
    await own.call('sendThawLink', { body: { email, username } });
    const link = tokenIn(await linkTo(world, email, 'thawLink'));
    expect((await own.call('thawAccount', { body: { token: link } })).body.result).toBe('thawed');
    await strangersFail(member);
    expect((await signIn(own, member, PASSWORD)).body.result).toBe('granted');
  });

  it('and stays known to its other accounts', async () => {
    const [member, sibling] = [await world.member(), await world.member()];
    const own = world.browser();
    await own.session(sibling);
    const { accessToken: token } = await own.session(member);
    await own.call('changePassword', { body: { password: PASSWORD, newPassword: NEW_PASSWORD }, token });
    await strangersFail(sibling);
    expect((await signIn(own, sibling, PASSWORD)).body.result).toBe('granted');
  });

  it('with the same cookie if the response was lost and the call is repeated', async () => {
    const member = await world.member();
    const own = world.browser();
    const { accessToken: token } = await own.session(member);
    const change = () =>
      own.call('changePassword', {
        body: { password: PASSWORD, newPassword: NEW_PASSWORD },
        token,
        key: 'change-password-lost',
      });
    const before = own.cookies.get('perch_browser') ?? '';
    await change();
    const given = own.cookies.get('perch_browser');
    own.cookies.set('perch_browser', before);
    expect((await change()).headers['idempotency-replayed']).toBe('true');
    expect(own.cookies.get('perch_browser')).toBe(given);
    expect(given).not.toBe(before);
  });
});

/**
 * A second session of the member, as a thief has it, and the response to each attempt to end the others with a wrong
 * proof.
 */
async function guesses(thief: { browser: Browser; token: string }, proof: object): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (answers.length < 3 * WRONG_PROOFS_OF_SESSION && answers.at(-1)?.status !== 401) {
    const answer = await thief.browser.call('endOtherSessions', { body: proof, token: thief.token, key: randomUUID() });
    if (answer.status === 429) world.clock.advance(answer.body.retryAfterSeconds);
    else answers.push(answer);
  }
  return answers;
}

async function second(member: TestMember): Promise<{ browser: Browser; token: string }> {
  const browser = world.browser();
  const { body } = await browser.signIn(member);
  world.clock.advance(STEP);
  const granted =
    body.result === 'granted'
      ? body
      : (await browser.call('verifyTwoFactor', { body: { method: 'totp', code: member.code() } })).body;
  world.clock.advance(STEP);
  return { browser, token: granted.accessToken };
}

describe('a session that guesses', () => {
  it.each([
    { what: 'passwords', secondFactor: false, wrong: { password: 'an entirely wrong one' } },
    { what: 'codes', secondFactor: true, wrong: { secondFactor: WRONG } },
    {
      what: 'recovery codes',
      secondFactor: true,
      wrong: { secondFactor: { method: 'recoveryCode' as const, code: 'AAAA-AAAA-AAAA-AAAA' } },
    },
  ])(
    'of $what ends with the tenth wrong one, for that reason, and affects no other session',
    async ({ secondFactor, wrong }) => {
      const who = await rich(world, { USDT: '1000' }, { secondFactor });
      const thief = await second(who.member);
      const answers = await guesses(thief, wrong);
      expect(answers.map(({ status }) => status)).toEqual([
        ...Array.from({ length: WRONG_PROOFS_OF_SESSION - 1 }, () => 400),
        401,
      ]);
      expect(answers.at(-1)?.body.code).toBe('session_ended');
      expect((await thief.browser.call('listActivity', { token: thief.token })).status).toBe(401);
      const ended = await world.db
        .selectFrom('sessions')
        .select('end_reason')
        .where('member_id', '=', who.member.id)
        .where('ended_at', 'is not', null)
        .execute();
      expect(ended).toEqual([{ end_reason: 'proofs_failed' }]);
      const told = (await who.call('listActivity')).body.items as { kind: string; here: boolean }[];
      expect(told).toContainEqual(expect.objectContaining({ kind: 'session_ended_for_guessing', here: false }));
      const right = () =>
        secondFactor ? { secondFactor: { method: 'totp' as const, code: who.member.code() } } : { password: PASSWORD };
      expect((await who.call('endOtherSessions', { body: right() })).status).toBe(200);
      world.clock.advance(STEP);
      expect(
        (
          await who.call('changePassword', {
            body: {
              password: PASSWORD,
              newPassword: NEW_PASSWORD,
              ...(secondFactor ? right() : {}),
            },
          })
        ).status,
      ).toBe(200);
    },
  );

  it('does not clear its count with the right password between wrong codes', async () => {
    const who = await rich(world, {}, { secondFactor: true });
    const thief = await second(who.member);
    const statuses: number[] = [];
    for (let guess = 0; guess < WRONG_PROOFS_OF_SESSION; guess += 1) {
      statuses.push(
        (
          await thief.browser.call('disableTwoFactor', {
            body: { password: PASSWORD, ...WRONG },
            token: thief.token,
            key: randomUUID(),
          })
        ).status,
      );
    }
    expect(statuses.slice(-2)).toEqual([400, 401]);
  });

  it('in parallel has no more than ten guesses', async () => {
    const who = await rich(world, {}, { secondFactor: true });
    const thief = await second(who.member);
    await Promise.all(
      Array.from({ length: 25 }, () =>
        thief.browser.call('endOtherSessions', {
          body: { secondFactor: WRONG },
          token: thief.token,
          key: randomUUID(),
        }),
      ),
    );
    const compared = (await world.auditOf(who.member)).filter((kind) => kind === 'second_factor_failed');
    expect(compared).toHaveLength(WRONG_PROOFS_OF_SESSION);
  });

  it('does not delay a payment of another session', async () => {
    const who = await rich(world, { USDT: '1000' }, { secondFactor: true });
    await guesses(await second(who.member), { secondFactor: WRONG });
    const other = await world.member();
    const draft = await who.call('createTransfer', {
      body: { recipient: other.username, asset: 'USDT', amount: '10', note: 'x' },
    });
    expect((await who.confirm(draft.body.id)).body.state).toBe('executed');
  });
});

/** A thief who has only the password gives wrong codes until the second step is locked for strangers. */
async function lockSecondStep(member: TestMember): Promise<void> {
  for (let challenge = 0; challenge < 2; challenge += 1) {
    const thief = world.browser();
    await thief.signIn(member);
    for (let guess = 0; guess < 5; guess += 1) await thief.call('verifyTwoFactor', { body: WRONG });
  }
  const locked = world.browser();
  await locked.signIn(member);
  expect((await locked.call('verifyTwoFactor', { body: { method: 'totp', code: member.code() } })).body.code).toBe(
    'second_factor_locked',
  );
}

describe('a thief who has only the password and guesses codes', () => {
  it('cannot stop the member from changing it, ending sessions or paying', async () => {
    const who = await rich(world, { USDT: '1000' }, { secondFactor: true });
    await lockSecondStep(who.member);
    const proof = () => ({ secondFactor: { method: 'totp' as const, code: who.member.code() } });
    expect((await who.call('endOtherSessions', { body: proof() })).status).toBe(200);
    world.clock.advance(STEP);
    const other = await world.member();
    const draft = await who.call('createTransfer', {
      body: { recipient: other.username, asset: 'USDT', amount: '10', note: 'x' },
    });
    expect((await who.confirm(draft.body.id)).status).toBe(200);
    world.clock.advance(STEP);
    expect(
      (await who.call('changePassword', { body: { password: PASSWORD, newPassword: NEW_PASSWORD, ...proof() } }))
        .status,
    ).toBe(200);
  });

  it('cannot stop the member from signing in from a known browser, or with a recovery code from any', async () => {
    const who = await rich(world, {}, { secondFactor: true });
    await lockSecondStep(who.member);
    await who.browser.signIn(who.member);
    expect(
      (await who.browser.call('verifyTwoFactor', { body: { method: 'totp', code: who.member.code() } })).status,
    ).toBe(200);
    const elsewhere = world.browser();
    await elsewhere.signIn(who.member);
    expect(
      (
        await elsewhere.call('verifyTwoFactor', {
          body: { method: 'recoveryCode', code: who.member.recoveryCodes[0] ?? '' },
        })
      ).status,
    ).toBe(200);
  });

  it('gets no new guesses from a password reset, even with access to the mailbox', async () => {
    const { member } = await rich(world, {}, { secondFactor: true });
    const guesses = async (): Promise<readonly string[]> => {
      const thief = world.browser();
      await resetBy(thief, member);
      const codes: string[] = [];
      for (let challenge = 0; challenge < 2; challenge += 1) {
        await signIn(thief, member);
        for (let guess = 0; guess < 5; guess += 1)
          codes.push((await thief.call('verifyTwoFactor', { body: WRONG })).body.code);
      }
      return codes;
    };
    expect(new Set(await guesses())).toEqual(new Set(['code_incorrect', 'challenge_used_up']));
    world.clock.advance(60);
    expect(new Set(await guesses())).toEqual(new Set(['second_factor_locked']));
  });

  it('gets none from a reset in a browser that signed in before either', async () => {
    const { member, browser } = await rich(world, {}, { secondFactor: true });
    await signIn(browser, member, PASSWORD);
    for (let guess = 0; guess < 5; guess += 1) await browser.call('verifyTwoFactor', { body: WRONG });
    await resetBy(browser, member);
    await signIn(browser, member);
    for (let guess = 0; guess < 5; guess += 1) await browser.call('verifyTwoFactor', { body: WRONG });
    await signIn(browser, member);
    expect((await browser.call('verifyTwoFactor', { body: WRONG })).body.code).toBe('second_factor_locked');
  });

  it('cannot throttle or lock out a browser that has reset the password', async () => {
    const { member } = await rich(world, {}, { secondFactor: true });
    await lockSecondStep(member);
    const own = world.browser();
    await resetBy(own, member);
    await signIn(own, member);
    expect((await own.call('verifyTwoFactor', { body: { method: 'totp', code: member.code() } })).status).toBe(200);
  });

  it('gets no separate guesses for browsers that signed in before the app was bound', async () => {
    const member = await world.member();
    const thieves = [world.browser(), world.browser()];
    for (const thief of thieves) await thief.session(member);
    const browser = world.browser();
    const { accessToken: token } = await browser.session(member);
    const { proofs, key } = await bindingProofs(world, { member, browser, token });
    expect((await browser.call('enableTwoFactor', { body: proofs, token })).status).toBe(200);
    for (const thief of thieves) {
      await signIn(thief, member, PASSWORD);
      for (let guess = 0; guess < 5; guess += 1) await thief.call('verifyTwoFactor', { body: WRONG });
    }
    for (const thief of thieves) {
      await signIn(thief, member, PASSWORD);
      expect((await thief.call('verifyTwoFactor', { body: WRONG })).body.code).toBe('second_factor_locked');
    }
    world.clock.advance(STEP);
    await signIn(browser, member, PASSWORD);
    expect(
      (await browser.call('verifyTwoFactor', { body: { method: 'totp', code: codeOfKey(key, world.clock.now()) } }))
        .status,
    ).toBe(200);
  });

  it('cannot stop the member from thawing', async () => {
    const who = await rich(world, {}, { secondFactor: true });
    const { email, username } = who.member;
    await lockSecondStep(who.member);
    await who.call('freezeAccount');
    await who.browser.call('sendThawLink', { body: { email, username } });
    const token = tokenIn(await linkTo(world, email, 'thawLink'));
    expect(
      (
        await who.browser.call('thawAccount', {
          body: { token, secondFactor: { method: 'totp', code: who.member.code() } },
        })
      ).body.result,
    ).toBe('thawed');
  });
});
