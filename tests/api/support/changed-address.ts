import { expect } from 'vitest';
import { codeTo, linkTo, tokenIn } from './mails.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import type { World } from './world.ts';

/** A signed-in member. */
export interface Session {
  readonly browser: ReturnType<World['browser']>;
  readonly token: string;
}

/** Changes the address, with a second factor if one is given. */
export async function changeAddress(
  world: World,
  member: TestMember,
  { browser, token }: Session,
  email: string,
  factor?: { method: 'totp' | 'recoveryCode'; code: () => string },
): Promise<TestMember> {
  world.clock.advance(61);
  await browser.call('sendChangeEmailUrl', {
    body: {
      password: member.password,
      ...(factor === undefined ? {} : { secondFactor: { method: factor.method, code: factor.code() } }),
    },
    token,
  });
  await browser.call('sendChangeEmailVerificationCode', {
    body: { email, token: tokenIn(await linkTo(world, member.email, 'changeEmailLink')) },
    token,
  });
  const answer = await browser.call('changeEmail', {
    body: { email, code: await codeTo(world, email, 'changeEmailCode') },
    token,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { ...member, email };
}
