// The key of a call that nobody is signed in for lets nobody guess at what the call said (decision 0032): every such
// operation of the contract has a line here. A key may leak; it goes in a header, and in the address of the question
// the outcome of the call.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import type { UnsafeOperationId } from '#server/entry/acts/acts.ts';
import type { Browser } from './support/browser.ts';
import type { Answer } from './support/call.ts';
import { codeTo, freezeTokensIn, linkTo, mailsTo, otherCode, tokenIn } from './support/mails.ts';
import { PASSWORD, type TestMember } from '#tests/support/members.ts';
import { newcomer } from './support/newcomers.ts';
import { createWorld, type World } from './support/world.ts';

let world: World;
let root: TestMember;
beforeAll(async () => {
  world = await createWorld();
  root = await world.member();
});
afterAll(() => world.close());

const MOST_OTHER_CALLS = 5;
const NEW_PASSWORD = 'tulip marble forty-seven';

/** A call that has all it needs; `wrong`: what somebody who has not may guess. Both fit the description. */
interface Ready {
  readonly browser: Browser;
  readonly path: string;
  readonly right: object;
  readonly wrong: object;
}

interface KeyedCall {
  /**
   * Whether a call without the cookie of the first is another call, so that all guesses are answered alike. Otherwise
   * they are counted.
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
        path: '/account/registerInSeat',
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
        path: '/account/validateEmailAndUserName',
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
        path: '/account/resetPassword',
        right: { password: NEW_PASSWORD },
        wrong: { password: `${NEW_PASSWORD}!` },
      };
    },
  },
  // Its address is part of the path of this call; the first is made with the cookie all the same.
  sendResetPasswordCodeByEmail: {
    bound: true,
    ready: async () => {
      const { browser, account } = await recovery();
      world.clock.advance(61);
      return {
        browser,
        path: `/account/sendResetPasswordCodeByEmail?email=${encodeURIComponent(account.email)}`,
        right: {},
        wrong: {},
      };
    },
  },
  verifyEmailNoLogin: {
    bound: false,
    ready: async () => ({ ...(await mailedCodeOf('signUp')), path: '/account/verifyEmailNoLogin' }),
  },
  forgetUsername: {
    bound: false,
    ready: async () => ({ ...(await mailedCodeOf('userName')), path: '/account/ForgetUsername' }),
  },
  sendEmailVerificationCodeNoLogin: {
    bound: false,
    ready: async () => ({
      browser: world.browser(),
      path: '/account/SendEmailVerificationCodeNoLogin',
      right: { email: (await world.member()).email, purpose: 'signUp' },
      wrong: { email: unknown.email, purpose: 'signUp' },
    }),
  },
  forgetPassword: {
    bound: false,
    ready: async () => ({
      browser: world.browser(),
      path: '/account/forgetPassword',
      right: accountOf(await world.member()),
      wrong: unknown,
    }),
  },
  sendThawLink: {
    bound: false,
    ready: async () => {
      const { browser, member } = await frozen();
      return { browser, path: '/account/sendThawLink', right: accountOf(member), wrong: unknown };
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
        path: '/account/thaw',
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
        path: '/account/freezeByLink',
        right: { token: link },
        wrong: { token: `${link.slice(0, -3)}AAA` },
      };
    },
  },
};

/** What keeps no answer under a key, so that each call is one of its own and counts as that. */
const NOT_KEPT: Partial<Record<UnsafeOperationId, string>> = {
  createToken: 'a password is counted each time',
  verifyTwoFactor:
    'a code is counted each time; its lost answer is given again to the handle and the code, for a minute',
  refreshToken: 'the token is all it says',
  checkIntroducerAndSeatUser: 'reads',
};

interface Described {
  operationId: string;
  security?: unknown[];
}

describe('the key of a call that nobody is signed in for', () => {
  it('is of one of these operations', () => {
    const posts = Object.values(description.paths as unknown as Record<string, { post?: Described }>).flatMap(
      ({ post }) => (post?.security?.length === 0 ? [post.operationId] : []),
    );
    expect([...Object.keys(KEYED), ...Object.keys(NOT_KEPT)].sort()).toEqual(posts.sort());
  });

  it.each(Object.entries(KEYED))('lets nobody else guess at what was said: %s', async (_, { bound, ready }) => {
    const { browser, path, right, wrong } = await ready();
    const key = randomUUID();
    const before = new Map(browser.cookies);
    const first = await browser.send('POST', path, { body: right, key });
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    const own = world.browser();
    for (const [name, value] of before) own.cookies.set(name, value);
    expect((await own.send('POST', path, { body: right, key })).headers['idempotency-replayed']).toBe('true');

    const told = ({ status, body, headers }: Answer) => ({ status, code: body.code, given: headers['set-cookie'] });
    const guess = async (body: object) => told(await world.browser().send('POST', path, { body, key }));
    const reused = { status: 422, code: 'idempotency_key_reused', given: undefined };
    if (bound) expect(await guess(right)).toEqual(reused);
    else for (let guesses = 0; guesses < MOST_OTHER_CALLS; guesses += 1) expect(await guess(wrong)).toEqual(reused);
    expect([await guess(wrong), await guess(right)]).toEqual([reused, reused]);
  });
});

describe('the key of a recovery that was begun', () => {
  it('gives its cookie to no stranger, where a browser that signed in before has begun it', async () => {
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
