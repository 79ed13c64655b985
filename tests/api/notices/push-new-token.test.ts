// A change or a reset of the password gives the browser a new token, which its notifications follow.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rich } from '../support/money.ts';
import { subscribed } from '../support/push.ts';
import { NEW_PASSWORD } from '../support/recoveries.ts';
import { reset } from '../support/taken-mailbox.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

it.each(['is changed', 'is reset'])('a browser whose password %s is handed to the next member', async (how) => {
  const { member } = await rich(world);
  const [before, next] = [await world.member(), await world.member()];
  const browser = world.browser();
  const [ofBefore, own] = [subscribed(), subscribed()];
  await browser.call('turnOnPush', { body: ofBefore.wanted, token: (await browser.session(before)).accessToken });
  const { accessToken: token } = await browser.session(member);
  await browser.call('turnOnPush', { body: own.wanted, token });
  if (how === 'is reset') await reset(world, member, NEW_PASSWORD, browser);
  else {
    await browser.call('changePassword', { body: { password: member.password, newPassword: NEW_PASSWORD }, token });
    // Once more in the same session, which goes on.
    await browser.call('turnOnPush', { body: own.wanted, token });
    expect((await browser.call('getPushHere', { token })).body.on).toBe(true);
  }
  const { accessToken: later } = await browser.session(next);
  expect((await browser.call('getPushHere', { token: later })).body.on).toBe(false);
  expect(await world.db.selectFrom('push_devices').select('endpoint').execute()).toEqual([]);
});
