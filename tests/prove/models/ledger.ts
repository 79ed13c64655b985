// The ledger against its model: whatever members and the club do in whatever order, nothing appears, nothing is lost,
// nobody goes below zero (D-03), and what was done under a key is done once.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { add, floorTo, multiply, normal, type Amount } from '#money/amount.ts';
import { ASSETS, scaleOf, type Asset } from '#money/assets.ts';
import { balancesOf } from '#server/domain/ledger/balances.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import {
  depositApproved,
  depositCredited,
  depositDropped,
  depositOpened,
  depositRefused,
  depositSeen,
} from '#server/domain/ledger/deposits.ts';
import { exchange, openingGrant, transfer } from '#server/domain/ledger/moves.ts';
import { InsufficientBalance, KeyOfAnotherMovement } from '#server/domain/ledger/post.ts';
import { withdrawalAccepted, withdrawalPaid, withdrawalReturned } from '#server/domain/ledger/withdrawals.ts';
import { rulesAt } from '#server/domain/rules/rules.ts';
import { accrueStakes, matureStakes } from '#server/domain/stakes/accrue.ts';
import { buyPlan } from '#server/domain/stakes/begin.ts';
import { chooseForStake } from '#server/domain/stakes/steps.ts';
import { inTransaction, type Trx } from '#server/platform/db/kysely.ts';
import { DAY_SECONDS } from '#server/platform/system/clock.ts';
import type { World } from '#tests/api/support/world.ts';
import { LedgerModel } from './ledger-model.ts';
import { at, commandsOf, runModel, type Checked } from './run-model.ts';

export interface LedgerReal {
  readonly world: World;
  readonly members: readonly string[];
  readonly ruleVersion: number;
  readonly rate: Amount;
  readonly fault: string | null;
}

export const LEDGER_FAULTS = ['a transfer arrives twice', 'a day is accrued twice', 'a refused withdrawal is paid'];

const MEMBERS = 3;
const START = '500';
const STAGE = 8;
const DAYS = 2;
const RISK_VERSION = 1;
/** What is traded; MP and PP come by themselves. */
const MOVED: readonly Asset[] = ['USDT', 'BTC', 'ETH', 'MSPC'];

const step = commandsOf<LedgerModel, LedgerReal>();

const who = fc.nat(MEMBERS - 1);
const index = fc.nat(99);
const asset = fc.constantFrom(...MOVED);
const amount = fc
  .integer({ min: 1, max: 3_000_000 })
  .map((units) => normal(`${Math.floor(units / 10_000)}.${String(units % 10_000).padStart(4, '0')}`));

const within = <T>({ world }: LedgerReal, work: (trx: Trx) => Promise<T>) => inTransaction(world.db, work);
const act = (real: LedgerReal, holder: number) => ({
  key: `model:${randomUUID()}`,
  at: real.world.clock.now(),
  memberId: real.members[holder] ?? '',
  ruleVersion: real.ruleVersion,
});
const ended = (real: LedgerReal) => ({ at: real.world.clock.now(), status: 'ended', byMemberId: null });

/** Whether it happened; what failed for another reason than money is thrown. */
const happened = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof InsufficientBalance) return false;
      throw error;
    },
  );

async function same(model: LedgerModel, { world, members }: LedgerReal): Promise<void> {
  for (const [holder, id] of members.entries()) {
    const told = Object.fromEntries(ASSETS.map((each) => [each, model.balance(holder, each)]));
    assert.deepEqual(await balancesOf(world.db, id), told);
  }
}

const COMMANDS = [
  step('grant', fc.record({ who, asset, amount }), {
    run: async (given, model, real) => {
      const grant = { ...act(real, given.who), asset: given.asset, amount: given.amount, status: 'completed' };
      await within(real, (trx) => openingGrant(trx, real.world.services.random, grant));
      model.give(given.who, given.asset, given.amount);
    },
  }),
  step('transfer', fc.record({ who, to: who, asset, amount, times: fc.constantFrom(1, 1, 2) }), {
    can: (_model, given) => given.who !== given.to,
    run: async (given, model, real) => {
      const { asset: moved, amount: sent } = given;
      const move = { ...act(real, given.who), toMemberId: real.members[given.to] ?? '', asset: moved, amount: sent };
      const keys = Array.from({ length: given.times }, (_, time) =>
        time > 0 && real.fault === LEDGER_FAULTS[0] ? `${move.key} again` : move.key,
      );
      const done: boolean[] = [];
      for (const key of keys)
        done.push(await happened(within(real, (trx) => transfer(trx, real.world.services.random, { ...move, key }))));
      const isDone = model.take(given.who, moved, sent);
      assert.equal(done[0], isDone);
      if (isDone) model.give(given.to, moved, sent);
      await same(model, real);
    },
  }),
  step('exchange', fc.record({ who, from: asset, to: asset, amount, gets: amount }), {
    can: (_model, given) => given.from !== given.to,
    run: async (given, model, real) => {
      const isDone = await happened(
        within(real, (trx) =>
          exchange(trx, real.world.services.random, {
            ...act(real, given.who),
            from: { asset: given.from, amount: given.amount },
            to: { asset: given.to, amount: given.gets },
            rate: { value: '1', at: real.world.clock.now() },
          }),
        ),
      );
      assert.equal(isDone, model.take(given.who, given.from, given.amount));
      if (isDone) model.give(given.who, given.to, given.gets);
    },
  }),
  step('deposit', fc.record({ who, amount }), {
    run: async (given, model, real) => {
      const { key: _key, ...wanted } = act(real, given.who);
      const receiptId = await within(real, async (trx) => {
        const opened = { ...wanted, asset: 'USDT' as const, amount: given.amount, status: 'awaited' };
        const id = await depositOpened(trx, real.world.services.random, opened);
        await depositSeen(trx, { receiptId: id, ...ended(real), sighting: 1, amount: given.amount });
        return id;
      });
      model.deposits.push({ ...given, receiptId, state: 'seen', sighting: 1 });
    },
  }),
  step('deposit goes on', fc.record({ index, how: fc.constantFrom('again', 'credit', 'credit', 'refuse') }), {
    can: (model) => model.deposits.some(({ state }) => state !== 'over'),
    run: async ({ index: place, how }, model, real) => {
      const open = model.deposits.filter(({ state }) => state !== 'over');
      const deposit = at(open, place);
      if (deposit === undefined) return;
      const on = { receiptId: deposit.receiptId, ...ended(real) };
      const { sighting, amount: paid } = deposit;
      if (deposit.state === 'dropped') {
        await within(real, (trx) => depositSeen(trx, { ...on, sighting: sighting + 1, amount: paid }));
        Object.assign(deposit, { state: 'seen', sighting: sighting + 1 });
      } else if (deposit.state === 'seen' && how === 'again') {
        await within(real, (trx) => depositDropped(trx, { ...on, sighting }));
        deposit.state = 'dropped';
      } else if (deposit.state === 'seen' && how === 'refuse') {
        await within(real, (trx) => depositRefused(trx, on));
        deposit.state = 'refused';
      } else {
        const end = deposit.state === 'refused' ? depositApproved : depositCredited;
        for (let time = 0; time < 2; time += 1) await within(real, (trx) => end(trx, on));
        deposit.state = 'over';
        model.give(deposit.who, 'USDT', paid);
      }
      await same(model, real);
    },
  }),
  step('withdraw', fc.record({ who, amount, fee: fc.constantFrom('0', '0.0001') }), {
    run: async (given, model, real) => {
      const wanted = { ...act(real, given.who), asset: 'USDT' as const, amount: given.amount, fee: given.fee };
      let receiptId = '';
      const isDone = await happened(
        within(real, async (trx) => {
          ({ receiptId } = await withdrawalAccepted(trx, real.world.services.random, {
            ...wanted,
            status: 'accepted',
          }));
        }),
      );
      assert.equal(isDone, model.take(given.who, 'USDT', given.amount));
      if (isDone) model.withdrawals.push({ who: given.who, amount: given.amount, receiptId, end: null });
    },
  }),
  step('withdrawal ends', fc.record({ index, how: fc.constantFrom('paid' as const, 'returned' as const) }), {
    can: (model) => model.withdrawals.length > 0,
    run: async ({ index: place, how }, model, real) => {
      const withdrawal = at(model.withdrawals, place);
      if (withdrawal === undefined) return;
      const end = how === 'paid' ? withdrawalPaid : withdrawalReturned;
      const work = within(real, (trx) => end(trx, { receiptId: withdrawal.receiptId, ...ended(real) }));
      // It ends once; the other end is refused, the same one changes nothing.
      if (withdrawal.end !== null && withdrawal.end !== how) await assert.rejects(work, KeyOfAnotherMovement);
      else assert.equal((await work).posted, withdrawal.end === null);
      if (withdrawal.end === null && how === 'returned') model.give(withdrawal.who, 'USDT', withdrawal.amount);
      withdrawal.end ??= how;
      if (real.fault === LEDGER_FAULTS[2] && how === 'returned')
        await within(real, (trx) =>
          openingGrant(trx, real.world.services.random, {
            ...act(real, withdrawal.who),
            asset: 'USDT',
            amount: withdrawal.amount,
            status: 'completed',
          }),
        );
      await same(model, real);
    },
  }),
  step('buy', fc.record({ who, amount }), {
    run: async (given, model, real) => {
      const { key, at: now, memberId, ruleVersion } = act(real, given.who);
      const paid = { amountUsd: given.amount, amountUsdt: given.amount, rate: '1', rateAt: now.toISOString() };
      const terms = { ...paid, stage: STAGE, dailyRate: real.rate, days: DAYS, riskVersion: RISK_VERSION, ruleVersion };
      let id = '';
      const isDone = await happened(
        within(real, async (trx) => {
          ({ stakeId: id } = await buyPlan(trx, real.world.services, { key, at: now, memberId, terms }));
        }),
      );
      assert.equal(isDone, model.take(given.who, 'USDT', given.amount));
      if (!isDone) return;
      model.earnedBefore.set(id, '0');
      model.stakes.push({ who: given.who, id, usdt: given.amount, mp: '0', amountUsd: given.amount, daysLeft: DAYS });
    },
  }),
  step('a day passes', fc.constant(null), {
    run: async (_given, model, real) => {
      real.world.clock.advance(DAY_SECONDS);
      for (let time = 0; time < 2; time += 1) await accrueStakes(real.world.services);
      await matureStakes(real.world.services);
      model.day((usd) => floorTo(multiply(usd, real.rate), scaleOf('MP')));
      if (real.fault === LEDGER_FAULTS[1]) model.day(() => '0.000001');
    },
  }),
  step(
    'choose',
    fc.record({ index, option: fc.constantFrom('full' as const, 'mpOnly' as const, 'withdraw' as const) }),
    {
      can: (model) => model.stakes.some(({ daysLeft }) => daysLeft === 0),
      run: async ({ index: place, option }, model, real) => {
        const ripe = model.stakes.filter(({ daysLeft, mp }) => daysLeft === 0 && (option !== 'mpOnly' || mp !== '0'));
        const stake = at(ripe, place);
        if (stake === undefined) return;
        const days = option === 'withdraw' ? null : DAYS;
        const choice = { id: stake.id, option, at: real.world.clock.now(), ruleVersion: real.ruleVersion, days };
        await within(real, (trx) => chooseForStake(trx, real.world.services, choice));
        const next = model.choose(stake, option, DAYS);
        if (next !== null) {
          const { id } = await real.world.db
            .selectFrom('stakes')
            .select('id')
            .where('previous_id', '=', stake.id)
            .executeTakeFirstOrThrow();
          model.earnedBefore.set(id, next.mp);
          model.stakes.push({ ...next, id });
        }
        await same(model, real);
      },
    },
  ),
];

/** Runs sequences against a world, whose members are new in each. */
export async function checkLedger(world: World, given: Checked): Promise<void> {
  const rules = await rulesAt(world.db, world.clock.now());
  const rate = rules.stages.find(({ stage }) => stage === STAGE)?.dailyRate ?? '0';
  return runModel<LedgerModel, LedgerReal>({
    ...given,
    commands: COMMANDS,
    start: async () => {
      const members: string[] = [];
      for (let count = 0; count < MEMBERS; count += 1) members.push((await world.member()).id);
      const real = { world, members, ruleVersion: rules.version, rate, fault: given.fault ?? null };
      const model = new LedgerModel();
      for (const [holder, memberId] of members.entries()) {
        const grant = { ...act(real, holder), memberId, asset: 'USDT' as const, amount: START, status: 'completed' };
        await within(real, (trx) => openingGrant(trx, world.services.random, grant));
        model.give(holder, 'USDT', START);
      }
      return { model, real };
    },
    end: async (model, real) => {
      await same(model, real);
      const stakes = await world.db.selectFrom('stakes').selectAll().where('member_id', 'in', real.members).execute();
      const open = stakes.filter(({ state }) => state === 'running' || state === 'matured');
      assert.deepEqual(
        open.map((row) => [row.id, add(row.staked_mp, row.accrued_mp)]).sort(),
        model.stakes.map(({ id, mp }) => [id, add(mp, '0')]).sort(),
      );
      assert.deepEqual(await checkBooks(world.db, { now: world.clock.now() }), { kind: 'agree' });
    },
  });
}
