// Figures of sales that two places tell: the rules of a month before and after it is calculated, and the totals of
// referrals beside their lines.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeMonth } from '#server/domain/bonuses/close-month.ts';
import { sumVolumes } from '#server/domain/bonuses/sums.ts';
import { addRules } from '#server/domain/rules/add-rules.ts';
import type { StoredRules } from '#server/domain/rules/rules.ts';
import { add, type Amount } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { rich, setRates, signedIn } from '../support/money.ts';
import { buy } from '../support/sales.ts';
import { bought, chosen, daysPass } from '../support/stakes.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let root: TestMember;
beforeAll(async () => {
  world = await createWorld();
  await moveTo('2026-09-20T00:00:00Z');
  root = await world.member();
});
afterAll(() => world.close());

/** To a later or earlier moment, with the rates of that moment. */
async function moveTo(moment: string): Promise<void> {
  world.clock.advance((Date.parse(moment) - world.clock.now().getTime()) / 1000);
  await setRates(world);
}

describe('the rules that a month shows', () => {
  const LATE = { rate: '0.12', capUsd: '70', bonusOn: true };
  const OFF = { rate: '0.13', capUsd: '80', bonusOn: false };
  const LAST = { rate: '0.14', capUsd: null, bonusOn: true };
  const CHANGES: readonly (readonly [from: string, changes: Partial<StoredRules>])[] = [
    ['2026-09-25T00:00:00Z', { binaryBonusRate: '0.11', binaryCapUsd: '60' }],
    // The last moment of September belongs to it, and the next one to October.
    ['2026-09-30T23:59:59.999Z', { binaryBonusRate: LATE.rate, binaryCapUsd: LATE.capUsd }],
    ['2026-10-01T00:00:00Z', { binaryBonusRate: OFF.rate, binaryCapUsd: OFF.capUsd, binaryBonusOn: false }],
    ['2026-11-01T00:00:00Z', { binaryBonusRate: LAST.rate, binaryCapUsd: LAST.capUsd, binaryBonusOn: true }],
  ];
  const shown = async () => {
    const { call } = await signedIn(world, root);
    const { items } = (await call('listSalesMonths')).body;
    const rulesOf = ({ month, rate, capUsd, bonusOn }: Record<string, unknown>) => [month, { rate, capUsd, bonusOn }];
    return Object.fromEntries(items.map(rulesOf));
  };

  beforeAll(async () => {
    const now = world.clock.now();
    for (const [from, changes] of CHANGES) await addRules(world.db, { changes, effectiveFrom: new Date(from), now });
    for (const side of ['left', 'right'] as const)
      await buy(world, (await world.member({ below: root.seatNo, side })).id, { usd: '200' });
    await moveTo('2026-11-10T00:00:00Z');
  });

  it('are those of its last moment once it is over, and the present ones while it runs', async () => {
    expect(await shown()).toEqual({ '2026-09': LATE, '2026-10': OFF, '2026-11': LAST });
  });

  it('are beside what earlier months, not calculated yet, carry into this one', async () => {
    await sumVolumes(world.db, world.clock.now());
    const { call } = await signedIn(world, root);
    const { items } = (await call('listSalesMonths')).body as { items: { month: string; left: object }[] };
    expect(items.find(({ month }) => month === '2026-11')?.left).toMatchObject({
      carriedBeforeUsd: '200',
      newUsd: '0',
      carriedAfterUsd: '200',
    });
    expect((await call('getCommunityInfo')).body).toMatchObject({
      left: { volumeUsd: '0', carriedUsd: '200', totalUsd: '200' },
      right: { volumeUsd: '0', carriedUsd: '200', totalUsd: '200' },
    });
  });

  it('stay the same when it is calculated and paid', async () => {
    const before = await shown();
    for (const month of ['2026-09', '2026-10'])
      await closeMonth(world.services, { month, operator: 'olga', call: { requestId: 'op-1', device: '' } });
    expect(await shown()).toEqual(before);
  });
});

it('what all referrals have bought is what each of them has bought, whatever else they did', async () => {
  const own = await world.member({ below: root.seatNo, side: 'left' });
  const now = world.clock.now();
  await addRules(world.db, { changes: { restakeVolumeShare: '0.5' }, effectiveFrom: now, now });
  let lowest = own;
  const introduced = async (held: Partial<Record<Asset, string>>) => {
    const who = await rich(world, held, { below: lowest.seatNo, side: 'left' });
    lowest = who.member;
    await world.db.updateTable('members').set({ introducer_id: own.id }).where('id', '=', lowest.id).execute();
    return who;
  };
  await introduced({});
  for (const usd of ['100.5', '200']) await buy(world, (await introduced({})).member.id, { usd });
  const again = await introduced({ USDT: '1000' });
  const { id } = await bought(again, { stage: 1 });
  await daysPass(world, 365);
  await chosen(await signedIn(world, again.member), id, 'full');
  const { items, totals } = (await (await signedIn(world, own)).call('getReferralEarnings')).body;
  const lines: Amount[] = items.map(({ purchasesUsd }: { purchasesUsd: Amount }) => purchasesUsd);
  expect(lines.toSorted()).toEqual(['0', '100.5', '1000', '200']);
  expect(totals).toMatchObject({ introduced: 4, purchasesUsd: lines.reduce((sum, each) => add(sum, each), '0') });
});

it('a restake counts as volume by the rules that its draft was made by', async () => {
  const shareOf = async (restakeVolumeShare: string) => {
    const now = world.clock.now();
    await addRules(world.db, { changes: { restakeVolumeShare }, effectiveFrom: now, now });
  };
  const buyer = await rich(world, { USDT: '1000' });
  const { id } = await bought(buyer, { stage: 1 });
  await daysPass(world, 365);
  const who = await signedIn(world, buyer.member);
  await shareOf('0.5');
  const { body: draft } = await who.call('createRestake', { body: { stakeId: id, option: 'full' } });
  world.clock.advance(10);
  await shareOf('0.25');
  const { body } = await who.confirm(draft.id);
  const { stake } = (await who.call('getReceipt', { path: { id: body.receiptId } })).body;
  const { amount_usd: counted } = await world.db
    .selectFrom('volumes')
    .select('amount_usd')
    .where('stake_id', '=', stake.id)
    .executeTakeFirstOrThrow();
  expect(Number(counted)).toBe(500);
});
