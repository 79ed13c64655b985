// Newcomers on their way to a seat: an address proven with the mailed code, and the data of a registration.
import { randomUUID } from 'node:crypto';
import type { Browser } from './browser.ts';
import type { Answer } from './call.ts';
import type { BodyOf } from './call.ts';
import { codeTo } from './mails.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import type { World } from './world.ts';

export const NEW_PASSWORD = 'four unrelated words here';

export interface Newcomer {
  browser: Browser;
  email: string;
  username: string;
  /** The registration as the screens would send it. */
  details: BodyOf<'registerInSeat'>;
  register(changes?: Record<string, unknown>, key?: string): Promise<Answer>;
}

/**
 * A newcomer who has proven an address, chosen a side below an introducer, and was shown the place that is free now.
 */
export async function newcomer(
  world: World,
  options: { introducer: TestMember; side?: 'left' | 'right'; username?: string; email?: string },
): Promise<Newcomer> {
  const { introducer, side = 'left' } = options;
  const username = options.username ?? `new-${randomUUID().slice(0, 13)}`;
  const email = options.email ?? `${username}@mail.example`;
  const browser = world.browser();
  await browser.call('sendEmailVerificationCodeNoLogin', { body: { email, purpose: 'signUp' } });
  await browser.call('verifyEmailNoLogin', { body: { email, code: await codeTo(world, email, 'signUpCode') } });
  const { body: found } = await browser.call('checkIntroducerAndSeatUser', {
    body: {
      introducer: introducer.username,
      position: side,
    },
  });
  const details: Newcomer['details'] = {
    username,
    name: 'Nori Tanaka',
    phone: null,
    email,
    password: NEW_PASSWORD,
    introducer: introducer.username,
    seatUser: null,
    position: side,
    parentSeatNo: found.place.parentSeatNo,
    termsVersion: 1,
  };
  return {
    browser,
    email,
    username,
    details,
    register: (changes = {}, key) => browser.call('registerInSeat', { body: { ...details, ...changes }, key }),
  };
}
