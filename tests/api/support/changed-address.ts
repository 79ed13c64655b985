import { expect } from 'vitest';
import { codeTo, linkTo, tokenIn } from './mails.ts';
import type { TestMember } from '#tests/support/members.ts';
import type { World } from './world.ts';

/** A member who is signed in. */
export interface Session {
  readonly browser: ReturnType<World['browser']>;
  readonly token: string;
}

/** Changes the address, with a second factor where one is given. */
export async function changeAddress(
  world: World,
  member: TestMember,
  { browser, token }: Session,
  email: string,
  factor?: { method: 'totp' | 'recoveryCode'; code: () => string | undefined },
): Promise<TestMember> {
  world.clock.advance(61);
  await browser.send('POST', '/account/SendChangeEmailUrl', {
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
