// An account whose address a thief has changed, and the operators who give it back.
import { expect } from 'vitest';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { bindingProofs } from './binding.ts';
import { changeAddress, type Session } from './changed-address.ts';
import { freezeTokensIn, mailsTo } from './mails.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { fund } from './money.ts';
import type { World } from './world.ts';

export const HOURS = 3600;
export const DAY = 24 * HOURS;
export const PROOF = 'passport by video call';

export const run = (world: World, operator: string, ...args: string[]) =>
  outcomeOf(world.services, { args: ['members', ...args], operator, osUser: 'unix' });
export const olga = (world: World, ...args: string[]) => run(world, 'olga', ...args);
export const piet = (world: World, ...args: string[]) => run(world, 'piet', ...args);
export const rowOf = (world: World, { id }: TestMember) =>
  world.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
export const newAddress = ({ username }: TestMember) => `safe-${username}@mail.example`;

export async function signIn(world: World, member: TestMember): Promise<Session> {
  const browser = world.browser();
  return { browser, token: (await browser.signIn(member)).body.accessToken };
}

export async function bind(world: World, member: TestMember, { browser, token }: Session): Promise<string> {
  const { proofs, key } = await bindingProofs(world, { member, browser, token });
  const answer = await browser.call('enableTwoFactor', { body: { ...proofs, password: member.password }, token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return key;
}

export const pressLink = async (world: World, email: string, kind: string) => {
  const [token = ''] = freezeTokensIn((await mailsTo(world, email, kind)).at(-1)?.body);
  return (await world.browser().call('freezeByLink', { body: { token } })).status;
};

/**
 * An owner whose address and password a thief has changed, and who froze the account with the link to the former
 * address.
 */
export async function stolen(world: World, options: { appAfter?: 'at once' | 'later' } = {}) {
  const owner = await world.member();
  await fund(world, owner.id, { USDT: '1000' });
  const moved = await changeAddress(world, owner, await signIn(world, owner), `thief-of-${owner.email}`);
  if (options.appAfter !== undefined) {
    // After the day's hold the app is no longer provisional.
    if (options.appAfter === 'later') world.clock.advance(25 * HOURS);
    await bind(world, moved, await signIn(world, moved));
  }
  expect(await pressLink(world, owner.email, 'emailChangedOld')).toBe(200);
  return { owner, thief: moved, next: newAddress(owner) };
}

export async function asked(world: World, options: Parameters<typeof stolen>[1] = {}) {
  const scene = await stolen(world, options);
  expect(await olga(world, 'address', scene.owner.username, scene.next, '--proof', PROOF)).toMatchObject({ code: 0 });
  return scene;
}
