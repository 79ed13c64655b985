// The address that support gives an account: what it may be, who confirms it, and who is notified and can object.
import { ethereumAddress } from '#fixtures/club/chain.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptMoment } from '#server/domain/club/trusted-clock.ts';
import { sweepExpired } from '#server/entry/jobs/sweep.ts';
import { changeAddress } from '../support/changed-address.ts';
import { linkTo, mailsTo, tokenIn } from '../support/mails.ts';
import { type TestMember } from '#fixtures/club/members.ts';
import { createWorld, type World } from '../support/world.ts';
import {
  DAY,
  PROOF,
  run,
  olga,
  piet,
  rowOf,
  newAddress,
  signIn,
  pressLink,
  stolen,
  asked,
} from '../support/stolen-address.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());
/** The kinds of all acts so far. */
const acts = async () =>
  (await world.db.selectFrom('audit_events').select('kind').orderBy('id').execute()).map(({ kind }) => kind);
const requestsOf = ({ id }: TestMember) =>
  world.db.selectFrom('support_requests').selectAll().where('member_id', '=', id).execute();

describe('a new address', () => {
  it('is refused while the account is not frozen, for what is not an address, and for one that is in use', async () => {
    const member = await world.member();
    const other = await world.member();
    expect(await olga(world, 'address', member.username, newAddress(member), '--proof', PROOF)).toEqual({
      code: 1,
      text: expect.stringMatching(/^the account is not frozen/),
    });
    await olga(world, 'freeze', member.username, '--reason', 'x');
    expect(await olga(world, 'address', member.username, 'mail.example', '--proof', PROOF)).toEqual({
      code: 1,
      text: expect.stringMatching(/^"mail\.example" is not an email address: it must match/),
    });
    for (const { email } of [other, member])
      expect(await olga(world, 'address', member.username, email.toUpperCase(), '--proof', PROOF)).toEqual({
        code: 1,
        text: expect.stringMatching(/ already belongs to an account$/),
      });
    expect(await requestsOf(member)).toEqual([]);
    expect(await mailsTo(world, member.email, 'addressAsked')).toEqual([]);
  });

  it('is requested once at a time, confirmed by another operator who types the same, and can be withdrawn', async () => {
    const { owner, next } = await asked(world);
    expect(await piet(world, 'address', owner.username, `x${next}`, '--proof', 'a letter')).toEqual({
      code: 1,
      text: expect.stringMatching(/^olga requested it already; it may be done from /),
    });
    world.clock.advance(3 * DAY);
    for (const same of ['olga', 'Olga', ' olga '])
      expect((await run(world, same, 'address', owner.username, next, '--confirm')).text).toBe(
        'olga has requested it; another operator must confirm it',
      );
    expect((await piet(world, 'address', owner.username, `x${next}`, '--confirm')).text).toContain(
      'is not the address that olga gave',
    );
    // An operator can't undo what another has prepared.
    expect(await olga(world, 'thaw', owner.username, '--reason', 'x')).toMatchObject({
      code: 1,
      text: expect.stringMatching(/^a new address was requested/),
    });
    expect(await olga(world, 'address', owner.username, '--cancel')).toEqual({
      code: 0,
      text: `the address of ${owner.username} stays, and so does the freeze`,
    });
    expect((await piet(world, 'address', owner.username, next, '--confirm')).text).toBe(
      'nobody has requested it: begin with --proof TEXT',
    );
    expect((await olga(world, 'address', owner.username, '--cancel')).code).toBe(1);
    expect(await requestsOf(owner)).toMatchObject([
      { asked_by: 'olga', proof: PROOF, outcome: 'cancelled', ended_by: 'olga' },
    ]);
    expect((await acts()).slice(-2)).toEqual(['address_change_asked', 'address_change_cancelled']);
    expect(await olga(world, 'address', owner.username, next, '--proof', 'another passport')).toMatchObject({
      code: 0,
    });
  });

  it('lets no time pass for addresses to withdraw to that were new when it was requested', async () => {
    const { owner, next } = await asked(world);
    const saved = (hours: number, address: string) => ({
      id: world.services.random.uuid(),
      member_id: owner.id,
      asset: 'USDT' as const,
      network: 'ethereum' as const,
      address,
      label: 'Mine',
      saved_at: new Date(world.clock.now().getTime() - hours * 3_600_000),
    });
    await world.db
      .insertInto('saved_addresses')
      .values([saved(2, ethereumAddress()), saved(25, ethereumAddress())])
      .execute();
    world.clock.advance(3 * DAY);
    expect((await piet(world, 'address', owner.username, next, '--confirm')).code).toBe(0);
    const rows = await world.db
      .selectFrom('saved_addresses')
      .select('renamed_at')
      .where('member_id', '=', owner.id)
      .orderBy('saved_at', 'desc')
      .execute();
    expect(rows.map((row) => row.renamed_at)).toEqual([world.clock.now(), null]);
  });

  it('is not given to two accounts, and not at all if somebody signed up with it meanwhile', async () => {
    const { owner, next } = await asked(world);
    world.clock.advance(3 * DAY);
    const both = await Promise.all([
      piet(world, 'address', owner.username, next, '--confirm'),
      run(world, 'rosa', 'address', owner.username, next, '--confirm'),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(await mailsTo(world, next, 'addressGiven')).toHaveLength(1);

    const late = await asked(world);
    world.clock.advance(3 * DAY);
    await world.member({ email: late.next });
    expect(await piet(world, 'address', late.owner.username, late.next, '--confirm')).toEqual({
      code: 1,
      text: `${late.next} already belongs to an account`,
    });
    expect(await requestsOf(late.owner)).toMatchObject([{ outcome: null }]);
  });

  it('is not given by a clock that is in doubt', async () => {
    const { owner, next } = await asked(world);
    await acceptMoment(world.db, world.clock.now());
    world.clock.advance(3 * DAY);
    expect(await piet(world, 'address', owner.username, next, '--confirm')).toMatchObject({
      code: 1,
      text: expect.stringContaining('the clock is in doubt'),
    });
    expect((await rowOf(world, owner)).email).not.toBe(next);
    await acceptMoment(world.db, world.clock.now());
    expect((await piet(world, 'address', owner.username, next, '--confirm')).code).toBe(0);
    await world.db.deleteFrom('clock_state').execute();
  });

  it('takes over a freeze that the mailbox of the thief could undo', async () => {
    const member = await world.member();
    const { browser, token } = await signIn(world, member);
    await browser.call('freezeAccount', { token });
    await world.browser().call('sendThawLink', { body: { email: member.email, username: member.username } });
    const link = tokenIn(await linkTo(world, member.email, 'thawLink'));
    expect((await olga(world, 'address', member.username, newAddress(member), '--proof', PROOF)).code).toBe(0);
    expect((await rowOf(world, member)).frozen_by).toBe('support');
    expect((await world.browser().call('thawAccount', { body: { token: link } })).body.code).toBe('link_invalid');
  });

  it.each([
    { who: 'the present mailbox, which the thief has', from: 'thief', said: /^the present address objected at / },
    { who: 'the former one', from: 'owner', said: /^a former address objected at / },
  ] as const)('can proceed despite a press from $who, but only with an answer to it', async ({ from, said }) => {
    const scene = await asked(world);
    const { owner, next } = scene;
    expect(await pressLink(world, scene[from].email, 'addressAsked')).toBe(200);
    world.clock.advance(3 * DAY);
    expect((await olga(world, 'show', owner.username)).text).toMatch(
      /about to get the address [^\n]* address objected at /,
    );
    expect(await piet(world, 'address', owner.username, next, '--confirm')).toEqual({
      code: 1,
      text: expect.stringMatching(said),
    });
    expect(
      await piet(world, 'address', owner.username, next, '--confirm', '--despite', 'they could not name a deposit'),
    ).toMatchObject({ code: 0 });
    const event = await world.db
      .selectFrom('audit_events')
      .select('details')
      .where('member_id', '=', owner.id)
      .where('kind', '=', 'email_changed')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(event?.details).toMatchObject({ reason: 'they could not name a deposit', objections: 1 });
  });

  it('can be objected to by each address separately: a press from one leaves the link of the other', async () => {
    const { owner, thief } = await asked(world);
    expect([
      await pressLink(world, thief.email, 'addressAsked'),
      await pressLink(world, owner.email, 'addressAsked'),
    ]).toEqual([200, 200]);
    expect(await requestsOf(owner)).toMatchObject([
      { present_objected_at: world.clock.now(), former_objected_at: world.clock.now() },
    ]);
    expect((await acts()).slice(-2)).toEqual(['address_change_objected', 'address_change_objected']);
  });

  it('that was given wrongly can be stopped from any former address that was notified, even one that has objected', async () => {
    const { owner, thief, next } = await asked(world);
    await pressLink(world, owner.email, 'addressAsked');
    // The links of those mails have expired by then.
    world.clock.advance(9 * DAY);
    await sweepExpired(world.db, world.clock.now());
    await piet(world, 'address', owner.username, next, '--confirm', '--despite', 'could not name a deposit');
    for (const { email } of [owner, thief]) expect(await mailsTo(world, email, 'addressTaken')).toHaveLength(1);
    await olga(world, 'thaw', owner.username, '--reason', 'they have it');
    expect(await pressLink(world, owner.email, 'addressTaken')).toBe(200);
    expect(await rowOf(world, owner)).toMatchObject({ frozen_by: 'former_address', frozen_from: owner.email });
  });

  it('is reported after a thaw too, to the former address that froze the account, with another link', async () => {
    const { owner, next } = await stolen(world);
    await olga(world, 'thaw', owner.username, '--reason', 'they wrote from the present address');
    expect(await pressLink(world, owner.email, 'accountThawedFormer')).toBe(200);
    expect(await rowOf(world, owner)).toMatchObject({ frozen_from: owner.email });
    await olga(
      world,
      'thaw',
      owner.username,
      '--reason',
      'they wrote again',
      '--despite',
      'the former one is a thief’s',
    );
    await olga(world, 'freeze', owner.username, '--reason', 'somebody called');
    expect((await olga(world, 'address', owner.username, next, '--proof', PROOF)).text).toMatch(
      /^the current address and 1 former one are notified/,
    );
    expect(await mailsTo(world, owner.email, 'addressAsked')).toHaveLength(1);
  });

  it('that is the address before the thief’s is notified once, that it is in force', async () => {
    const { owner, thief } = await stolen(world);
    await olga(world, 'address', owner.username, owner.email.toUpperCase(), '--proof', PROOF);
    world.clock.advance(3 * DAY);
    await piet(world, 'address', owner.username, owner.email, '--confirm');
    expect(
      [
        await mailsTo(world, owner.email, 'addressGiven'),
        await mailsTo(world, owner.email, 'addressTaken'),
        await mailsTo(world, thief.email, 'addressTaken'),
      ].map(({ length }) => length),
    ).toEqual([1, 0, 1]);
  });

  it('that was given wrongly can be stopped from the old address after the thaw', async () => {
    const { owner, thief, next } = await asked(world);
    world.clock.advance(3 * DAY);
    await piet(world, 'address', owner.username, next, '--confirm');
    await olga(world, 'thaw', owner.username, '--reason', 'the owner has it');
    expect(await pressLink(world, thief.email, 'addressTaken')).toBe(200);
    expect(await rowOf(world, owner)).toMatchObject({ frozen_by: 'former_address', frozen_from: thief.email });
  });
});

describe('the links that freeze', () => {
  it('of a former address survive a press from the thief’s mailbox', async () => {
    const owner = await world.member();
    const thief = await changeAddress(world, owner, await signIn(world, owner), `thief-of-${owner.email}`);
    expect(await pressLink(world, thief.email, 'emailChanged')).toBe(200);
    expect((await rowOf(world, owner)).frozen_by).toBe('member');
    expect(await pressLink(world, owner.email, 'emailChangedOld')).toBe(200);
    expect((await rowOf(world, owner)).frozen_by).toBe('former_address');
  });
});
