// Everything that can be open on the way into an account or to a change of it: how it begins, and how it continues.
import { expect } from 'vitest';
import type { CredentialActId } from '#server/entry/acts/acts.ts';
import { bindingProofs } from './binding.ts';
import { NEW_PASSWORD, type Person } from './credential-acts.ts';
import type { Authenticator } from '#fixtures/club/authenticator.ts';
import { fund, setRates } from './money.ts';
import { addOldPasskey, deviceOf, madeBy } from './passkeys.ts';
import { bodyOf } from './call.ts';
import { codeTo, linkTo, tokenIn } from './mails.ts';

/** Continues what was begun. Returns whether that still works. */
export type GoOn = () => Promise<boolean>;

export interface OpenAct {
  readonly needsSession: boolean;
  /** Acts of which it is itself a step. */
  readonly own: readonly CredentialActId[];
  /** What the person has long before, since getting it would end what else is open. */
  readonly before?: (person: Person) => Promise<void>;
  readonly begin: (person: Person, password: string) => Promise<GoOn>;
}

async function beginRecovery({ member: { email, username }, world }: Person) {
  const browser = world.browser();
  await browser.call('forgetPassword', { body: { email, username } });
  const code = await codeTo(world, email, 'passwordRecoveryCode');
  return {
    browser,
    take: async () =>
      (await browser.call('validateEmailAndUserName', { body: { email, username, code } })).status === 200,
  };
}

async function beginChange(
  { browser, member, token, world }: Person,
  password: string,
): Promise<{ email: string; open: GoOn }> {
  expect((await browser.call('sendChangeEmailUrl', { body: { password }, token })).status).toBe(200);
  const link = tokenIn(await linkTo(world, member.email, 'changeEmailLink'));
  const email = `wanted-${member.email}`;
  return {
    email,
    open: async () =>
      (await browser.call('sendChangeEmailVerificationCode', { body: { email, token: link }, token })).status === 200,
  };
}

const devices = new WeakMap<Person, Authenticator>();

/** Gives the person money and a device with a passkey that confirms it. */
async function confirmBy(person: Person): Promise<void> {
  const { world, member } = person;
  const device = deviceOf(world);
  await setRates(world);
  await fund(world, member.id, { USDT: '100' });
  await addOldPasskey(world, person, device);
  devices.set(person, device);
  world.clock.advance(61);
}

export const OPEN: Readonly<Record<string, OpenAct>> = {
  'a recovery': {
    needsSession: false,
    own: ['resetPassword'],
    begin: async (person) => (await beginRecovery(person)).take,
  },
  'the grant of a recovery': {
    needsSession: false,
    own: [],
    begin: async (person) => {
      const { browser, take } = await beginRecovery(person);
      expect(await take()).toBe(true);
      const { email, username } = person.member;
      const body = { email, username, password: 'yet another passphrase' };
      return async () => (await browser.call('resetPassword', { body })).status === 200;
    },
  },
  'the link of an address change': {
    needsSession: true,
    own: ['changeEmail'],
    begin: async (person, password) => (await beginChange(person, password)).open,
  },
  'an address change that waits for its code': {
    needsSession: true,
    own: ['changeEmail'],
    begin: async (person, password) => {
      const { email, open } = await beginChange(person, password);
      expect(await open()).toBe(true);
      const code = await codeTo(person.world, email, 'changeEmailCode');
      return async () =>
        (await person.browser.call('changeEmail', { body: { email, code }, token: person.token })).status === 200;
    },
  },
  'a passkey that is being added': {
    needsSession: true,
    own: [],
    begin: async (person, password) => {
      const { world, browser, token } = person;
      const credential = await madeBy(world, { ...person, password }, deviceOf(world));
      return async () =>
        (await browser.call('addPasskey', { body: { name: 'Phone', credential }, token })).status === 200;
    },
  },
  'a passkey that is asked to confirm money': {
    needsSession: true,
    own: [],
    before: confirmBy,
    begin: async (person) => {
      const { world, member, browser, token } = person;
      const device = devices.get(person);
      if (device === undefined) throw new Error('There is no passkey.');
      const key = () => world.services.random.uuid();
      const { username } = await world.member();
      const body = { recipient: username, asset: 'USDT', amount: '10', note: 'lunch' } as const;
      // A hold that the act before it began would refuse the draft by itself.
      await world.db.updateTable('members').set({ money_held_until: null }).where('id', '=', member.id).execute();
      const { id } = bodyOf(await browser.call('createTransfer', { body, token, key: key() }));
      const { options } = bodyOf(await browser.call('beginDraftPasskey', { path: { id }, token, key: key() }));
      const credential = device.get(options);
      return async () =>
        (await browser.call('confirmDraft', { path: { id }, body: { code: null, credential }, token, key: key() }))
          .status === 200;
    },
  },
  'the allow-list that is turning off': {
    needsSession: true,
    own: [],
    before: async ({ world, member }) => {
      const on = { allow_list_on_at: world.clock.now() };
      await world.db.updateTable('members').set(on).where('id', '=', member.id).execute();
    },
    begin: async ({ world, browser, member, token }, password) => {
      expect((await browser.call('turnOffAllowList', { body: { password }, token })).status).toBe(200);
      return async () =>
        (
          await world.db
            .selectFrom('members')
            .select('allow_list_off_at')
            .where('id', '=', member.id)
            .executeTakeFirstOrThrow()
        ).allow_list_off_at !== null;
    },
  },
  'an app that is being bound': {
    needsSession: true,
    own: ['enableTwoFactor'],
    begin: async (person, password) => {
      const { proofs } = await bindingProofs(person.world, person);
      const goOn = (word: string) =>
        person.browser.call('enableTwoFactor', { body: { ...proofs, password: word }, token: person.token });
      return async () => (await goOn(password)).status === 200 || (await goOn(NEW_PASSWORD)).status === 200;
    },
  },
};
