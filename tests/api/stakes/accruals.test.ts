// What stakes earn as the clock moves (D-10, L-03), compared with a slow computation in the test.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BooksStopped } from '#server/domain/ledger/books-open.ts';
import { checkBooks, reopenBooks } from '#server/domain/ledger/check-books.ts';
import { StepRefused } from '#server/domain/receipts/steps.ts';
import { accrueStakes, matureStakes } from '#server/domain/stakes/accrue.ts';
import { chooseForStake } from '#server/domain/stakes/steps.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { rich, setRates, signedIn } from '../support/money.ts';
import { bought, DAY, daysPass, runJobs } from '../support/stakes.ts';
import { createWorld, type World } from '../support/world.ts';
import { dayOf, micros, rewardsOf, throughAYear } from '../support/years.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
beforeEach(() => setRates(world));
afterAll(() => world.close());

const agree = { kind: 'agree' };
const check = (full = false) => checkBooks(world.db, { now: world.clock.now(), full });
const row = (id: string) => world.db.selectFrom('stakes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a stake', () => {
  // The long list walks every day.
  it('earns its share each day of a year and of the terms that follow, and returns all of it in the end', () =>
    throughAYear(world, [1, 2, 3, 200, 363, 364, 365]));

  it('earns nothing before a day is over, and each day once, however often and late the job runs', async () => {
    const who = await rich(world);
    const { id } = await bought(who, { stage: 1 });
    world.clock.advance(DAY - 1);
    await runJobs(world);
    expect(await row(id)).toMatchObject({ days_accrued: 0 });
    world.clock.advance(1);
    await runJobs(world);
    await runJobs(world);
    expect(await row(id)).toMatchObject({ days_accrued: 1, accrued_mp: '0.500000000000000000' });
    world.clock.advance(40 * DAY + 3600);
    await Promise.all([accrueStakes(world.services), accrueStakes(world.services), matureStakes(world.services)]);
    const { started_at: start, accrued_mp: accrued, days_accrued: days } = await row(id);
    expect([days, accrued]).toEqual([41, '20.500000000000000000']);
    const rewards = await rewardsOf(world, who.member.id);
    expect(rewards.map(({ at }) => (at.getTime() - start.getTime()) / (DAY * 1000))).toEqual(
      Array.from({ length: 41 }, (_, index) => index + 1),
    );
    expect(rewards[40]).toMatchObject({
      asset: 'MP',
      amount: '0.500000000000000000',
      details: { stakeId: id, stage: 1, day: 41 },
    });
    const again = await signedIn(world, who.member);
    for (const kind of ['stakingReward', 'profit'] as const)
      expect((await again.call('listHistory', { path: { kind } })).body.items[0]).toMatchObject({
        kind: 'stakingReward',
        amount: '0.5',
        stage: 1,
      });
    const receipt = (await again.call('getReceipt', { path: { id: rewards[0]?.id ?? '' } })).body;
    expect(receipt.stake).toMatchObject({ id, daysLeft: 324, accruedMp: '20.5' });
    expect(receipt.journals[0]).toMatchObject({
      kind: 'staking_reward',
      postings: [
        { account: 'rewards', amount: '-0.5' },
        { account: 'stakes', amount: '0.5' },
      ],
    });
    expect(await check(true)).toEqual(agree);
  });

  it('accrues each day at the rate in force at its end; an operator’s change applies from its date on', async () => {
    const who = await rich(world);
    const { id } = await bought(who, { stage: 1 });
    const { started_at: start } = await row(id);
    // In force from the very end of the tenth day, so the tenth is the first at the new rate.
    const from = new Date(start.getTime() + 10 * DAY * 1000).toISOString();
    expect(
      (
        await outcomeOf(world.services, {
          args: ['rules', 'set', 'stages.1.dailyRate=0.0008', '--from', from, '--yes'],
          operator: 'olga',
        })
      ).code,
    ).toBe(0);
    await daysPass(world, 30);
    const rewards = await rewardsOf(world, who.member.id);
    expect(rewards.map(({ amount }) => Number(amount))).toEqual([
      ...Array<number>(9).fill(0.5),
      ...Array<number>(21).fill(0.8),
    ]);
    expect(new Set(rewards.slice(9).map((reward) => reward.rule_version)).size).toBe(1);
    expect(rewards[9]?.rule_version).toBe((rewards[8]?.rule_version ?? 0) + 1);
    expect(
      (await (await signedIn(world, who.member)).call('getStakeOptions', { path: { id } })).body.stake,
    ).toMatchObject({
      accruedMp: '21.3',
      dailyRate: '0.0008',
    });
    expect(await check(true)).toEqual(agree);
  });

  it('unlocks only once all of its days are accrued, and can be decided only once it is unlocked', async () => {
    const who = await rich(world);
    const { id } = await bought(who, { stage: 1 });
    const choose = () =>
      inTransaction(world.db, (trx) =>
        chooseForStake(trx, world.services, {
          id,
          option: 'withdraw',
          at: world.clock.now(),
          ruleVersion: 1,
          days: null,
        }),
      );
    await expect(choose()).rejects.toThrow(StepRefused);
    world.clock.advance(400 * DAY);
    await matureStakes(world.services);
    expect(await row(id)).toMatchObject({ state: 'running', days_accrued: 0 });
    await expect(choose()).rejects.toThrow(StepRefused);
    await runJobs(world);
    expect(await row(id)).toMatchObject({ state: 'matured', days_accrued: 365 });
    await daysPass(world, 30);
    expect(await row(id)).toMatchObject({ state: 'matured', days_accrued: 365 });
    await choose();
    await expect(choose()).rejects.toThrow(StepRefused);
    expect(await who.balance('USDT')).toBe('10000');
    expect(await check(true)).toEqual(agree);
  });
});

describe('many stakes', () => {
  it('are caught up by two processes at once, each day of each once, a limited number per transaction', async () => {
    const other = await createWorld({ on: world });
    const members = await Promise.all(Array.from({ length: 12 }, () => rich(world)));
    const stakes: string[] = [];
    for (const amountUsd of ['150', '250.01']) {
      for (const member of members) {
        const { id } = await bought(member, { stage: 8, amountUsd });
        stakes.push(id);
      }
      // A member's second code has to wait for a minute.
      world.clock.advance(61);
    }
    world.clock.advance(100 * DAY);
    await Promise.all([accrueStakes(world.services), accrueStakes(other.services), accrueStakes(world.services)]);
    await other.close();
    const { rows } = await world.database.pool.query(
      "SELECT details ->> 'stakeId' AS id, count(*)::integer AS days, count(DISTINCT details ->> 'day')::integer AS different FROM receipts WHERE kind = 'staking_reward' AND details ->> 'stakeId' = ANY($1) GROUP BY 1",
      [stakes],
    );
    expect(rows).toHaveLength(stakes.length);
    for (const { days, different } of rows as { days: number; different: number }[])
      expect([days, different]).toEqual([100, 100]);
    const accrued = await world.db
      .selectFrom('stakes')
      .select(['amount_usd', 'accrued_mp', 'days_accrued'])
      .where('id', 'in', stakes)
      .execute();
    for (const stake of accrued) expect(micros(stake.accrued_mp)).toBe(100n * dayOf(micros(stake.amount_usd), 5n));
    expect(await check(true)).toEqual(agree);
  });
});

describe('the books', () => {
  it('stop if the total of the stakes differs from the club’s account, and nothing accrues until they agree again', async () => {
    const who = await rich(world);
    const { id } = await bought(who, { stage: 1 });
    await world.db.updateTable('stakes').set({ staked_usdt: '1001' }).where('id', '=', id).execute();
    const found = await check();
    expect(found).toMatchObject({
      kind: 'disagree',
      violations: [expect.stringMatching(/^stakes come to \d+(\.\d+)? USDT, the club holds /)],
    });
    world.clock.advance(DAY);
    await expect(accrueStakes(world.services)).rejects.toThrow(BooksStopped);
    expect(await row(id)).toMatchObject({ days_accrued: 0 });
    await world.db.updateTable('stakes').set({ staked_usdt: '1000' }).where('id', '=', id).execute();
    expect(await reopenBooks(world.db, world.clock.now())).toEqual(agree);
    await runJobs(world);
    expect(await row(id)).toMatchObject({ days_accrued: 1 });
    await world.db.updateTable('stakes').set({ accrued_mp: '0.499999' }).where('id', '=', id).execute();
    expect(await check()).toMatchObject({
      kind: 'disagree',
      violations: [expect.stringContaining(' MP, the club holds ')],
    });
  });
});
