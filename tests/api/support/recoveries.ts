// Password recoveries that have begun.
import { expect } from 'vitest';
import { codeTo } from './mails.ts';
import type { MemberOptions, TestMember } from '#fixtures/club/members.ts';
import type { World } from './world.ts';

export const NEW_PASSWORD = 'correct horse battery';
export const accountOf = ({ email, username }: Pick<TestMember, 'email' | 'username'>) => ({ email, username });
export const codeOf = (world: World, member: TestMember) => codeTo(world, member.email, 'passwordRecoveryCode');

/** A visitor who has requested a recovery. */
export async function begun(
  world: World,
  options: { member?: TestMember; secondFactor?: boolean } & MemberOptions = {},
) {
  const { member: given, ...memberOptions } = options;
  const member = given ?? (await world.member(memberOptions));
  const browser = world.browser();
  const sent = await browser.call('forgetPassword', { body: accountOf(member) });
  expect(sent, JSON.stringify(sent.body)).toMatchObject({ status: 200, body: { expiresIn: 600, resendIn: 60 } });
  const show = (code: string, key?: string) =>
    browser.call('validateEmailAndUserName', { body: { ...accountOf(member), code }, key });
  const reset = (password: string, key?: string) =>
    browser.call('resetPassword', { body: { ...accountOf(member), password }, key });
  return { member, browser, show, reset };
}
