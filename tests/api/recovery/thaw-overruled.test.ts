// A former address that freezes an account is notified of its thaw and may freeze it once more; then support decides.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { changeAddress } from '../support/changed-address.ts';
import { freezeTokensIn, mailsTo } from '../support/mails.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const olga = (...args: string[]) =>
  outcomeOf(world.services, { args: ['members', ...args], operator: 'olga', osUser: 'unix' });

const pressLink = async (email: string, kind: string) => {
  const [token = ''] = freezeTokensIn((await mailsTo(world, email, kind)).at(-1)?.body);
  return (await world.browser().call('freezeByLink', { body: { token } })).status;
};

/** How many links in a member's mails still freeze the account. */
async function linksOf({ id }: { readonly id: string }, { former }: { former: boolean }): Promise<number> {
  const rows = await world.db
    .selectFrom('freeze_links')
    .select('id')
    .where('member_id', '=', id)
    .where('to_former_address', '=', former)
    .where('ended_at', 'is', null)
    .execute();
  return rows.length;
}

it('a former address can freeze an account twice, not forever: the next thaw needs a reason, and voids the links of former addresses', async () => {
  const owner = await world.member();
  const browser = world.browser();
  await changeAddress(
    world,
    owner,
    { browser, token: (await browser.signIn(owner)).body.accessToken },
    `new-of-${owner.email}`,
  );
  expect(await pressLink(owner.email, 'emailChangedOld')).toBe(200);
  const thaw = (...rest: string[]) => olga('thaw', owner.username, '--reason', 'they proved who they are', ...rest);
  expect(await thaw('--despite', '')).toMatchObject({ code: 2 });
  expect(await thaw()).toMatchObject({ code: 0 });
  expect(await pressLink(owner.email, 'accountThawedFormer')).toBe(200);
  expect(await thaw()).toEqual({
    code: 1,
    text: expect.stringContaining(`${owner.email} has frozen it again after a thaw`),
  });
  expect(await olga('show', owner.username)).toMatchObject({ text: expect.stringContaining('FROZEN since') });
  const linked = await mailsTo(world, owner.email, 'accountThawedFormer');
  expect(await thaw('--despite', 'the mailbox was sold')).toMatchObject({ code: 0 });
  const [told] = await mailsTo(world, owner.email, 'accountThawedOverruled');
  expect(told?.body).not.toContain('#token=');
  expect([await mailsTo(world, owner.email, 'accountThawedFormer'), await linksOf(owner, { former: true })]).toEqual([
    linked,
    0,
  ]);
  expect(await linksOf(owner, { former: false })).toBeGreaterThan(0);
  const event = await world.db
    .selectFrom('audit_events')
    .select('details')
    .where('member_id', '=', owner.id)
    .where('kind', '=', 'account_thawed')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(event?.details).toMatchObject({
    reason: 'they proved who they are; despite a former address: the mailbox was sold',
  });
  await olga('freeze', owner.username, '--reason', 'somebody called');
  expect(await thaw('--despite', 'nobody said no')).toEqual({
    code: 1,
    text: expect.stringContaining('no former address froze the account, so --despite does not apply'),
  });
  expect(await thaw()).toMatchObject({ code: 0 });
});

it('of two former addresses that press, each is counted separately and keeps its right', async () => {
  const owner = await world.member();
  const { thief, next } = { thief: `thief-of-${owner.email}`, next: `next-of-${owner.email}` };
  const browser = world.browser();
  const moved = await changeAddress(
    world,
    owner,
    { browser, token: (await browser.signIn(owner)).body.accessToken },
    thief,
  );
  const again = world.browser();
  await changeAddress(world, moved, { browser: again, token: (await again.signIn(moved)).body.accessToken }, next);
  const thaw = (...rest: string[]) => olga('thaw', owner.username, '--reason', 'they wrote', ...rest);
  // The thief freezes twice; the owner's own link is not pressed.
  expect(await pressLink(thief, 'emailChangedOld')).toBe(200);
  expect(await thaw()).toMatchObject({ code: 0 });
  expect(await pressLink(thief, 'accountThawedFormer')).toBe(200);
  const { text } = await olga('show', owner.username);
  expect(text).toContain(`former address ${owner.email}: has a link that freezes the account`);
  expect(text).toContain(`former address ${thief}: has no link left`);
  expect(await thaw('--despite', 'the mailbox was hacked')).toMatchObject({ code: 0 });
  expect(
    [
      await mailsTo(world, owner.email, 'accountThawedOverruled'),
      await mailsTo(world, thief, 'accountThawedOverruled'),
    ].map(({ length }) => length),
  ).toEqual([0, 1]);
  // The owner presses for the first time: nothing has to be overruled, and another link is mailed.
  expect(await pressLink(owner.email, 'emailChangedOld')).toBe(200);
  expect(await thaw()).toMatchObject({ code: 0 });
  expect(await mailsTo(world, owner.email, 'accountThawedFormer')).toHaveLength(1);
  expect(await mailsTo(world, thief, 'accountThawedFormer')).toHaveLength(1);
});

it('a former address is notified of a thaw even if another one pressed after it', async () => {
  const owner = await world.member();
  const thief = `thief-of-${owner.email}`;
  const browser = world.browser();
  const moved = await changeAddress(
    world,
    owner,
    { browser, token: (await browser.signIn(owner)).body.accessToken },
    thief,
  );
  const again = world.browser();
  await changeAddress(
    world,
    moved,
    { browser: again, token: (await again.signIn(moved)).body.accessToken },
    `next-of-${owner.email}`,
  );
  expect([await pressLink(owner.email, 'emailChangedOld'), await pressLink(thief, 'emailChangedOld')]).toEqual([
    200, 200,
  ]);
  expect(await olga('thaw', owner.username, '--reason', 'they wrote')).toMatchObject({ code: 0 });
  expect(
    [await mailsTo(world, owner.email, 'accountThawedFormer'), await mailsTo(world, thief, 'accountThawedFormer')].map(
      ({ length }) => length,
    ),
  ).toEqual([1, 1]);
});

it('an address counts as freezing again if it did so within a month, however late support comes', async () => {
  const owner = await world.member();
  const browser = world.browser();
  await changeAddress(
    world,
    owner,
    { browser, token: (await browser.signIn(owner)).body.accessToken },
    `new-of-${owner.email}`,
  );
  await pressLink(owner.email, 'emailChangedOld');
  await olga('thaw', owner.username, '--reason', 'they wrote');
  world.clock.advance(6 * 24 * 3600);
  expect(await pressLink(owner.email, 'accountThawedFormer')).toBe(200);
  world.clock.advance(40 * 24 * 3600);
  expect(await olga('thaw', owner.username, '--reason', 'they wrote')).toMatchObject({ code: 1 });
});
