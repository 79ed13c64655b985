// What was begun towards entering or changing an account ends with every change of how it is entered: each thing that
// can lie open, each change that the table of acts says ends it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTS, type CredentialActId } from '#server/entry/acts/acts.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { bindingProofs } from './support/binding.ts';
import { NEW_PASSWORD, somebody, WAYS, type Person } from './support/credential-acts.ts';
import { codeTo, linkTo, tokenIn } from './support/mails.ts';
import { createWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

/** Goes on with what was begun. Whether it is still good for something. */
type GoOn = () => Promise<boolean>;

interface OpenAct {
  readonly needsSession: boolean;
  /** Acts of which it is a step itself. */
  readonly own: readonly CredentialActId[];
  readonly begin: (person: Person, password: string) => Promise<GoOn>;
}

async function beginRecovery({ member: { email, username } }: Person) {
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
  { browser, member, token }: Person,
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

const OPEN: Readonly<Record<string, OpenAct>> = {
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
      return async () =>
        (await browser.call('resetPassword', { body: { password: 'yet another passphrase' } })).status === 200;
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
      const code = await codeTo(world, email, 'changeEmailCode');
      return async () =>
        (await person.browser.call('changeEmail', { body: { email, code }, token: person.token })).status === 200;
    },
  },
  'an app that is being bound': {
    needsSession: true,
    own: ['enableTwoFactor'],
    begin: async (person, password) => {
      const { proofs } = await bindingProofs(world, person);
      const goOn = (word: string) =>
        person.browser.call('enableTwoFactor', { body: { ...proofs, password: word }, token: person.token });
      return async () => (await goOn(password)).status === 200 || (await goOn(NEW_PASSWORD)).status === 200;
    },
  },
};

const ENDING = (Object.keys(WAYS) as CredentialActId[]).filter((id) => ACTS[id].endsOpenActs);
/** The session is over, or the account frozen and its first step taken. */
const canLieOpen = (open: OpenAct, id: CredentialActId) =>
  !open.own.includes(id) && !(open.needsSession && id === 'thawAccount');

async function make(
  person: Person,
  id: CredentialActId,
  { path, browser, proofs, rest }: Awaited<ReturnType<(typeof WAYS)[CredentialActId]>>,
): Promise<void> {
  const asked: readonly string[] = (person.app ? ACTS[id].asksWithApp : ACTS[id].asks) ?? [];
  const body = Object.assign(
    {},
    rest,
    ...Object.entries(proofs).flatMap(([proof, part]) => (asked.includes(proof) ? [part] : [])),
  ) as object;
  const answer = await browser.send('POST', path, { body: Object.keys(body).length === 0 ? undefined : body });
  expect(answer.status, `${id} ${JSON.stringify(answer.body)}`).toBe(200);
}

describe('without an app', () => {
  const rows = ENDING.filter((id) => ACTS[id].asks !== null).flatMap((id) =>
    Object.entries(OPEN).flatMap(([what, open]) => (canLieOpen(open, id) ? [{ id, what, open }] : [])),
  );

  it.each(rows)('$id ends $what', async ({ id, open }) => {
    const person = await somebody(world, false);
    const prepared = await WAYS[id](person);
    world.clock.advance(id === 'enableTwoFactor' ? 0 : 61);
    const goOn = await open.begin(person, id === 'freezeByLink' ? NEW_PASSWORD : person.member.password);
    await make(person, id, prepared);
    expect(await goOn()).toBe(false);
  });

  it.each(Object.entries(OPEN))('%s goes on where nothing changed', async (_what, open) => {
    const person = await somebody(world, false);
    expect(await (await open.begin(person, person.member.password))()).toBe(true);
  });

  it.each(['resetPassword'] as const)('%s ends a link to thaw', async (id) => {
    const person = await somebody(world, false);
    const { path, browser, proofs } = await WAYS.thawAccount(person);
    await make(person, id, await WAYS[id](person));
    expect((await browser.send('POST', path, { body: proofs.mailedLink })).body.code).toBe('link_invalid');
  });
});

describe('with an app bound', () => {
  const begin = async ({ member }: Person): Promise<GoOn> => {
    const browser = world.browser();
    await browser.signIn(member);
    return async () => {
      world.clock.advance(30);
      return (await browser.call('verifyTwoFactor', { body: { method: 'totp', code: member.code() } })).status === 200;
    };
  };

  it.each(ENDING.filter((id) => ACTS[id].asksWithApp !== null && id !== 'thawAccount' && id !== 'freezeByLink'))(
    '%s ends a sign-in that waits for its code',
    async (id) => {
      const person = await somebody(world, true);
      const prepared = await WAYS[id](person);
      const goOn = await begin(person);
      await make(person, id, prepared);
      expect(await goOn()).toBe(false);
    },
  );

  it('a sign-in goes on where nothing changed', async () => {
    expect(await (await begin(await somebody(world, true)))()).toBe(true);
  });

  it.each(['freeze', 'end-sessions'])('members %s ends it too', async (command) => {
    const person = await somebody(world, true);
    const goOn = await begin(person);
    expect(
      (
        await outcomeOf(world.services, {
          args: ['members', command, person.member.username, '--reason', 'x'],
          operator: 'olga',
        })
      ).code,
    ).toBe(0);
    expect(await goOn()).toBe(false);
  });
});
