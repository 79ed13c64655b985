import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const MINUTE = 60;

async function signedIn() {
  const member = await world.member();
  const browser = world.browser();
  const tokens = await browser.session(member);
  const refresh = (refreshToken: string, key?: string) => browser.call('refreshToken', { body: { refreshToken }, key });
  const opens = async (token: string) => (await browser.call('getUserInfo', { token })).status === 200;
  return { member, browser, tokens, refresh, opens };
}

describe('fresh tokens', () => {
  it('are issued for a refresh token, and the session stays the same', async () => {
    const { member, tokens, refresh, opens } = await signedIn();
    world.clock.advance(10 * MINUTE);
    expect(await opens(tokens.accessToken)).toBe(false);
    const fresh = await refresh(tokens.refreshToken);
    expect(fresh.body).toMatchObject({ result: 'granted', expiresIn: 600 });
    expect(fresh.body.refreshToken).not.toBe(tokens.refreshToken);
    expect(await opens(fresh.body.accessToken)).toBe(true);
    expect(
      await world.db.selectFrom('sessions').select('id').where('member_id', '=', member.id).execute(),
    ).toHaveLength(1);
  });

  it('are issued until the refresh token has been idle for 60 minutes', async () => {
    const { tokens, refresh } = await signedIn();
    world.clock.advance(60 * MINUTE - 1);
    const fresh = await refresh(tokens.refreshToken);
    expect(fresh.status).toBe(200);
    world.clock.advance(60 * MINUTE);
    expect((await refresh(fresh.body.refreshToken)).body).toMatchObject({ status: 401, code: 'session_ended' });
  });

  it('never outlive twelve hours, however often they are renewed', async () => {
    const { tokens, refresh, opens } = await signedIn();
    let { refreshToken } = tokens;
    let last = null;
    for (let round = 0; round < 14; round += 1) {
      world.clock.advance(51 * MINUTE);
      last = await refresh(refreshToken);
      expect(last.status).toBe(200);
      refreshToken = last.body.refreshToken;
    }
    // 14 × 51 minutes are six minutes short of twelve hours.
    expect(last?.body.expiresIn).toBe(6 * MINUTE);
    world.clock.advance(6 * MINUTE);
    expect(await opens(last?.body.accessToken)).toBe(false);
    expect((await refresh(refreshToken)).status).toBe(401);
  });

  it('are not issued for an access token or an invented one', async () => {
    const { tokens, refresh } = await signedIn();
    expect((await refresh(tokens.accessToken)).body.code).toBe('session_ended');
    expect((await refresh('prt_made-up')).body.code).toBe('session_ended');
  });
});

describe('a used refresh token', () => {
  it('ends the session, mails the member and is recorded', async () => {
    const { member, tokens, refresh, opens } = await signedIn();
    const fresh = await refresh(tokens.refreshToken);
    expect((await refresh(tokens.refreshToken)).body.code).toBe('session_ended');
    expect(await opens(fresh.body.accessToken)).toBe(false);
    expect((await refresh(fresh.body.refreshToken)).status).toBe(401);
    expect((await world.mailsOf(member)).map((mail) => mail.kind).sort()).toEqual(['newSignIn', 'refreshTokenReused']);
    expect(await world.auditOf(member)).toEqual(['signed_in', 'refresh_token_reused']);
  });

  it('ends only its own session', async () => {
    const { member, tokens, refresh, opens } = await signedIn();
    const other = await world.browser().session(member);
    await refresh(tokens.refreshToken);
    await refresh(tokens.refreshToken);
    expect(await opens(other.accessToken)).toBe(true);
  });

  it('is reported once, however often it comes', async () => {
    const { member, tokens, refresh } = await signedIn();
    await refresh(tokens.refreshToken);
    for (let round = 0; round < 3; round += 1) await refresh(tokens.refreshToken);
    expect((await world.mailsOf(member)).filter((mail) => mail.kind === 'refreshTokenReused')).toHaveLength(1);
  });

  it('used 50 times at once gives fresh tokens at most once, and the session is over', async () => {
    const { tokens, refresh, opens } = await signedIn();
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(tokens.refreshToken)));
    const granted = answers.filter((answer) => answer.status === 200);
    expect(granted).toHaveLength(1);
    expect(await opens(granted[0]?.body.accessToken)).toBe(false);
  });
});

describe('a refresh whose response was lost', () => {
  it('is answered again for the same call, and the lost tokens are void', async () => {
    const { member, tokens, refresh, opens } = await signedIn();
    const lost = await refresh(tokens.refreshToken, 'refresh-0001');
    const again = await refresh(tokens.refreshToken, 'refresh-0001');
    expect(again.status).toBe(200);
    expect(await world.auditOf(member)).toContain('refresh_answer_reissued');
    expect(await opens(lost.body.accessToken)).toBe(false);
    expect(await opens(again.body.accessToken)).toBe(true);
    expect((await refresh(again.body.refreshToken, 'refresh-0002')).status).toBe(200);
  });

  it('is answered again as long as the lost tokens would be valid', async () => {
    const { member, tokens, refresh, opens } = await signedIn();
    const lost = await refresh(tokens.refreshToken, 'refresh-0008');
    world.clock.advance(60 * MINUTE - 1);
    const again = await refresh(tokens.refreshToken, 'refresh-0008');
    expect(again.status).toBe(200);
    expect(await opens(again.body.accessToken)).toBe(true);
    expect((await refresh(lost.body.refreshToken)).status).toBe(401);
    expect((await world.mailsOf(member)).map(({ kind }) => kind)).toContain('refreshTokenReused');
  });

  it('comes too late after an hour, which is not taken for theft', async () => {
    const { member, tokens, refresh } = await signedIn();
    await refresh(tokens.refreshToken, 'refresh-0009');
    world.clock.advance(60 * MINUTE);
    expect((await refresh(tokens.refreshToken, 'refresh-0009')).body).toMatchObject({
      status: 401,
      code: 'session_ended',
    });
    expect((await world.mailsOf(member)).map(({ kind }) => kind)).toEqual(['newSignIn']);
    expect(await world.auditOf(member)).toEqual(['signed_in']);
  });

  it('may be lost more than once', async () => {
    const { tokens, refresh } = await signedIn();
    for (let round = 0; round < 4; round += 1)
      expect((await refresh(tokens.refreshToken, 'refresh-0003')).status).toBe(200);
  });

  it('ends the session if the lost tokens are used after all', async () => {
    const { tokens, refresh, opens } = await signedIn();
    const lost = await refresh(tokens.refreshToken, 'refresh-0004');
    const again = await refresh(tokens.refreshToken, 'refresh-0004');
    expect((await refresh(lost.body.refreshToken)).status).toBe(401);
    expect(await opens(again.body.accessToken)).toBe(false);
  });

  it.each([
    ['without a key', undefined],
    ['under another key', 'refresh-0006'],
  ])('is taken for reuse %s', async (_case, key) => {
    const { tokens, refresh, opens } = await signedIn();
    const first = await refresh(tokens.refreshToken, 'refresh-0005');
    expect((await refresh(tokens.refreshToken, key)).status).toBe(401);
    expect(await opens(first.body.accessToken)).toBe(false);
  });

  it.each(['access', 'refresh'] as const)('is taken for reuse once the fresh %s token was used', async (used) => {
    const { tokens, refresh, opens } = await signedIn();
    const first = await refresh(tokens.refreshToken, 'refresh-0007');
    if (used === 'access') expect(await opens(first.body.accessToken)).toBe(true);
    else await refresh(first.body.refreshToken, 'refresh-0008');
    expect((await refresh(tokens.refreshToken, 'refresh-0007')).status).toBe(401);
  });
});
