// The member's own organization with its figures: who sees what, and what volumes, months and referrals show.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeMonth } from '#server/domain/bonuses/close-month.ts';
import { sumVolumes } from '#server/domain/bonuses/sums.ts';
import { addRules } from '#server/domain/rules/add-rules.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { callWithFresh } from '../support/call.ts';
import { setRates } from '../support/money.ts';
import { buy } from '../support/sales.ts';
import { createWorld, type World } from '../support/world.ts';

/**
 *            root
 *          /      \
 *       own        stranger
 *      /    \
 *   nori     kei
 *   /
 * deep
 */
interface Club {
  root: TestMember;
  own: TestMember;
  stranger: TestMember;
  nori: TestMember;
  kei: TestMember;
  deep: TestMember;
}

let world: World;
let club: Club;
let token: string;
const OCTOBER = new Date('2026-10-10T12:00:00Z');
const closing = (month: string) => ({ month, operator: 'olga', call: { requestId: 'op-1', device: '' } });

beforeAll(async () => {
  world = await createWorld();
  // Seats are taken in August, long before the first sale.
  world.clock.advance(-100 * 24 * 3600);
  await setRates(world);
  const seat = (username: string, at?: { below: TestMember; side: 'left' | 'right' }) =>
    world.member({
      username,
      name: `Name of ${username}`,
      ...(at === undefined ? {} : { below: at.below.seatNo, side: at.side }),
    });
  const root = await seat('perch');
  const own = await seat('mika', { below: root, side: 'left' });
  const stranger = await seat('stranger', { below: root, side: 'right' });
  const nori = await seat('nori', { below: own, side: 'left' });
  const kei = await seat('kei', { below: own, side: 'right' });
  const deep = await seat('deep', { below: nori, side: 'left' });
  club = { root, own, stranger, nori, kei, deep };
  await introduce(own, [nori, stranger]);
  await introduce(root, [own, kei]);
  world.clock.advance(100 * 24 * 3600);
  await buy(world, own.id, { usd: '1000', at: OCTOBER, stage: 1 });
  await buy(world, deep.id, { usd: '150.5', at: OCTOBER });
  await buy(world, nori.id, { usd: '200', at: OCTOBER });
  await buy(world, kei.id, { usd: '500', at: OCTOBER });
  await closeMonth(world.services, closing('2026-10'));
  await buy(world, kei.id, { usd: '5000', stage: 2 });
  await buy(world, kei.id, { usd: '1000', stage: 1 });
  await buy(world, stranger.id, { usd: '300' });
  await sumVolumes(world.db, world.clock.now());
  token = (await world.browser().session(own)).accessToken;
});
afterAll(() => world.close());

async function introduce(by: TestMember, members: TestMember[]): Promise<void> {
  for (const { id } of members)
    await world.db.updateTable('members').set({ introducer_id: by.id }).where('id', '=', id).execute();
}

/** A call by the member. */
const call = callWithFresh(() => world.browser().as({ token }));
/** A call by a visitor without a session. */
const anybody = () => world.browser();
const NOT_FOUND = { status: 404, code: 'not_found' };
const NOW = '2026-11-21T04:00:00.000Z';

describe('the tree for drawing', () => {
  it('has their own seat at its top and what is below it, level by level, with members, volumes and stages', async () => {
    const { status, body } = await call('getSeatTree');
    expect(status).toBe(200);
    expect(body.volumesAt).toBe(NOW);
    expect(
      body.nodes.map((node: Record<string, unknown>) => [
        node.username,
        node.level,
        node.position,
        node.parentSeatNo,
        node.stage,
        node.leftMembers,
        node.rightMembers,
        node.leftVolumeUsd,
        node.rightVolumeUsd,
        node.hasLeft,
        node.hasRight,
      ]),
    ).toEqual([
      ['mika', 0, 'left', null, 1, 2, 1, '0', '6000', true, true],
      ['nori', 1, 'left', club.own.seatNo, 8, 1, 0, '0', '0', true, false],
      ['kei', 1, 'right', club.own.seatNo, 8, 0, 0, '0', '0', false, false],
      ['deep', 2, 'left', club.nori.seatNo, 8, 0, 0, '0', '0', false, false],
    ]);
  });

  it('is read in parts: whole levels only, and from any seat of their own organization', async () => {
    const names = async (query: { levels?: number; seatNo?: number }) =>
      (await call('getSeatTree', { query })).body.nodes.map(({ username }: { username: string }) => username);
    expect(await names({ levels: 1 })).toEqual(['mika', 'nori', 'kei']);
    expect(await names({ seatNo: club.nori.seatNo })).toEqual(['nori', 'deep']);
    expect((await call('getSeatTree', { query: { seatNo: club.deep.seatNo } })).body.nodes).toMatchObject([
      { username: 'deep', level: 2, parentSeatNo: club.nori.seatNo },
    ]);
  });

  it.each(['0', '13', 'x', '1.5'])('is refused for %s levels', async (levels) => {
    expect((await world.browser().callUnchecked('getSeatTree', { query: { levels }, token })).body).toMatchObject({
      status: 400,
      code: 'invalid_request',
    });
  });

  it('is not found for a seat outside, and not shown to strangers', async () => {
    for (const seatNo of [club.root.seatNo, club.stranger.seatNo, 99_999, 2 ** 31])
      expect((await call('getSeatTree', { query: { seatNo } })).body).toMatchObject(NOT_FOUND);
    expect((await anybody().call('getSeatTree')).status).toBe(401);
  });
});

describe('the list of members', () => {
  const figures = (item: Record<string, unknown>) =>
    ['username', 'stage', 'leftVolumeUsd', 'rightVolumeUsd'].map((field) => item[field]);

  it('has the stage and the volumes of this month, as the tree has them, searched or not', async () => {
    const { body } = await call('listDownLines');
    expect(body.items.map(figures)).toEqual([
      ['nori', 8, '0', '0'],
      ['kei', 8, '0', '0'],
      ['deep', 8, '0', '0'],
    ]);
    const [nori] = await world.db.selectFrom('members').select('joined_at').where('username', '=', 'nori').execute();
    expect(body.items[0].joinedAt).toBe(nori?.joined_at.toISOString());
    expect((await call('listDownLines', { query: { search: 'kei' } })).body.items).toEqual([body.items[1]]);
    // The member's own seat, whose sides have volume, is in the list of the one above.
    const { accessToken } = await world.browser().session(club.root);
    const above = world.browser().as({ token: accessToken });
    for (const query of [{}, { search: 'mika' }, { level: 1 }]) {
      const { items } = (await above.call('listDownLines', { query })).body;
      expect(figures(items.find(({ username }: { username: string }) => username === 'mika'))).toEqual([
        'mika',
        1,
        '0',
        '6000',
      ]);
    }
  });
});

describe("a member of the viewer's organization", () => {
  it('is shown with the figures of both legs', async () => {
    const { body } = await call('getOrganizationMember', { query: { username: 'MIKA' } });
    expect(body).toMatchObject({
      seat: { username: 'mika', level: 0, parentSeatNo: null },
      stage: 1,
      introducedByMe: false,
      introducer: null,
      volumesAt: NOW,
    });
    // October: 350.5 on the left, 500 on the right; the weaker leg was matched, 149.5 are carried over on the right.
    expect(body.left).toEqual({
      username: 'nori',
      figures: { members: 2, joinedThisMonth: 0, volumeUsd: '0', carriedUsd: '0', totalUsd: '350.5' },
    });
    expect(body.right).toEqual({
      username: 'kei',
      figures: { members: 1, joinedThisMonth: 0, volumeUsd: '6000', carriedUsd: '149.5', totalUsd: '6500' },
    });
  });

  it('has an introducer if that one is in their own organization', async () => {
    expect((await call('getOrganizationMember', { query: { username: 'nori' } })).body).toMatchObject({
      introducedByMe: true,
      introducer: 'mika',
      left: { username: 'deep', figures: { totalUsd: '150.5' } },
      right: { username: null, figures: { members: 0, totalUsd: '0' } },
    });
    expect((await call('getOrganizationMember', { query: { username: 'kei' } })).body).toMatchObject({
      introducedByMe: false,
      introducer: null,
      stage: 8,
    });
  });

  it('is not found outside', async () => {
    for (const username of ['perch', 'stranger', 'nobody'])
      expect((await call('getOrganizationMember', { query: { username } })).body).toMatchObject(NOT_FOUND);
    expect((await world.browser().callUnchecked('getOrganizationMember', { token })).status).toBe(400);
    expect((await anybody().call('getOrganizationMember', { query: { username: 'nori' } })).status).toBe(401);
  });
});

it('the community has its sums', async () => {
  const { body } = await call('getCommunityInfo');
  expect(body).toEqual({
    introduced: 2,
    volumesAt: NOW,
    left: { members: 2, joinedThisMonth: 0, volumeUsd: '0', carriedUsd: '0', totalUsd: '350.5' },
    right: { members: 1, joinedThisMonth: 0, volumeUsd: '6000', carriedUsd: '149.5', totalUsd: '6500' },
  });
});

describe('months', () => {
  const running = {
    ...{
      month: '2026-11',
      state: 'open',
      bonusOn: true,
      rate: '0.1',
      capUsd: null,
      totalUsd: '6000',
      matchedUsd: '0',
      bonusUsd: '0',
    },
    ...{
      paidUsdt: '0',
      paidPp: '0',
      roundingUsd: '0',
      outcome: 'running',
      receiptId: null,
      ruleVersion: null,
      asOf: NOW,
    },
    left: { username: 'nori', carriedBeforeUsd: '0', newUsd: '0', carriedAfterUsd: '0' },
    right: { username: 'kei', carriedBeforeUsd: '149.5', newUsd: '6000', carriedAfterUsd: '6149.5' },
  };
  const october = {
    ...{
      month: '2026-10',
      state: 'released',
      bonusOn: true,
      rate: '0.1',
      capUsd: null,
      totalUsd: '850.5',
      matchedUsd: '350.5',
      bonusUsd: '35.05',
    },
    ...{ paidUsdt: '28.04', paidPp: '7.01', roundingUsd: '0', outcome: 'paid', asOf: NOW },
    left: { username: 'nori', carriedBeforeUsd: '0', newUsd: '350.5', carriedAfterUsd: '0' },
    right: { username: 'kei', carriedBeforeUsd: '0', newUsd: '500', carriedAfterUsd: '149.5' },
  };

  it('begin with the running one, in which nothing is matched or projected, and go back to the first', async () => {
    const { body } = await call('listSalesMonths');
    expect(body).toEqual({
      items: [running, { ...october, receiptId: expect.any(String), ruleVersion: expect.any(Number) }],
      nextCursor: null,
    });
  });

  it('are read one by one', async () => {
    expect((await call('getSalesMonth', { path: { month: '2026-11' } })).body).toEqual(running);
    expect((await call('getSalesMonth', { path: { month: '2026-10' } })).body).toMatchObject(october);
  });

  it('lead to the receipt of the payment, which names the month', async () => {
    const { receiptId, ruleVersion } = (await call('getSalesMonth', { path: { month: '2026-10' } })).body;
    expect((await call('getReceipt', { path: { id: receiptId } })).body).toMatchObject({
      ...{
        kind: 'binaryBonus',
        bonusMonth: '2026-10',
        asset: 'USDT',
        amount: '28.04',
        counterAsset: 'PP',
        counterAmount: '7.01',
        ruleVersion,
        rate: '1',
      },
      journals: [
        {
          kind: 'binary_bonus',
          postings: expect.arrayContaining([{ account: 'wallet', own: true, asset: 'PP', amount: '7.01' }]),
        },
      ],
    });
  });

  it('are not found if there are no figures', async () => {
    for (const month of ['2026-09', '2026-12', '1999-01'])
      expect((await call('getSalesMonth', { path: { month } })).body, month).toMatchObject(NOT_FOUND);
    for (const month of ['2026-13', '2026', 'now'])
      expect((await call('getSalesMonth', { path: { month } })).status, month).toBe(400);
    expect((await call('listSalesMonths', { query: { cursor: 'nonsense' } })).body).toMatchObject({
      status: 400,
      errors: { cursor: expect.anything() },
    });
    expect((await anybody().call('listSalesMonths')).status).toBe(401);
  });

  it('say what was missing for those who had no stake', async () => {
    const { accessToken } = await world.browser().session(club.root);
    expect((await call('getSalesMonth', { path: { month: '2026-10' }, token: accessToken })).body).toMatchObject({
      outcome: 'notQualified',
      matchedUsd: '0',
      paidUsdt: '0',
      receiptId: null,
      left: { newUsd: '1850.5', carriedAfterUsd: '1850.5' },
    });
    const far = (await world.browser().session(club.stranger)).accessToken;
    expect((await call('getSalesMonth', { path: { month: '2026-10' }, token: far })).body).toMatchObject({
      outcome: 'nothingMatched',
      totalUsd: '0',
    });
  });
});

describe('what referrals have earned', () => {
  it('is shown for each member introduced, newest first, and in total', async () => {
    const { body } = await call('getReferralEarnings');
    expect(body).toMatchObject({
      bonusOn: true,
      rate: '0.05',
      totals: { introduced: 2, purchasesUsd: '500', earnedUsdt: '25', thisMonthUsdt: '15' },
      nextCursor: null,
    });
    const byName = Object.fromEntries(body.items.map((item: { username: string }) => [item.username, item]));
    expect(byName.nori).toEqual({
      username: 'nori',
      name: 'Name of nori',
      position: 'left',
      joinedAt: '2026-08-13T04:00:00.000Z',
      purchasesUsd: '200',
      earnedUsdt: '10',
      lastPurchaseAt: OCTOBER.toISOString(),
    });
    // Outside the member's own organization, but introduced by them.
    expect(byName.stranger).toMatchObject({
      position: null,
      purchasesUsd: '300',
      earnedUsdt: '15',
      lastPurchaseAt: NOW,
    });
  });

  it('is zero if nobody was introduced', async () => {
    const { accessToken } = await world.browser().session(club.deep);
    expect((await call('getReferralEarnings', { token: accessToken })).body).toMatchObject({
      totals: { introduced: 0, purchasesUsd: '0', earnedUsdt: '0', thisMonthUsdt: '0' },
      items: [],
      nextCursor: null,
    });
    expect((await anybody().call('getReferralEarnings')).status).toBe(401);
    expect((await call('getReferralEarnings', { query: { cursor: 'nonsense' } })).status).toBe(400);
  });

  it('is paid with a receipt that names the buyer, and reported by mail', async () => {
    const [newest] = (await call('listHistory', { path: { kind: 'referral' } })).body.items;
    expect((await call('getReceipt', { path: { id: newest.id } })).body).toMatchObject({
      kind: 'referralBonus',
      asset: 'USDT',
      amount: '15',
      counterparty: 'stranger',
      counterpartyName: null,
      bonusMonth: null,
      journals: [{ kind: 'referral_bonus' }],
    });
    const mails = (await world.mailsOf(club.own)).filter(({ kind }) => kind === 'referralBonus');
    expect(mails).toHaveLength(2);
    expect(mails.at(-1)?.body).toContain(newest.reference);
  });
});

describe('bonuses that the rules switch off', () => {
  it('are not paid, and every page that shows them is told so', async () => {
    const before = (await call('listHistory', { path: { kind: 'bonus' } })).body.items.length;
    await addRules(world.db, {
      changes: { referralBonusOn: false, binaryBonusOn: false },
      effectiveFrom: world.clock.now(),
      now: world.clock.now(),
    });
    expect((await anybody().call('getRules')).body).toMatchObject({ referralBonusOn: false, binaryBonusOn: false });
    await buy(world, club.stranger.id, { usd: '700' });
    const earnings = (await call('getReferralEarnings')).body;
    expect(earnings).toMatchObject({ bonusOn: false, totals: { purchasesUsd: '1200', earnedUsdt: '25' } });
    expect((await call('listHistory', { path: { kind: 'bonus' } })).body.items).toHaveLength(before);
    expect((await world.mailsOf(club.own)).filter(({ kind }) => kind === 'referralBonus')).toHaveLength(2);
    const [running] = (await call('listSalesMonths')).body.items;
    expect(running).toMatchObject({ state: 'open', bonusOn: false });
    // What was paid while they were on stays what it was.
    expect((await call('getSalesMonth', { path: { month: '2026-10' } })).body).toMatchObject({ bonusOn: true });
    await addRules(world.db, {
      changes: { referralBonusOn: true, binaryBonusOn: true },
      effectiveFrom: world.clock.now(),
      now: world.clock.now(),
    });
    expect((await call('getReferralEarnings')).body).toMatchObject({ bonusOn: true });
  });
});
