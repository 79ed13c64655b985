import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPasswordHasher } from '#server/platform/crypto/passwords.ts';
import { PASSWORD } from '#fixtures/club/members.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const WRONG = 'not the password';
const FIFTEEN_MINUTES = 15 * 60;

describe('signing in with username and password', () => {
  it('answers with tokens that open the account', async () => {
    const member = await world.member();
    const browser = world.browser();
    const answer = await browser.call('createToken', { body: { username: member.username, password: PASSWORD } });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      result: 'granted',
      expiresIn: 600,
      expiresAt: '2026-11-21T04:10:00.000Z',
      refreshExpiresAt: '2026-11-21T05:00:00.000Z',
    });
    const info = await browser.call('getUserInfo', { token: answer.body.accessToken });
    expect(info.body).toMatchObject({ username: member.username });
  });

  it('ignores the case and the width of letters of the username', async () => {
    const member = await world.member();
    const shouted = member.username.toUpperCase().replace('M', 'Ｍ');
    expect((await world.browser().signIn({ ...member, username: shouted })).status).toBe(200);
  });

  it('stores no token in plain text', async () => {
    const member = await world.member();
    const { accessToken, refreshToken } = await world.browser().session(member);
    const rows = await world.db.selectFrom('refresh_tokens').selectAll().execute();
    const stored = JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    expect(Buffer.from(accessToken.slice(4), 'base64url')).toHaveLength(32);
    expect(stored).not.toContain(refreshToken);
    expect(rows.every((row) => row.token_hash.length === 32)).toBe(true);
  });

  it('answers alike for an unknown name, a wrong password, and an account without a password', async () => {
    const member = await world.member();
    const without = await world.member();
    await world.db.updateTable('members').set({ password_hash: null }).where('id', '=', without.id).execute();
    const answers = [];
    for (const username of [member.username, 'nobody-of-that-name', without.username]) {
      const answer = await world.browser().signIn({ username, password: WRONG });
      const { reference, ...body } = answer.body;
      const { date, 'x-request-id': id, ...headers } = answer.headers;
      expect(reference).toBe(id);
      expect(date).toBeDefined();
      answers.push({ status: answer.status, body, headers });
    }
    expect(answers[0]).toMatchObject({ status: 401, body: { code: 'invalid_login' } });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it('takes as long for an unknown name as for a wrong password', async () => {
    // Ten times the product's rounds, which take far longer than everything else of a call.
    const cost = { memoryCost: 19_456, timeCost: 20, parallelism: 1 };
    const costly = await createWorld({ on: world, passwords: createPasswordHasher({ cost }) });
    const member = await costly.member();
    // In processor time, and the least of several: a busy machine and a first run only add to it.
    const timed = async (username: string) => {
      const before = process.cpuUsage();
      const { status } = await costly.browser().signIn({ username, password: WRONG });
      const { user, system } = process.cpuUsage(before);
      expect(status).toBe(401);
      return user + system;
    };
    let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < 5; round += 1) {
      known = Math.min(known, await timed(member.username));
      unknown = Math.min(unknown, await timed('nobody-at-all'));
    }
    // Without argon2 the ratio would be about a tenth.
    expect(unknown / known).toBeGreaterThan(0.4);
    expect(unknown / known).toBeLessThan(2.5);
    await costly.close();
  });

  it('rehashes a password that was hashed with other options', async () => {
    const costly = await createWorld({ on: world, passwords: createPasswordHasher() });
    const member = await world.member();
    for (const attempt of ['first', 'second'])
      expect((await costly.browser().signIn(member)).status, attempt).toBe(200);
    const { password_hash: stored } = await world.db
      .selectFrom('members')
      .select('password_hash')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow();
    expect(costly.services.passwords.isOutdated(stored ?? '')).toBe(false);
    await costly.close();
  });

  it('throttles known and unknown names alike', async () => {
    const member = await world.member();
    const statuses = async (username: string) => {
      const seen = [];
      for (let round = 0; round < 8; round += 1)
        seen.push((await world.browser().signIn({ username, password: WRONG })).status);
      return seen;
    };
    expect(await statuses(member.username)).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
    expect(await statuses('nobody-throttled')).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
  });

  it('mails the member about a new browser, and not about a known one', async () => {
    const member = await world.member();
    const browser = world.browser();
    await browser.session(member);
    expect((await world.mailsOf(member)).map((mail) => mail.kind)).toEqual(['newSignIn']);
    await browser.session(member);
    expect(await world.mailsOf(member)).toHaveLength(1);
    await world.browser().session(member);
    const mails = await world.mailsOf(member);
    expect(mails).toHaveLength(2);
    expect(mails[0]).toMatchObject({ recipient: member.email });
    expect(mails[0]?.body).toContain('Firefox, Linux');
    expect(mails[0]?.body).toContain('https://wallet.example/Help?culture=en-US');
  });

  it('sets its cookies so that scripts and other sites never see them', async () => {
    const member = await world.member({ secondFactor: true });
    const answer = await world.browser().signIn(member);
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-perch_challenge=ch_[\w-]+; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });
});

describe('waiting after wrong passwords', () => {
  const fail = (username: string) => world.browser().signIn({ username, password: WRONG });

  it('allows five failures, then doubles the wait from one second to fifteen minutes', async () => {
    const member = await world.member();
    const waits: number[] = [];
    for (let failure = 1; failure <= 18; failure += 1) {
      expect((await fail(member.username)).status).toBe(401);
      // An attempt during the wait is refused and not counted, so it can be used to read how long the wait is.
      const next = failure > 5 ? await fail(member.username) : null;
      const wait = next?.body.retryAfterSeconds ?? 0;
      if (next !== null) expect(next.headers['retry-after']).toBe(String(wait));
      waits.push(wait);
      world.clock.advance(wait);
    }
    expect(waits).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
  });

  it('refuses even the right password while the wait lasts, and forgets the failures after a success', async () => {
    const member = await world.member();
    for (let failure = 0; failure < 6; failure += 1) await fail(member.username);
    expect((await world.browser().signIn(member)).status).toBe(429);
    world.clock.advance(1);
    expect((await world.browser().signIn(member)).status).toBe(200);
    for (let failure = 0; failure < 6; failure += 1) expect((await fail(member.username)).status).toBe(401);
  });

  it('counts each of 50 parallel failures: six are compared, the rest wait', async () => {
    const member = await world.member();
    const answers = await Promise.all(Array.from({ length: 50 }, () => fail(member.username)));
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(6);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(44);
  });

  it('does not let strangers affect a known browser', async () => {
    const member = await world.member();
    const own = world.browser();
    await own.session(member);
    for (let failure = 0; failure < 7; failure += 1) await fail(member.username);
    expect((await world.browser().signIn(member)).status).toBe(429);
    expect((await own.signIn(member)).status).toBe(200);
  });

  it('does not take a forged cookie for a known browser', async () => {
    const member = await world.member();
    const own = world.browser();
    await own.session(member);
    for (let failure = 0; failure < 7; failure += 1) await fail(member.username);
    const forger = world.browser();
    const [token] = own.cookies.get('perch_browser')?.split('.') ?? [];
    forger.cookies.set('perch_browser', `${token}.${Buffer.alloc(32).toString('base64url')}`);
    expect((await forger.signIn(member)).status).toBe(429);
  });

  it('disables the password for strangers after a hundred in a row, without saying so', async () => {
    const member = await world.member();
    const own = world.browser();
    await own.session(member);
    for (let failure = 1; failure <= 100; failure += 1) {
      expect((await fail(member.username)).status, `failure ${failure}`).toBe(401);
      world.clock.advance(FIFTEEN_MINUTES);
    }
    const refused = await world.browser().signIn(member);
    expect(refused.status).toBe(401);
    expect(refused.body).toMatchObject({ code: 'invalid_login' });
    expect(await world.auditOf(member)).toContain('password_disabled');
    expect((await own.signIn(member)).status).toBe(200);
  });
});

describe('the same sign-in sent again', () => {
  it('replaces the session that the first made, and mails once', async () => {
    const member = await world.member();
    const browser = world.browser();
    const first = await browser.signIn(member, { key: 'sign-in-0001' });
    browser.cookies.clear();
    const second = await browser.signIn(member, { key: 'sign-in-0001' });
    expect((await browser.call('getUserInfo', { token: first.body.accessToken })).status).toBe(401);
    const info = await browser.call('getUserInfo', { token: second.body.accessToken });
    expect(info.status).toBe(200);
    expect(info.body.lastSignInAt).toBeNull();
    expect(await world.mailsOf(member)).toHaveLength(1);
    const live = await world.db
      .selectFrom('sessions')
      .select('id')
      .where('member_id', '=', member.id)
      .where('ended_at', 'is', null)
      .execute();
    expect(live).toHaveLength(1);
  });

  it('does not replace anything for a wrong password or under another key', async () => {
    const member = await world.member();
    const browser = world.browser();
    const first = await browser.signIn(member, { key: 'sign-in-0002' });
    expect((await browser.signIn({ ...member, password: WRONG }, { key: 'sign-in-0002' })).status).toBe(401);
    expect((await browser.signIn(member, { key: 'sign-in-0003' })).status).toBe(200);
    expect((await browser.call('getUserInfo', { token: first.body.accessToken })).status).toBe(200);
  });

  it('makes one session of parallel repetitions', async () => {
    const member = await world.member();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => world.browser().signIn(member, { key: 'sign-in-0004' })),
    );
    expect(answers.filter((answer) => answer.status === 200).length).toBeGreaterThan(0);
    const live = await world.db
      .selectFrom('sessions')
      .select('id')
      .where('member_id', '=', member.id)
      .where('ended_at', 'is', null)
      .execute();
    expect(live).toHaveLength(1);
  });

  it('voids the challenge of the lost response', async () => {
    const member = await world.member({ secondFactor: true });
    const browser = world.browser();
    const first = await browser.signIn(member, { key: 'sign-in-0005' });
    const second = await browser.signIn(member, { key: 'sign-in-0005' });
    const code = member.code();
    expect(
      (
        await world
          .browser()
          .call('verifyTwoFactor', { body: { challenge: first.body.challenge, method: 'totp', code } })
      ).body.code,
    ).toBe('challenge_expired');
    expect(
      (
        await world
          .browser()
          .call('verifyTwoFactor', { body: { challenge: second.body.challenge, method: 'totp', code } })
      ).status,
    ).toBe(200);
  });
});
