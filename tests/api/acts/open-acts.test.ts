// What was begun towards entering or changing an account ends with every change of how it is entered: each pending act,
// with each change that ends it according to the table of acts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTS, type CredentialActId } from '#server/entry/acts/acts.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { NEW_PASSWORD, somebody, WAYS, type Person, type Ready } from '../support/credential-acts.ts';
import { OPEN, type GoOn, type OpenAct } from '../support/open-acts.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const ENDING = (Object.keys(WAYS) as CredentialActId[]).filter((id) => ACTS[id].endsOpenActs);
/** The session is over, or the account is frozen and its first step taken. */
const canLieOpen = (open: OpenAct, id: CredentialActId) =>
  !open.own.includes(id) && !(open.needsSession && id === 'thawAccount');

async function make(person: Person, id: CredentialActId, { path, browser, proofs, rest }: Ready): Promise<void> {
  const asked: readonly string[] = (person.app ? ACTS[id].asksWithApp : ACTS[id].asks) ?? [];
  const body = Object.assign(
    {},
    rest,
    ...Object.entries(proofs).flatMap(([proof, part]) => (asked.includes(proof) ? [part] : [])),
  ) as object;
  const answer = await browser.callUnchecked(id, { path, body: Object.keys(body).length === 0 ? undefined : body });
  expect(answer.status, `${id} ${JSON.stringify(answer.body)}`).toBe(200);
}

describe('without an app', () => {
  const rows = ENDING.filter((id) => ACTS[id].asks !== null).flatMap((id) =>
    Object.entries(OPEN).flatMap(([what, open]) => (canLieOpen(open, id) ? [{ id, what, open }] : [])),
  );

  it.each(rows)('$id ends $what', async ({ id, open }) => {
    const person = await somebody(world, false);
    await open.before?.(person);
    const prepared = await WAYS[id](person);
    world.clock.advance(id === 'enableTwoFactor' ? 0 : 61);
    const goOn = await open.begin(person, id === 'freezeByLink' ? NEW_PASSWORD : person.member.password);
    await make(person, id, prepared);
    expect(await goOn()).toBe(false);
  });

  it.each(Object.entries(OPEN))('%s can continue if nothing changed', async (_what, open) => {
    const person = await somebody(world, false);
    await open.before?.(person);
    expect(await (await open.begin(person, person.member.password))()).toBe(true);
  });

  it.each(['resetPassword'] as const)('%s ends a link to thaw', async (id) => {
    const person = await somebody(world, false);
    const { browser, proofs } = await WAYS.thawAccount(person);
    await make(person, id, await WAYS[id](person));
    expect((await browser.callUnchecked('thawAccount', { body: proofs.mailedLink })).body.code).toBe('link_invalid');
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

  it('a sign-in can continue if nothing changed', async () => {
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
