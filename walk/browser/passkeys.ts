// Passkeys in the browser: what is on a member's device, and how the server is brought to its answers about them.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { coseOf } from '#fixtures/club/authenticator.ts';
import { codeTo } from '#fixtures/club/mailbox.ts';
import { DAY_MS, MS_PER_SECOND } from '#machines/chart/durations.ts';
import { deviceControlOf, errorOf, refusals } from '#walk/component/device.ts';
import { after, forgetSends, WRONG_CODE, type Answer, type Answering, type Answers, type Typist } from './answering.ts';
import { withDevice } from './page-device.ts';
import type { Stage } from './stage.ts';

const MOST = 10;

/** Longer ago than the 24 hours in which a new passkey confirms no money. */
const TWO_DAYS_MS = 2 * DAY_MS;
const HANDLE_BYTES = 32;

/** What the server knows of the passkey that a path's member has on the page's device. */
const known = new WeakMap<Stage, { readonly id: Buffer; readonly key: Buffer }>();

/** The member added a passkey on this device two days ago. */
export async function oldPasskey(stage: Stage): Promise<void> {
  const { id } = await stage.member(false);
  const passkey = known.get(stage) ?? (await onDevice(stage, id));
  known.set(stage, passkey);
  await addRow(stage, id, { ...passkey, name: 'Phone', agoMs: TWO_DAYS_MS });
}

interface Row {
  readonly id: Buffer;
  readonly key: Buffer;
  readonly name: string;
  /** How long ago it was added. */
  readonly agoMs: number;
}

/** Lets the server know a passkey of a member, unless it does already. */
async function addRow({ club }: Stage, memberId: string, { id, key, name, agoMs }: Row): Promise<void> {
  const { random, clock } = club.services;
  await club.db
    .insertInto('passkeys')
    .values({
      id: random.uuid(),
      member_id: memberId,
      credential_id: id,
      public_key: key,
      counter: 0,
      transports: ['internal'],
      name,
      added_at: new Date(clock.now().getTime() - agoMs),
      confirms_from: new Date(clock.now().getTime() - agoMs + DAY_MS),
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .execute();
}

/** Makes a passkey of the member on the page's device, as if it had been made there long ago. */
async function onDevice(stage: Stage, memberId: string): Promise<{ readonly id: Buffer; readonly key: Buffer }> {
  const [id, userHandle] = [randomBytes(16), randomBytes(HANDLE_BYTES)];
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  await stage.club.db.updateTable('members').set({ passkey_handle: userHandle }).where('id', '=', memberId).execute();
  const device = await withDevice(stage.page);
  await device.add({ id, userHandle, privateKey, rpId: new URL(stage.club.origin).hostname });
  return { id, key: coseOf(publicKey) };
}

/** The member has no passkey. */
export async function withoutPasskeys(stage: Stage): Promise<void> {
  const { id } = await stage.member(false);
  await stage.club.db.deleteFrom('passkeys').where('member_id', '=', id).execute();
}

/** Two passkeys of the member, made elsewhere. */
async function twoPasskeys(stage: Stage): Promise<void> {
  const { id } = await stage.member(false);
  await addRows(stage, id, ['Blue key', 'Phone']);
}

async function addRows(stage: Stage, memberId: string, names: readonly string[]): Promise<void> {
  const { random } = stage.club.services;
  // The list begins with the newest.
  for (const [index, name] of names.entries())
    await addRow(stage, memberId, {
      id: random.bytes(16),
      key: random.bytes(16),
      name,
      agoMs: (names.length - index) * MS_PER_SECOND,
    });
}

/** What is prepared before the flow's page opens. */
export const passkeyPreparations: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  passkeys: async (stage) => {
    // The device has room for three, and earlier walks on this page may have left theirs.
    await (await withDevice(stage.page)).clear();
    await twoPasskeys(stage);
  },
};

const me = ({ stage }: Answering) => stage.member(false);

async function setVerified(answering: Answering, verified: boolean): Promise<void> {
  const { id } = await me(answering);
  await answering.stage.club.db
    .updateTable('members')
    .set({ email_verified_at: verified ? answering.stage.club.services.clock.now() : null })
    .where('id', '=', id)
    .execute();
}

const bindElsewhere = async (answering: Answering): Promise<void> => answering.stage.bind((await me(answering)).id);
const unbindElsewhere = async (answering: Answering): Promise<void> => answering.stage.unbind((await me(answering)).id);

const removeAll = ({ stage }: Answering): Promise<void> => withoutPasskeys(stage);

/** The passkey was removed in another tab, and others were added there: a path may go on with one. */
const noSuchPasskey: Answer = async (answering) => {
  await removeAll(answering);
  const response = await answering.route.fetch();
  await twoPasskeys(answering.stage);
  await answering.route.fulfill({ response });
};

/** There are ten while the server answers. */
const tenAlready: Answer = async (answering) => {
  const { id } = await me(answering);
  await removeAll(answering);
  await addRows(answering.stage, id, Array<string>(MOST).fill('Another'));
  const response = await answering.route.fetch();
  await removeAll(answering);
  await twoPasskeys(answering.stage);
  await answering.route.fulfill({ response });
};

export const passkeyAnswers: Answers = {
  listPasskeys: {
    byMail: after(async (answering) => {
      await unbindElsewhere(answering);
      await setVerified(answering, true);
    }),
    byApp: after(bindElsewhere),
    unverified: after(async (answering) => {
      await unbindElsewhere(answering);
      await setVerified(answering, false);
    }),
  },
  renamePasskey: { noSuchPasskey },
  removePasskey: { noSuchPasskey, codeNeeded: after(bindElsewhere) },
  addPasskey: {
    notAdded: after(async (answering) => {
      const { id } = await me(answering);
      await answering.stage.club.db.deleteFrom('passkey_challenges').where('member_id', '=', id).execute();
    }),
  },
  beginPasskey: {
    unverified: after((answering) => setVerified(answering, false)),
    codeNeeded: after(bindElsewhere),
    tenAlready,
  },
  sendPasskeyCode: {
    sent: after(async (answering) => {
      await unbindElsewhere(answering);
      await setVerified(answering, true);
      await forgetSends(answering.stage);
    }),
    unverified: after((answering) => setVerified(answering, false)),
    codeOfApp: after(bindElsewhere),
  },
};

const isBound = ({ node }: Parameters<Typist>[0]): boolean =>
  (node.snapshot.context as { readonly proof?: unknown }).proof === 'app';

export const passkeyTypists: Readonly<Record<string, Typist>> = {
  // The press itself says which: the one at the top of the list.
  'passkeys START_RENAMING': () => Promise.resolve({}),
  'passkeys START_REMOVING': () => Promise.resolve({}),
  'passkeys SUBMIT_CODES': async (typing) => {
    const { stage, outcome } = typing;
    const { email, password } = await stage.member(false);
    const isWrong = outcome === 'wrongCode' || outcome === 'codeOver';
    const code = isWrong ? WRONG_CODE : isBound(typing) ? stage.freshCode() : await codeTo(stage.club, email);
    return { name: 'Laptop', code, password: outcome === 'wrongPassword' ? 'not the password' : password };
  },
  'passkeys SUBMIT_PASSWORD': async ({ stage, outcome }) => {
    const { password } = await stage.member(false);
    return { password: outcome === 'wrongPassword' ? 'not the password' : password };
  },
  'passkeys SUBMIT_WITH_CODE': async ({ stage, outcome }) => {
    const { password } = await stage.member(false);
    return {
      password: outcome === 'wrongPassword' ? 'not the password' : password,
      code: outcome === 'wrongCode' ? WRONG_CODE : stage.freshCode(),
    };
  },
};

/** The browser refuses once, as it does for a person who stops or a device that can't. */
export const deviceEvents = Object.fromEntries(
  refusals.map((refusal) => [
    refusal,
    async (stage: Stage, { flow }: { readonly flow: string }) => {
      await stage.page.evaluate((name) => {
        const { credentials } = navigator;
        const [create, get] = [credentials.create.bind(credentials), credentials.get.bind(credentials)];
        const refuse = () => {
          Object.assign(credentials, { create, get });
          return Promise.reject(new DOMException('', name));
        };
        Object.assign(credentials, { create: refuse, get: refuse });
      }, errorOf(refusal));
      await stage.page.locator(`[data-flow="${flow}"] [data-event="${deviceControlOf(flow)}"]`).click();
    },
  ]),
);
