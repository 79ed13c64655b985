// Passkeys as members add them: the proofs, the device, the name.
import { createAuthenticator, type Authenticator, type Twist } from '#fixtures/club/authenticator.ts';
import { PASSWORD, type TestMember } from '#fixtures/club/members.ts';
import type { Browser } from './browser.ts';
import { bodyOf } from './call.ts';
import { codeTo } from './mails.ts';
import type { World } from './world.ts';

interface Owner {
  readonly member: TestMember;
  readonly browser: Browser;
  readonly token: string;
  /** If it isn't the one that members of tests begin with. */
  readonly password?: string;
}

/** A device on which the club's page is open. */
export const deviceOf = (world: World, options: { counts?: boolean } = {}): Authenticator =>
  createAuthenticator(world.services.config.publicOrigin, options);

/** What adding a passkey requires of a member without an app. */
export async function addingProofs(world: World, { member, browser, token, password = PASSWORD }: Owner) {
  await browser.call('sendPasskeyCode', { token });
  return { password, emailCode: await codeTo(world, member.email, 'addPasskeyCode') };
}

/** What a device makes for a member, of whom the proofs were taken. */
export async function madeBy(world: World, owner: Owner, device: Authenticator, twist: Twist = {}) {
  const { browser, token, member } = owner;
  const proofs =
    member.recoveryCodes.length > 0
      ? { password: PASSWORD, secondFactor: { method: 'totp' as const, code: member.code() } }
      : await addingProofs(world, owner);
  const { options } = bodyOf(await browser.call('beginPasskey', { body: proofs, token }));
  return device.create(options, twist);
}

/** Adds a passkey of the device to the member's account, and returns its id. */
export async function addPasskey(world: World, owner: Owner, device: Authenticator, name = 'Phone'): Promise<string> {
  const credential = await madeBy(world, owner, device);
  const { browser, token } = owner;
  return bodyOf(await browser.call('addPasskey', { body: { name, credential }, token })).id;
}

/** Signs in with the device's last passkey from a new browser. */
export async function signInBy(world: World, device: Authenticator, browser = world.browser()) {
  const { options } = bodyOf(await browser.call('beginPasskeySignIn', {}));
  return browser.call('signInWithPasskey', { body: { credential: device.get(options) } });
}

/** Adds a passkey that has confirmed money for a while: the 24 hours after it was added are over. */
export async function addOldPasskey(world: World, owner: Owner, device: Authenticator): Promise<string> {
  const id = await addPasskey(world, owner, device);
  await world.db.updateTable('passkeys').set({ confirms_from: world.clock.now() }).where('id', '=', id).execute();
  await world.db
    .updateTable('members')
    .set({ money_held_until: null, mailbox_held_until: null })
    .where('id', '=', owner.member.id)
    .execute();
  return id;
}
