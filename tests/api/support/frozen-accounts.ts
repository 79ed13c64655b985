// Members whose accounts are frozen, and the links that thaw them.
import { expect } from 'vitest';
import { linkTo, tokenIn } from './mails.ts';
import type { MemberOptions, TestMember } from '#fixtures/club/members.ts';
import type { World } from './world.ts';

export const anybody = (world: World) => world.browser();
export const ask = (world: World, { email, username }: Pick<TestMember, 'email' | 'username'>, key?: string) =>
  anybody(world).call('sendThawLink', { body: { email, username }, key });
export const thaw = (world: World, body: object, key?: string) =>
  anybody(world).callUnchecked('thawAccount', { body, key });

/** The tokens of a sign-in, including the second step if there is one. */
export async function signedIn(world: World, member: TestMember) {
  const browser = anybody(world);
  const first = await browser.signIn(member);
  if (first.body.result !== 'secondFactor')
    return { browser, token: first.body.accessToken as string, refreshToken: first.body.refreshToken as string };
  world.clock.advance(30);
  const second = await browser.call('verifyTwoFactor', { body: { method: 'totp', code: member.code() } });
  return { browser, token: second.body.accessToken as string, refreshToken: second.body.refreshToken as string };
}

export async function frozen(world: World, options: MemberOptions = {}) {
  const member = await world.member(options);
  const session = await signedIn(world, member);
  expect(await session.browser.call('freezeAccount', { token: session.token })).toMatchObject({
    status: 200,
    body: { frozenAt: world.clock.now().toISOString() },
  });
  return { member, ...session };
}

export const tokenFor = async (world: World, member: TestMember) =>
  tokenIn(await linkTo(world, member.email, 'thawLink'));
export const isFrozen = async (world: World, { id }: TestMember) =>
  (await world.db.selectFrom('members').select('frozen_at').where('id', '=', id).executeTakeFirstOrThrow())
    .frozen_at !== null;
export const freshCode = (world: World, member: TestMember) => {
  world.clock.advance(30);
  return { method: 'totp' as const, code: member.code() };
};
