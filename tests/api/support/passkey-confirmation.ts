// Members who confirm money with a passkey.
import type { components } from '#openapi/api.gen.d.ts';
import type { Authenticator, Twist } from '#fixtures/club/authenticator.ts';
import { bodyOf } from './call.ts';
import { rich, type Rich } from './money.ts';
import { addOldPasskey, deviceOf } from './passkeys.ts';
import type { World } from './world.ts';

type Assertion = components['schemas']['PasskeyAssertion'];

export interface Owner extends Rich {
  device: Authenticator;
  passkeyId: string;
}

/** A member with money and a passkey that confirms it. */
export async function ownerIn(world: World, { secondFactor = false, counts = true } = {}): Promise<Owner> {
  const who = await rich(world, { USDT: '100' }, { secondFactor });
  const device = deviceOf(world, { counts });
  const passkeyId = await addOldPasskey(world, who, device);
  if (secondFactor) world.clock.advance(60);
  return { ...who, device, passkeyId };
}

/** The draft of a transfer to the member `recipient`. */
export const drafted = async (who: Rich, amount = '25'): Promise<string> =>
  bodyOf(await who.call('createTransfer', { body: { recipient: 'recipient', asset: 'USDT', amount, note: 'Thanks' } }))
    .id;

/** What the device is asked for a draft. */
export const asked = async (who: Rich, id: string) =>
  bodyOf(await who.call('beginDraftPasskey', { path: { id } })).options;

export const confirm = (who: Rich, id: string, credential: Assertion, key?: string) =>
  who.call('confirmDraft', { path: { id }, body: { code: null, credential }, key });

/** Asks, signs and confirms. */
export async function signed(who: Owner, id: string, twist: Twist = {}) {
  return confirm(who, id, who.device.get(await asked(who, id), twist));
}

/** The code of a refusal. */
export const refusalOf = async (answer: Promise<{ body: { code?: string } }>) => (await answer).body.code;
