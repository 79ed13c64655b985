import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressKey } from '#server/entry/http/caller.ts';
import type { Tracing } from '#server/platform/tracing/tracing.ts';
import { requestTo, type OperationId } from '../support/call.ts';
import { forgetCalls } from '../support/rows.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());
// Each test counts from nothing: several processes on a database count together.
beforeEach(() => forgetCalls(world));

/** How many of this many calls were let through. */
async function allowed(
  path: string,
  options: { calls: number; method?: 'GET' | 'POST'; trustProxy?: string[]; from?: (call: number) => string },
) {
  const strict = await createWorld({
    on: world,
    config: { rateLimitScale: 1, trustProxy: options.trustProxy ?? false },
  });
  const statuses = [];
  for (let call = 0; call < options.calls; call += 1) {
    const response = await strict.app.inject({
      method: options.method ?? 'POST',
      url: `/api${path}`,
      headers: options.from === undefined ? {} : { 'x-forwarded-for': options.from(call) },
      ...(options.method === 'GET' ? {} : { payload: {} }),
    });
    statuses.push(response.statusCode);
    if (response.statusCode === 429) {
      expect(response.json()).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: expect.any(Number) });
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    }
  }
  await strict.close();
  return statuses.filter((status) => status !== 429).length;
}

describe('the mails that a member requests', () => {
  it('count for the member: strangers at the same address use none of them', async () => {
    const strict = await createWorld({ on: world, config: { rateLimitScale: 1 } });
    const token = (await world.browser().session(await world.member())).accessToken;
    const ask = async (id: OperationId, bearer?: string) =>
      (
        await strict.app.inject({
          ...requestTo(id),
          payload: {},
          headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
        })
      ).statusCode;
    for (let call = 0; call < 4; call += 1) await ask('forgetPassword');
    expect(await ask('forgetPassword')).toBe(429);
    const statuses = [];
    for (let call = 0; call < 11; call += 1) statuses.push(await ask('sendEmailVerificationCode', token));
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
    await strict.close();
  });
});

describe('what stops a thief', () => {
  it('is left to each session, whatever another one of the member has used up', async () => {
    const strict = await createWorld({ on: world, config: { rateLimitScale: 1 } });
    const member = await world.member();
    const [stolen, own] = [await world.browser().session(member), await world.browser().session(member)];
    const ask = async (id: OperationId, { accessToken }: typeof own) =>
      (await strict.app.inject({ ...requestTo(id), payload: {}, headers: { authorization: `Bearer ${accessToken}` } }))
        .statusCode;
    for (const id of ['endOtherSessions', 'turnOnPush', 'beginDraftPasskey'] as const)
      for (let call = 0; call < 11; call += 1) await ask(id, stolen);
    for (const id of ['endOtherSessions', 'turnOnPush', 'beginDraftPasskey'] as const)
      expect(await ask(id, stolen), id).toBe(429);
    for (const id of ['endSession', 'endOtherSessions', 'changePassword'] as const)
      expect(await ask(id, own), id).toBe(400);
    // There is nothing to keep on, and the call is heard.
    expect(await ask('keepAllowList', own)).toBe(409);
    expect(await ask('freezeAccount', own)).toBe(200);
    await strict.close();
  });
});

describe('calls per address and minute', () => {
  it.each([
    ['/token', 10],
    ['/token/twoFactor', 10],
    ['/token/refresh', 30],
    ['/token/revoke', 30],
    ['/account/SendEmailVerificationCodeNoLogin', 3],
    ['/account/forgetPassword', 3],
    ['/account/sendResetPasswordCodeByEmail?email=x@mail.example', 3],
    ['/account/sendThawLink', 3],
    ['/account/verifyEmailNoLogin', 10],
    ['/account/validateEmailAndUserName', 10],
    ['/account/resetPassword', 10],
    ['/account/ForgetUsername', 10],
  ])('%s: %i', async (path, limit) => {
    expect(await allowed(path, { calls: limit + 3 })).toBe(limit);
  });

  it('reads: 300', async () => {
    expect(await allowed('/rules', { calls: 305, method: 'GET' })).toBe(300);
  });

  it('are counted together within a group of operations, and separately from other groups', async () => {
    const strict = await createWorld({ on: world, config: { rateLimitScale: 1 } });
    const send = async (path: string) =>
      (await strict.app.inject({ method: 'POST', url: `/api${path}`, payload: {} })).statusCode;
    for (const path of [
      '/account/forgetPassword',
      '/account/sendThawLink',
      '/account/SendEmailVerificationCodeNoLogin',
    ])
      expect(await send(path)).not.toBe(429);
    expect(await send('/account/forgetPassword')).toBe(429);
    expect(await send('/token')).toBe(400);
    await strict.close();
  });

  it('cannot be evaded with an invented X-Forwarded-For', async () => {
    expect(await allowed('/token', { calls: 15, from: (call) => `203.0.113.${call}` })).toBe(10);
  });

  it('are counted per client behind a trusted proxy', async () => {
    expect(await allowed('/token', { calls: 15, trustProxy: ['127.0.0.1'], from: (call) => `203.0.113.${call}` })).toBe(
      15,
    );
  });
});

describe('calls about money', () => {
  const strictWith = async (trustProxy: string[]) => {
    const strict = await createWorld({ on: world, config: { rateLimitScale: 1, trustProxy } });
    const sign = async () => (await world.browser().session(await world.member())).accessToken;
    const send = async (token: string | null, options: { path?: string; from?: string } = {}) => {
      const { path = '/transfers', from = '203.0.113.1' } = options;
      return strict.app.inject({
        method: 'POST',
        url: `/api${path}`,
        headers: { 'x-forwarded-for': from, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
        payload: {},
      });
    };
    return { strict, sign, send };
  };

  it('are limited to ten a minute per member, wherever they come from and whatever they do; another member at the same address has ten more', async () => {
    const { strict, sign, send } = await strictWith(['127.0.0.1']);
    const [one, other] = [await sign(), await sign()];
    for (let call = 0; call < 10; call += 1) {
      const { statusCode } = await send(one, {
        path: call % 2 === 0 ? '/transfers' : '/exchanges',
        from: `203.0.113.${call}`,
      });
      expect(statusCode).toBe(400);
    }
    const refused = await send(one, { path: '/withdrawals', from: '203.0.113.99' });
    expect(refused.json()).toMatchObject({
      status: 429,
      code: 'too_many_requests',
      retryAfterSeconds: expect.any(Number),
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    for (let call = 0; call < 10; call += 1) expect((await send(other)).statusCode).toBe(400);
    expect((await send(other)).statusCode).toBe(429);
    await strict.close();
  });

  it('without a session use no member’s limit, and are limited to 300 per address', async () => {
    const { strict, sign, send } = await strictWith([]);
    const token = await sign();
    for (let call = 0; call < 300; call += 1) expect((await send(null)).statusCode).toBe(401);
    expect((await send(null)).statusCode).toBe(429);
    expect((await send('pat_made-up')).statusCode).toBe(429);
    for (let call = 0; call < 10; call += 1) expect((await send(token)).statusCode).toBe(400);
    expect((await send(token)).statusCode).toBe(429);
    await strict.close();
  });
});

describe('calls of a member', () => {
  const from = '203.0.113.7';
  const ask = async (server: World, path: string, options: { token?: string; body?: object } = {}) =>
    (
      await server.app.inject({
        ...(options.body === undefined ? {} : { method: 'POST' as const, payload: options.body }),
        url: `/api${path}`,
        headers: {
          'x-forwarded-for': from,
          ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
        },
      })
    ).statusCode;
  const strictWorld = () => createWorld({ on: world, config: { rateLimitScale: 1, trustProxy: ['127.0.0.1'] } });
  const times = async (count: number, call: () => Promise<number>) => {
    const statuses = new Set<number>();
    for (let turn = 0; turn < count; turn += 1) statuses.add(await call());
    return [...statuses];
  };

  it.each([
    ['/account/changePassword', 10, {}, 400],
    ['/account/enable2FA', 10, {}, 400],
    ['/histories/transfer/csv', 10, undefined, 200],
    ['/account/userInfo', 300, undefined, 200],
  ] as const)('%s: %i for each member, whoever else is at the address', async (path, limit, body, status) => {
    const strict = await strictWorld();
    const sign = async () => (await world.browser().session(await world.member())).accessToken;
    const given = body === undefined ? {} : { body };
    for (const token of [await sign(), await sign()]) {
      expect(await times(limit, () => ask(strict, path, { token, ...given }))).toEqual([status]);
      expect(await ask(strict, path, { token, ...given })).toBe(429);
    }
    await strict.close();
  });

  it('search the organization 60 times, and read it 300 times besides', async () => {
    const strict = await strictWorld();
    const { accessToken: token } = await world.browser().session(await world.member());
    const downLines = '/account/ListDownLines';
    expect(await times(60, () => ask(strict, `${downLines}?search=a`, { token }))).toEqual([200]);
    expect(await ask(strict, `${downLines}?search=a`, { token })).toBe(429);
    expect(await ask(strict, `${downLines}?%73earch=a`, { token })).toBe(429);
    expect(await ask(strict, downLines, { token })).toBe(200);
    await strict.close();
  });

  it('read what is open to all, also where strangers at the address have used up its reads', async () => {
    const strict = await strictWorld();
    const { accessToken: token } = await world.browser().session(await world.member());
    expect(await times(300, () => ask(strict, '/rules'))).toEqual([200]);
    expect(await ask(strict, '/rules')).toBe(429);
    expect(await ask(strict, '/rules', { token: 'pat_made-up' })).toBe(429);
    expect(await times(300, () => ask(strict, '/rules', { token }))).toEqual([200]);
    expect(await ask(strict, '/rules', { token })).toBe(429);
    await strict.close();
  });

  it('renew and end their session, also where strangers at the address have used up what they may', async () => {
    const strict = await strictWorld();
    const grant = await world.browser().session(await world.member());
    for (const path of ['/token/refresh', '/token/revoke']) {
      expect(await times(31, () => ask(strict, path, { body: { refreshToken: 'prt_made-up' } }))).toContain(429);
    }
    expect(await ask(strict, '/token/refresh', { body: { refreshToken: grant.refreshToken } })).toBe(200);
    expect(await ask(strict, '/token/revoke', { body: { refreshToken: grant.refreshToken } })).toBe(204);
    await strict.close();
  });

  it('learn that their token has run out, also where strangers at the address have used up what they may', async () => {
    const strict = await strictWorld();
    const { accessToken: token } = await world.browser().session(await world.member());
    await times(301, () => ask(strict, '/account/userInfo', { token: 'pat_made-up' }));
    world.clock.advance(11 * 60);
    expect(await ask(strict, '/account/userInfo', { token: 'pat_made-up' })).toBe(429);
    expect(await ask(strict, '/account/userInfo', { token })).toBe(401);
    await strict.close();
  });
});

describe('tokens that were made up', () => {
  it.each([
    ['/token/refresh', 31, { payload: { refreshToken: 'prt_made-up' } }],
    ['/token/revoke', 31, { payload: { refreshToken: 'prt_made-up' } }],
    ['/account/userInfo', 301, { headers: { authorization: 'Bearer pat_made-up' } }],
  ])('are looked up one at a time, once the address has used its limit up: %s', async (path, calls, sent) => {
    const questions: { began: number; ended: number }[] = [];
    const tracing: Tracing = {
      begin: () => ({
        traceId: null,
        run: (work) => work(),
        asked: (_what, { began, ended }) => void questions.push({ began, ended }),
        end: () => undefined,
      }),
      stop: () => Promise.resolve(),
    };
    const strict = await createWorld({ on: world, config: { rateLimitScale: 1 }, watch: { tracing } });
    const ask = async () =>
      (
        await strict.app.inject({
          ...('payload' in sent ? { method: 'POST' as const } : {}),
          ...sent,
          url: `/api${path}`,
        })
      ).statusCode;
    for (let call = 0; call < calls; call += 1) await ask();
    questions.length = 0;
    expect(new Set(await Promise.all(Array.from({ length: 20 }, ask)))).toEqual(new Set([429]));
    expect(questions.length).toBeGreaterThanOrEqual(20);
    const atOnce = ({ began }: { began: number }) =>
      questions.filter((other) => other.began <= began && began < other.ended).length;
    expect(Math.max(...questions.map(atOnce))).toBe(1);
    await strict.close();
  });
});

describe('what counts as one address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
  ])('%s is %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});
