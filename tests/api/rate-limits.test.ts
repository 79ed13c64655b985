import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressKey } from '#server/entry/http/rate-limits.ts';
import { createWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

/** How many of so many calls were let through. */
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

describe('the mails that a member asks for', () => {
  it('are counted for the member: strangers behind the same address take none of them', async () => {
    const strict = await createWorld({ on: world, config: { rateLimitScale: 1 } });
    const token = (await world.browser().session(await world.member())).accessToken;
    const ask = async (path: string, bearer?: string) =>
      (
        await strict.app.inject({
          method: 'POST',
          url: `/api/account/${path}`,
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

describe('calls per address and minute', () => {
  it.each([
    ['/token', 10],
    ['/token/twoFactor', 10],
    ['/account/enable2FA', 10],
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
    ['/account/changePassword', 10],
  ])('%s: %i', async (path, limit) => {
    expect(await allowed(path, { calls: limit + 3 })).toBe(limit);
  });

  it('reads: 300', async () => {
    expect(await allowed('/rules', { calls: 305, method: 'GET' })).toBe(300);
  });

  it('are counted together for the operations of a group, and apart from other groups', async () => {
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

  it('are not escaped by a made-up X-Forwarded-For', async () => {
    expect(await allowed('/token', { calls: 15, from: (call) => `203.0.113.${call}` })).toBe(10);
  });

  it('are counted apart behind a proxy that is trusted', async () => {
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

  it('are ten a minute for each member, wherever they come from and whatever they are; another member at the same address has ten more', async () => {
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

  it('without a session use up nobody’s, and are 300 for each address', async () => {
    const { strict, sign, send } = await strictWith([]);
    for (let call = 0; call < 299; call += 1) expect((await send(null)).statusCode).toBe(401);
    expect((await send(await sign())).statusCode).toBe(400);
    expect((await send(null)).statusCode).toBe(429);
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
