// A member whose mailbox a thief reads, and what the thief does with it.
import { expect } from 'vitest';
import { moneyHeldUntil } from '#server/domain/members/hold.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { bindingProofs } from './binding.ts';
import { codeTo, freezeTokensIn, linkTo, mailsTo, tokenIn } from './mails.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { fund } from './money.ts';
import type { World } from './world.ts';

export const HOURS = 3600;
export const THIEFS = 'thieves like passphrases';
export const OWNERS = 'owners like them as well';

export const run = (world: World, operator: string, ...args: string[]) =>
  outcomeOf(world.services, { args, operator, osUser: 'unix' });
export const isFrozen = async (world: World, { id }: TestMember) =>
  (await world.db.selectFrom('members').select('frozen_at').where('id', '=', id).executeTakeFirstOrThrow())
    .frozen_at !== null;
export const heldHours = async (world: World, { id }: TestMember) => {
  const until = await moneyHeldUntil(world.db, world.services, id);
  return until === null ? 0 : (until.getTime() - world.clock.now().getTime()) / 3_600_000;
};

export async function reset(
  world: World,
  { email, username }: TestMember,
  password: string,
  browser = world.browser(),
): Promise<void> {
  await browser.call('forgetPassword', { body: { email, username } });
  await browser.call('validateEmailAndUserName', {
    body: {
      email,
      username,
      code: await codeTo(world, email, 'passwordRecoveryCode'),
    },
  });
  expect((await browser.call('resetPassword', { body: { email, username, password } })).status).toBe(200);
}

/** Binds an app with the password that was just set; returns its key. */
export async function bind(
  world: World,
  member: TestMember,
  password: string,
): Promise<{ key: string; recoveryCode: string; token: string }> {
  const browser = world.browser();
  const { accessToken: token } = (await browser.signIn({ ...member, password })).body;
  const { proofs, key } = await bindingProofs(world, { member, browser, token });
  const answer = await browser.call('enableTwoFactor', { body: { ...proofs, password }, token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { key, recoveryCode: answer.body.recoveryCodes[0], token };
}

/** A member whose mailbox a thief reads, who has reset the password and bound an app of their own. */
export async function takenOver(world: World) {
  const member = await world.member();
  await fund(world, member.id, { USDT: '1000' });
  await reset(world, member, THIEFS);
  world.clock.advance(HOURS);
  return { member, thief: await bind(world, member, THIEFS) };
}

export const thawLink = async (world: World, { email, username }: TestMember) => {
  world.clock.advance(61);
  await world.browser().call('sendThawLink', { body: { email, username } });
  return tokenIn(await linkTo(world, email, 'thawLink'));
};
export const freezeByMailOf = async (world: World, { email }: TestMember, kind: string) => {
  const [token = ''] = freezeTokensIn((await mailsTo(world, email, kind)).at(-1)?.body);
  return (await world.browser().call('freezeByLink', { body: { token } })).status;
};
