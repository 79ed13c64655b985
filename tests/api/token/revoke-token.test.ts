import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

async function signedIn() {
  const member = await world.member();
  const browser = world.browser();
  return { member, browser, tokens: await browser.session(member) };
}

describe('signing out', () => {
  it('ends the session of the refresh token at once', async () => {
    const { member, browser, tokens } = await signedIn();
    const answer = await browser.call('revokeToken', { body: { refreshToken: tokens.refreshToken } });
    expect(answer).toMatchObject({ status: 204, body: undefined });
    expect((await browser.call('getUserInfo', { token: tokens.accessToken })).status).toBe(401);
    expect((await browser.call('refreshToken', { body: { refreshToken: tokens.refreshToken } })).status).toBe(401);
    expect(await world.auditOf(member)).toEqual(['signed_in', 'signed_out']);
  });

  it('ends the session of the bearer token if no refresh token is given', async () => {
    const { browser, tokens } = await signedIn();
    expect((await browser.call('revokeToken', { body: {}, token: tokens.accessToken })).status).toBe(204);
    expect((await browser.call('getUserInfo', { token: tokens.accessToken })).status).toBe(401);
  });

  it('ends the session of a used token', async () => {
    const { browser, tokens } = await signedIn();
    const fresh = await browser.call('refreshToken', { body: { refreshToken: tokens.refreshToken } });
    await browser.call('revokeToken', { body: { refreshToken: tokens.refreshToken } });
    expect((await browser.call('getUserInfo', { token: fresh.body.accessToken })).status).toBe(401);
  });

  it('leaves other sessions alone', async () => {
    const { member, browser, tokens } = await signedIn();
    const other = await world.browser().session(member);
    await browser.call('revokeToken', { body: { refreshToken: tokens.refreshToken }, token: other.accessToken });
    expect((await browser.call('getUserInfo', { token: other.accessToken })).status).toBe(200);
  });

  it('answers alike whether or not there was a session', async () => {
    const { browser, tokens } = await signedIn();
    const answers = [];
    for (const refreshToken of [tokens.refreshToken, tokens.refreshToken, 'prt_made-up'])
      answers.push((await browser.call('revokeToken', { body: { refreshToken } })).status);
    answers.push((await browser.call('revokeToken', { body: {} })).status);
    answers.push((await browser.call('revokeToken', { body: {}, token: 'pat_made-up' })).status);
    expect(answers).toEqual([204, 204, 204, 204, 204]);
  });
});
