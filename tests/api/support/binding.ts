// Binding an authenticator app as a member does it: the offered key, the mailed code, the password.
import type { Browser } from './browser.ts';
import { codeTo } from './mails.ts';
import { codeOfKey, PASSWORD, type TestMember } from '#fixtures/club/members.ts';
import type { World } from './world.ts';

interface Binding {
  readonly member: TestMember;
  readonly browser: Browser;
  readonly token: string;
}

/** The code that is mailed for binding: requested now, or a moment ago. */
export async function mailedCode(world: World, { member, browser, token }: Binding): Promise<string> {
  await browser.call('sendTwoFactorCode', { token });
  return codeTo(world, member.email, 'bindTwoFactorCode');
}

/** Everything that binding requires, valid; and the key of the app. */
export async function bindingProofs(
  world: World,
  binding: Binding,
): Promise<{ proofs: { password: string; emailCode: string; code: string }; key: string }> {
  const { body } = await binding.browser.call('getTwoFactorInfo', { token: binding.token });
  const key: string = body.binding.secret;
  return {
    proofs: {
      password: PASSWORD,
      emailCode: await mailedCode(world, binding),
      code: codeOfKey(key, world.clock.now()),
    },
    key,
  };
}
