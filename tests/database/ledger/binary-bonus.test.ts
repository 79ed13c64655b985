// The binary bonus (D-11) as a table: what the legs had, what was sold, what was paid and what is carried over. Each
// row is a month of its own club: a member with a left and a right child, whose purchases are the volume of the legs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subtract } from '#money/amount.ts';
import { closeMonth } from '#server/domain/bonuses/close-month.ts';
import { salesMonth } from '#server/domain/bonuses/sales.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { balancesOf } from '#server/domain/ledger/balances.ts';
import { addRules } from '#server/domain/rules/add-rules.ts';
import type { StoredRules } from '#server/domain/rules/rules.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { fund, rich, setRates, signedIn } from '#tests/api/support/money.ts';
import { buy } from '#tests/api/support/sales.ts';
import { bought, chosen, daysPass } from '#tests/api/support/stakes.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';

let world: World;
let top: TestMember;
let left: TestMember;
let right: TestMember;

/** A new club in September 2026 whose first member has a stake of 100 USD; that purchase is in neither leg. */
async function newClub(options: { rules?: Partial<StoredRules>; stake?: string | null } = {}): Promise<void> {
  world = await createWorld();
  world.clock.advance((Date.parse('2026-08-20T00:00:00Z') - world.clock.now().getTime()) / 1000);
  await setRates(world);
  if (options.rules !== undefined)
    await addRules(world.db, { changes: options.rules, effectiveFrom: world.clock.now(), now: world.clock.now() });
  top = await world.member();
  left = await world.member({ below: top.seatNo, side: 'left' });
  right = await world.member({ below: top.seatNo, side: 'right' });
  const { stake = '100' } = options;
  if (stake !== null) await buy(world, top.id, { usd: stake, at: new Date('2026-09-01T00:00:00Z') });
}

const closing = (month: string) => ({ month, operator: 'olga', call: { requestId: 'op-1', device: '' } });

/** Sells on both sides in a month, closes it on the tenth of the next one, and returns what the member is shown. */
async function sell(month: string, onLeft: string | null, onRight: string | null) {
  const at = new Date(`${month}-15T12:00:00Z`);
  world.clock.advance((at.getTime() - world.clock.now().getTime()) / 1000);
  if (onLeft !== null) await buy(world, left.id, { usd: onLeft });
  if (onRight !== null) await buy(world, right.id, { usd: onRight });
  world.clock.advance(25 * 24 * 3600);
  await closeMonth(world.services, closing(month));
  return shown(month);
}

async function shown(month: string) {
  const session = { memberId: top.id } as Parameters<typeof salesMonth>[1]['session'];
  const figures = await salesMonth(world.db, { session, now: world.clock.now(), month });
  return {
    left: [figures.left.carriedBeforeUsd, figures.left.newUsd, figures.left.carriedAfterUsd],
    right: [figures.right.carriedBeforeUsd, figures.right.newUsd, figures.right.carriedAfterUsd],
    matched: figures.matchedUsd,
    bonus: figures.bonusUsd,
    usdt: figures.paidUsdt,
    pp: figures.paidPp,
    rounding: figures.roundingUsd,
    outcome: figures.outcome,
  };
}

const booksAgree = async () =>
  expect(await checkBooks(world.db, { now: world.clock.now(), full: true })).toEqual({ kind: 'agree' });

describe('what is matched is paid and leaves both legs, and the rest is carried over', () => {
  beforeAll(() => newClub({ rules: { principalPointsShare: '0' } }));
  afterAll(async () => {
    await booksAgree();
    await world.close();
  });

  it.each([
    // month, sold left, sold right; left: before, new, after; right: the same; matched, bonus
    ['2026-09', '200', '500', ['0', '200', '0'], ['0', '500', '300'], '200', '20', 'paid'],
    ['2026-10', '400', '100', ['0', '400', '0'], ['300', '100', '0'], '400', '40', 'paid'],
    ['2026-11', '50', null, ['0', '50', '50'], ['0', '0', '0'], '0', '0', 'nothingMatched'],
    ['2026-12', null, null, ['50', '0', '50'], ['0', '0', '0'], '0', '0', 'nothingMatched'],
    ['2027-01', null, '0.01', ['50', '0', '49.99'], ['0', '0.01', '0'], '0.01', '0.001', 'paid'],
  ])(
    '%s: %s on the left, %s on the right',
    async (month, onLeft, onRight, leftLeg, rightLeg, matched, bonus, outcome) => {
      expect(await sell(month, onLeft, onRight)).toEqual({
        left: leftLeg,
        right: rightLeg,
        matched,
        bonus,
        usdt: bonus,
        pp: '0',
        rounding: '0',
        outcome,
      });
    },
  );

  it('has paid all of it into the wallet, which was empty before', async () => {
    expect((await balancesOf(world.db, top.id)).USDT).toBe('60.001');
  });
});

describe('without a stake at the end of the month', () => {
  beforeAll(() => newClub({ stake: null }));
  afterAll(() => world.close());

  it('nothing is paid and both legs are kept; with one, the next month pays for all of it', async () => {
    expect(await sell('2026-09', '200', '500')).toEqual({
      left: ['0', '200', '200'],
      right: ['0', '500', '500'],
      matched: '0',
      bonus: '0',
      usdt: '0',
      pp: '0',
      rounding: '0',
      outcome: 'notQualified',
    });
    // In the first moment of November, so not at the end of October.
    await buy(world, top.id, { usd: '10000', at: new Date('2026-11-01T00:00:00Z') });
    expect(await sell('2026-10', '1', '1')).toMatchObject({ outcome: 'notQualified', left: ['200', '1', '201'] });
    expect(await sell('2026-11', '1', '1')).toMatchObject({
      outcome: 'paid',
      matched: '202',
      bonus: '20.2',
      left: ['201', '1', '0'],
      right: ['501', '1', '300'],
    });
  });

  it('one that ended before does not count, one that matured does', async () => {
    const [{ id }] = (await world.db.selectFrom('stakes').select('id').where('member_id', '=', top.id).execute()) as [
      { id: string },
    ];
    await world.db.updateTable('stakes').set({ state: 'matured', days_accrued: 365 }).where('id', '=', id).execute();
    expect(await sell('2026-12', '10', null)).toMatchObject({ outcome: 'paid', matched: '10' });
    await world.db
      .updateTable('stakes')
      .set({ state: 'withdrawn', option: 'withdraw', ended_at: new Date('2027-01-31T23:59:59Z') })
      .where('id', '=', id)
      .execute();
    expect(await sell('2027-01', '10', null)).toMatchObject({
      outcome: 'notQualified',
      matched: '0',
      left: ['0', '10', '10'],
    });
  });

  it('one that ended right after the month counts in it', async () => {
    await world.db
      .updateTable('stakes')
      .set({ ended_at: new Date('2027-03-01T00:00:00Z') })
      .where('member_id', '=', top.id)
      .execute();
    expect(await sell('2027-02', null, null)).toMatchObject({ outcome: 'paid', matched: '10' });
  });
});

describe('the cap', () => {
  beforeAll(() => newClub({ rules: { binaryCapUsd: '30', principalPointsShare: '0' } }));
  afterAll(() => world.close());

  it('limits what is paid; capped volume is consumed', async () => {
    expect(await sell('2026-09', '1000', '1200')).toMatchObject({
      matched: '1000',
      bonus: '30',
      usdt: '30',
      left: ['0', '1000', '0'],
      right: ['0', '1200', '200'],
      outcome: 'paid',
    });
  });
});

describe('the share in PP', () => {
  beforeAll(() => newClub({ rules: { principalCeilingUsd: '1000' }, stake: '900' }));
  afterAll(async () => {
    await booksAgree();
    await world.close();
  });

  it('is a fifth until the principal, stakes and PP, reaches its ceiling; the rest is USDT', async () => {
    // 900 staked: room for 100 PP.
    expect(await sell('2026-09', '3000', '3000')).toMatchObject({ bonus: '300', pp: '60', usdt: '240' });
    // 60 PP held: room for only 40.
    expect(await sell('2026-10', '3000', '3000')).toMatchObject({ bonus: '300', pp: '40', usdt: '260' });
    expect(await sell('2026-11', '3000', '3000')).toMatchObject({ bonus: '300', pp: '0', usdt: '300' });
    expect(await balancesOf(world.db, top.id)).toMatchObject({ PP: '100', USDT: '800' });
  });

  it('is nothing if the ceiling is exceeded', async () => {
    await fund(world, top.id, { PP: '5000' });
    expect(await sell('2026-12', '10', '10')).toMatchObject({ bonus: '1', pp: '0', usdt: '1' });
  });
});

describe('at a rate that is not 1', () => {
  beforeAll(async () => {
    await newClub({
      rules: { principalCeilingUsd: '1000', referralBonusOn: true, referralBonusRate: '0.05' },
      stake: '1100',
    });
    await setRates(world, { USDT: '0.999' });
  });
  afterAll(() => world.close());

  it('restaked MP are not principal, and what is not PP is USDT at the rate', async () => {
    // 1,100 USD of which 150 are MP: room for 50 PP below the ceiling, although the share would be 60.
    await world.db.updateTable('stakes').set({ staked_mp: '150' }).where('member_id', '=', top.id).execute();
    // 250 / 0.999 = 250.250250…; 250 - 0.999 * 250.25025 = 0.00000025.
    expect(await sell('2026-09', '3000', '3000')).toMatchObject({
      bonus: '300',
      pp: '50',
      usdt: '250.25025',
      rounding: '0.00000025',
    });
  });

  it('a referral bonus is a share of the USDT that was paid, and not of the price in USD', async () => {
    await setRates(world, { USDT: '0.999' });
    await world.db.updateTable('members').set({ introducer_id: top.id }).where('id', '=', left.id).execute();
    const before = (await balancesOf(world.db, top.id)).USDT;
    await fund(world, left.id, { USDT: '5000' });
    // 1,000 / 0.999 = 1001.001001…, rounded up; a twentieth of 1001.001002, rounded down.
    const { stakedUsdt } = await bought(await signedIn(world, left), { stage: 8, amountUsd: '1000' });
    expect(stakedUsdt).toBe('1001.001002');
    expect(subtract((await balancesOf(world.db, top.id)).USDT, before)).toBe('50.05005');
  });
});

describe('rounding', () => {
  beforeAll(() => newClub({ rules: { binaryBonusRate: '0.0333333333' } }));
  afterAll(async () => {
    await booksAgree();
    await world.close();
  });

  it('is down to the scale of each asset; the remainder stays with the club', async () => {
    await setRates(world, { USDT: '3' });
    // 0.333333333 USD: a fifth is 0.0666666666, in PP 0.066666; the other 0.266667333 USD are 0.088889111 USDT, so
    // 0.088889; 0.333333333 - 0.066666 - 3 * 0.088889 = 0.000000333 USD are left.
    expect(await sell('2026-09', '10', '10')).toMatchObject({
      bonus: '0.333333333',
      pp: '0.066666',
      usdt: '0.088889',
      rounding: '0.000000333',
    });
    // 333.333333 USD: PP 66.666666; 266.666667 USD are 88.888889 USDT, exactly.
    expect(await sell('2026-10', '10000.0', '10000')).toMatchObject({
      bonus: '333.333333',
      pp: '66.666666',
      usdt: '88.888889',
      rounding: '0',
    });
    // Less than the smallest amount of USDT can't be moved in the books.
    expect(await world.db.selectFrom('journals').select('key').where('kind', '=', 'rounding').execute()).toEqual([]);
  });

  it('is at the rate in force when the month is calculated', async () => {
    await setRates(world, { USDT: '65000' });
    // 333.333333 - 66.666666 = 266.666667 USD are 0.004102 USDT, and 266.666667 - 65000 * 0.004102 = 0.036667 USD are
    // left.
    expect(await sell('2026-11', '10000', '10000')).toMatchObject({ usdt: '0.004102', rounding: '0.036667' });
    // 0.00000056 USDT: nearer to the smallest amount than to zero, and still nothing.
    expect(await world.db.selectFrom('journals').select('key').where('kind', '=', 'rounding').execute()).toEqual([]);
    await setRates(world, { USDT: '0.0000001' });
    // 10 USD of volume: 0.266667333 USD would be 2666673.33 USDT.
    expect(await sell('2026-12', '10', '10')).toMatchObject({ usdt: '2666673.33', rounding: '0' });
  });
});

describe('while the binary bonus is off', () => {
  beforeAll(() => newClub({ rules: { binaryBonusOn: false } }));
  afterAll(() => world.close());

  it('nobody is paid and both legs are kept; the rules of the month count, not those at its closing', async () => {
    await addRules(world.db, {
      changes: { binaryBonusOn: true },
      effectiveFrom: new Date('2026-10-01T00:00:00Z'),
      now: world.clock.now(),
    });
    expect(await sell('2026-09', '200', '500')).toMatchObject({
      outcome: 'bonusOff',
      matched: '0',
      usdt: '0',
      left: ['0', '200', '200'],
      right: ['0', '500', '500'],
    });
    expect(await sell('2026-10', '1', '1')).toMatchObject({ outcome: 'paid', matched: '201' });
  });
});

describe('shares of the whole', () => {
  beforeAll(() => newClub({ rules: { restakeVolumeShare: '1', principalPointsShare: '1' }, stake: '100' }));
  afterAll(async () => {
    await booksAgree();
    await world.close();
  });

  it('all of a bonus is PP until the principal is at its ceiling', async () => {
    expect(await sell('2026-09', '200', '500')).toMatchObject({ bonus: '20', usdt: '0', pp: '20', rounding: '0' });
  });

  it('all of a restaked principal is volume', async () => {
    await setRates(world);
    const seller = await rich(world, { USDT: '1000' }, { below: left.seatNo });
    const stake = await bought(seller, { stage: 8, amountUsd: '333.33' });
    await daysPass(world, 365);
    await chosen(await signedIn(world, seller.member), stake.id, 'full');
    const volumes = await world.db
      .selectFrom('volumes')
      .innerJoin('seats', 'seats.seat_no', 'volumes.seat_no')
      .select(['source', 'amount_usd'])
      .where('member_id', '=', seller.member.id)
      .orderBy('id')
      .execute();
    expect(volumes).toEqual([
      { source: 'purchase', amount_usd: '333.33' },
      { source: 'restake', amount_usd: '333.33' },
    ]);
  });
});

describe('late entries, restakes and MP', () => {
  beforeAll(() => newClub({ rules: { restakeVolumeShare: '0.5', principalPointsShare: '0' } }));
  afterAll(() => world.close());

  it('a purchase of a month whose input is closed counts in the next one', async () => {
    expect(await sell('2026-09', '200', '500')).toMatchObject({ matched: '200' });
    // Made in September, recorded in October.
    await buy(world, left.id, { usd: '70', at: new Date('2026-09-30T23:59:59Z') });
    expect(await shown('2026-09')).toMatchObject({ matched: '200', left: ['0', '200', '0'] });
    expect(await sell('2026-10', '30', null)).toMatchObject({
      left: ['0', '100', '0'],
      right: ['300', '0', '200'],
      matched: '100',
    });
  });

  it('of a restake its share of the principal counts, in whole cents; MP do not count', async () => {
    await setRates(world);
    const seller = await rich(world, { USDT: '1000' }, { below: left.seatNo });
    const stake = await bought(seller, { stage: 8, amountUsd: '333.33' });
    await daysPass(world, 365);
    const again = await chosen(await signedIn(world, seller.member), stake.id, 'full');
    await daysPass(world, 90);
    await chosen(await signedIn(world, seller.member), again.id, 'mpOnly');
    const volumes = await world.db
      .selectFrom('volumes')
      .innerJoin('seats', 'seats.seat_no', 'volumes.seat_no')
      .select(['source', 'amount_usd'])
      .where('member_id', '=', seller.member.id)
      .orderBy('id')
      .execute();
    expect(volumes).toEqual([
      { source: 'purchase', amount_usd: '333.33' },
      { source: 'restake', amount_usd: '166.66' },
    ]);
  });
});
