// The key of a call without a session does not let anybody guess the body of the call (decision 0032): every such
// operation of the contract has a line here. A key may leak: it is sent in a header, and in the URL when the outcome is
// requested.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import type { UnsafeOperationId } from '#server/entry/acts/acts.ts';
import type { Browser } from '../support/browser.ts';
import type { Answer } from '../support/call.ts';
import { codeTo, freezeTokensIn, linkTo, mailsTo, otherCode, tokenIn } from '../support/mails.ts';
import { PASSWORD, type TestMember } from '#fixtures/club/members.ts';
import { newcomer } from '../support/newcomers.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let root: TestMember;
beforeAll(async () => {
  world = await createWorld();
  root = await world.member();
});
afterAll(() => world.close());

const MOST_OTHER_CALLS = 5;
const NEW_PASSWORD = 'tulip marble forty-seven';

/** A call with everything it needs; `wrong`: what a stranger may guess. Both match the description. */
interface Ready {
  readonly browser: Browser;
  readonly query?: Readonly<Record<string, string>>;
  readonly right: object;
  readonly wrong: object;
}

interface KeyedCall {
  /**
   * Whether a call without the cookie of the first is a different call, so that all guesses are answered alike.
   * Otherwise they are counted.
   */
  readonly bound: boolean;
  readonly ready: () => Promise<Ready>;
}

const accountOf = ({ email, username }: TestMember) => ({ email, username });
const unknown = { email: 'whoever@mail.example', username: 'whoever' };

async function recovery(): Promise<{ browser: Browser; account: { email: string; username: string }; code: string }> {
  const member = await world.member();
  const account = accountOf(member);
  const browser = world.browser();
  await browser.call('forgetPassword', { body: account });
  return { browser, account, code: await codeTo(world, account.email, 'passwordRecoveryCode') };
}

async function frozen(): Promise<{ browser: Browser; member: TestMember }> {
  const member = await world.member();
  const browser = world.browser();
  const { accessToken: token } = await browser.session(member);
  expect((await browser.call('freezeAccount', { token })).status).toBe(200);
  return { browser: world.browser(), member };
}

async function mailedCodeOf(purpose: 'signUp' | 'userName') {
  const { email } = await world.member();
  const browser = world.browser();
  await browser.call('sendEmailVerificationCodeNoLogin', { body: { email, purpose } });
  const code = await codeTo(world, email, `${purpose}Code`);
  return { browser, right: { email, code }, wrong: { email, code: otherCode(code) } };
}

const KEYED: Partial<Record<UnsafeOperationId, KeyedCall>> = {
  registerInSeat: {
    bound: true,
    ready: async () => {
      const { browser, details } = await newcomer(world, { introducer: root });
      return {
        browser,
        right: details,
        wrong: { ...details, password: NEW_PASSWORD },
      };
    },
  },
  validateEmailAndUserName: {
    bound: true,
    ready: async () => {
      const { browser, account, code } = await recovery();
      return {
        browser,
        right: { ...account, code },
        wrong: { ...account, code: otherCode(code) },
      };
    },
  },
  resetPassword: {
    bound: true,
    ready: async () => {
      const { browser, account, code } = await recovery();
      await browser.call('validateEmailAndUserName', { body: { ...account, code } });
      return {
        browser,
        right: { ...account, password: NEW_PASSWORD },
        wrong: { ...account, password: `${NEW_PASSWORD}!` },
      };
    },
  },
  // Its address is in the query of this call; the first is made with the cookie all the same.
  sendResetPasswordCodeByEmail: {
    bound: true,
    ready: async () => {
      const { browser, account } = await recovery();
      world.clock.advance(61);
      return {
        browser,
        query: { email: account.email },
        right: {},
        wrong: {},
      };
    },
  },
  verifyEmailNoLogin: {
    bound: true,
    ready: () => mailedCodeOf('signUp'),
  },
  forgetUsername: {
    bound: true,
    ready: () => mailedCodeOf('userName'),
  },
  sendEmailVerificationCodeNoLogin: {
    bound: false,
    ready: async () => ({
      browser: world.browser(),
      right: { email: (await world.member()).email, purpose: 'signUp' },
      wrong: { email: unknown.email, purpose: 'signUp' },
    }),
  },
  forgetPassword: {
    bound: false,
    ready: async () => ({
      browser: world.browser(),
      right: accountOf(await world.member()),
      wrong: unknown,
    }),
  },
  sendThawLink: {
    bound: false,
    ready: async () => {
      const { browser, member } = await frozen();
      return { browser, right: accountOf(member), wrong: unknown };
    },
  },
  thawAccount: {
    bound: false,
    ready: async () => {
      const { browser, member } = await frozen();
      await browser.call('sendThawLink', { body: accountOf(member) });
      const token = tokenIn(await linkTo(world, member.email, 'thawLink'));
      return {
        browser,
        right: { token },
        wrong: { token, secondFactor: { method: 'totp', code: '123456' } },
      };
    },
  },
  freezeByLink: {
    bound: false,
    ready: async () => {
      const member = await world.member();
      const browser = world.browser();
      const { accessToken: token } = await browser.session(member);
      await browser.call('changePassword', { body: { password: PASSWORD, newPassword: NEW_PASSWORD }, token });
      const [link = ''] = freezeTokensIn((await mailsTo(world, member.email, 'passwordChanged'))[0]?.body);
      return {
        browser: world.browser(),
        right: { token: link },
        wrong: { token: `${link.slice(0, -3)}AAA` },
      };
    },
  },
};

/** Operations that store no response under a key, so that each call counts separately. */
const NOT_KEPT: Partial<Record<UnsafeOperationId, string>> = {
  createToken: 'a password is counted each time',
  verifyTwoFactor:
    'a code is counted each time; its lost answer is given again to the handle and the code, for a minute',
  refreshToken: 'the token is all it says',
  checkIntroducerAndSeatUser: 'reads',
  beginPasskeySignIn: 'each call makes a challenge of its own',
  signInWithPasskey:
    'a challenge is used up by its first answer; a lost answer is given again to the same key and signature, for a minute',
};

interface Described {
  operationId: string;
  security?: unknown[];
}

describe('the key of a call without a session', () => {
  it('belongs to one of these operations', () => {
    const posts = Object.values(description.paths as unknown as Record<string, { post?: Described }>).flatMap(
      ({ post }) => (post?.security?.length === 0 ? [post.operationId] : []),
    );
    expect([...Object.keys(KEYED), ...Object.keys(NOT_KEPT)].sort()).toEqual(posts.sort());
  });

  it.each(Object.entries(KEYED))('lets nobody else guess at what was said: %s', async (name, { bound, ready }) => {
    const { browser, query, right, wrong } = await ready();
    const key = randomUUID();
    const ask = (by: Browser, body: object) => by.callUnchecked(name as UnsafeOperationId, { query, body, key });
    const before = new Map(browser.cookies);
    const first = await ask(browser, right);
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    const own = world.browser();
    for (const [name, value] of before) own.cookies.set(name, value);
    expect((await ask(own, right)).headers['idempotency-replayed']).toBe('true');

    const told = ({ status, body, headers }: Answer) => ({ status, code: body.code, given: headers['set-cookie'] });
    const guess = async (body: object) => told(await ask(world.browser(), body));
    const reused = { status: 422, code: 'idempotency_key_reused', given: undefined };
    if (bound) expect(await guess(right)).toEqual(reused);
    else for (let guesses = 0; guesses < MOST_OTHER_CALLS; guesses += 1) expect(await guess(wrong)).toEqual(reused);
    expect([await guess(wrong), await guess(right)]).toEqual([reused, reused]);
  });

  it.each(Object.entries(KEYED))(
    'gives no cookie of its answer to who asks for the outcome: %s',
    async (name, call) => {
      const { browser, query, right } = await call.ready();
      const key = randomUUID();
      const before = new Map(browser.cookies);
      await browser.callUnchecked(name as UnsafeOperationId, { query, body: right, key });
      const given = [...browser.cookies].filter(([cookie, value]) => before.get(cookie) !== value);
      const { status, body } = await world.browser().call('getRequestOutcome', { path: { key } });
      expect(status).toBe(200);
      for (const [, value] of given) expect(JSON.stringify(body)).not.toContain(decodeURIComponent(value));
    },
  );

  it('gives the proof of an address to the call itself alone', async () => {
    const { browser, right } = await mailedCodeOf('signUp');
    const key = randomUUID();
    const { body } = await browser.call('verifyEmailNoLogin', { body: right, key });
    expect(body.proof).toBe(browser.cookies.get('perch_email_proof'));
    const { body: outcome } = await world.browser().call('getRequestOutcome', { path: { key } });
    expect(outcome).toMatchObject({ answer: { expiresIn: expect.any(Number) } });
    expect(JSON.stringify(outcome)).not.toContain(body.proof);
  });
});

describe('the key of a recovery that was begun', () => {
  it('gives its cookie to no stranger, if a browser that signed in before has begun it', async () => {
    const member = await world.member();
    const own = world.browser();
    await own.session(member);
    const key = randomUUID();
    const begin = (browser: Browser) => browser.call('forgetPassword', { body: accountOf(member), key });
    expect((await begin(own)).status).toBe(200);
    const given = own.cookies.get('perch_recovery');
    own.cookies.delete('perch_recovery');
    const thief = world.browser();
    expect((await begin(thief)).body.code).toBe('idempotency_key_reused');
    expect(thief.cookies.has('perch_recovery')).toBe(false);
    expect((await begin(own)).headers['idempotency-replayed']).toBe('true');
    expect(own.cookies.get('perch_recovery')).toBe(given);
  });
});
