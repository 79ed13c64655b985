import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

describe('the signed-in member', () => {
  it('reads their own data and seat', async () => {
    const first = await world.member({ name: 'First of All' });
    const member = await world.member({ name: 'Akiko Tanaka', culture: 'ja-JP' });
    await world.db.updateTable('members').set({ introducer_id: first.id }).where('id', '=', member.id).execute();
    const browser = world.browser();
    const { accessToken } = await browser.session(member);
    const { body } = await browser.call('getUserInfo', { token: accessToken });
    expect(body).toEqual({
      username: member.username,
      name: 'Akiko Tanaka',
      email: member.email,
      emailVerified: true,
      phone: null,
      referralCode: member.id.slice(0, 13).toUpperCase(),
      introducer: first.username,
      seatNo: member.seatNo,
      positionId: `P-${String(member.seatNo).padStart(6, '0')}`,
      position: 'left',
      rank: 'member',
      culture: 'ja-JP',
      twoFactorEnabled: false,
      joinedAt: '2026-11-21T04:00:00.000Z',
      lastSignInAt: null,
      moneyHeldUntil: null,
    });
    const root = await browser.session(first);
    expect((await browser.call('getUserInfo', { token: root.accessToken })).body).toMatchObject({
      position: null,
      introducer: null,
    });
  });

  it('reads when they signed in before', async () => {
    const member = await world.member();
    await world.browser().session(member);
    const before = world.clock.now().toISOString();
    world.clock.advance(3600);
    const browser = world.browser();
    const { accessToken } = await browser.session(member);
    expect((await browser.call('getUserInfo', { token: accessToken })).body.lastSignInAt).toBe(before);
  });

  it.each([
    '',
    'Bearer',
    'Bearer ',
    'Bearer pat_made-up',
    'Basic ZGVtbzpkZW1v',
    'Bearer a b',
    `Bearer ${'x'.repeat(5000)}`,
  ])('is not recognized by the authorization "%.20s"', async (authorization) => {
    const browser = world.browser();
    for (const answer of [
      await browser.call('getUserInfo', { headers: { authorization } }),
      await browser.call('getTwoFactorInfo', { headers: { authorization } }),
      await browser.call('getRequestOutcome', { path: { key: 'some-key-01' }, headers: { authorization } }),
    ]) {
      expect(answer.body).toMatchObject({ status: 401, code: 'session_ended' });
    }
  });

  it('reads when a session was last used, to the minute', async () => {
    const member = await world.member();
    const browser = world.browser({
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1',
    });
    const { accessToken } = await browser.session(member);
    world.clock.advance(300);
    await browser.call('getUserInfo', { token: accessToken });
    const session = await world.db
      .selectFrom('sessions')
      .selectAll()
      .where('member_id', '=', member.id)
      .executeTakeFirstOrThrow();
    expect(session).toMatchObject({ device: 'Safari, iPhone', last_used_at: world.clock.now() });
  });
});
