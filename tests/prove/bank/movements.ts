// Movements of all kinds that the books have, each as the product makes it, with what it should leave everybody with.
import { randomUUID } from 'node:crypto';
import { add, divideFloor, floorTo, isPositive, multiply, negate, normal, type Amount } from '#money/amount.ts';
import { scaleOf, type Asset } from '#money/assets.ts';
import { recordPurchase } from '#server/domain/bonuses/record.ts';
import {
  depositApproved,
  depositCredited,
  depositDropped,
  depositOpened,
  depositRefused,
  depositSeen,
} from '#server/domain/ledger/deposits.ts';
import { exchange, openingGrant, transfer } from '#server/domain/ledger/moves.ts';
import { post, postAll } from '#server/domain/ledger/post.ts';
import { writeReceipts } from '#server/domain/ledger/receipts.ts';
import { withdrawalAccepted, withdrawalPaid, withdrawalReturned } from '#server/domain/ledger/withdrawals.ts';
import { StepRefused } from '#server/domain/receipts/steps.ts';
import { accrueStakes, matureStakes } from '#server/domain/stakes/accrue.ts';
import { buyPlan } from '#server/domain/stakes/begin.ts';
import { partsOf } from '#server/domain/stakes/choices.ts';
import { chooseForStake } from '#server/domain/stakes/steps.ts';
import { inTransaction, type Trx } from '#server/platform/db/kysely.ts';
import { DAY_SECONDS } from '#server/platform/system/clock.ts';
import type { World } from '#tests/api/support/world.ts';
import type { Random } from '../random.ts';
import type { OwnAccount } from '../own-account.ts';

export interface BankRun {
  readonly world: World;
  /** The first of them are hot: everybody moves money to and from them. */
  readonly members: readonly string[];
  readonly own: OwnAccount;
  readonly ruleVersion: number;
  readonly random: Random;
}

/** The kinds of journals that a whole run must have written. */
export const KINDS = [
  ...['opening', 'transfer', 'exchange', 'purchase', 'staking_reward', 'restake', 'stake_withdrawal'],
  ...['deposit_seen', 'deposit_dropped', 'deposit_credited', 'deposit_refused', 'deposit_approved'],
  ...['withdrawal_accepted', 'withdrawal_returned', 'withdrawal_paid'],
  ...['referral_bonus', 'binary_bonus', 'rounding', 'correction'],
];

type Movement = (run: BankRun) => Promise<void>;

const HOT = 4;
/** Terms of a stake that end within a run. */
const DAYS = 2;
const DAILY_RATE = '0.0005';
const CALL = { requestId: 'bank', device: '' };

const within = <T>({ world }: BankRun, work: (trx: Trx) => Promise<T>) => inTransaction(world.db, work);
const act = ({ world, ruleVersion }: BankRun, memberId: string) => ({
  key: `bank:${randomUUID()}`,
  at: world.clock.now(),
  memberId,
  ruleVersion,
});
const at = ({ world }: BankRun) => ({ at: world.clock.now(), status: 'ended', byMemberId: null });

function somebody({ members, random }: BankRun): string {
  return random.chance(0.5) ? random.pick(members.slice(0, HOT)) : random.pick(members);
}

/** An amount with all decimals that its asset has, small enough that most movements find it. */
function some(random: Random, asset: Asset): Amount {
  const scale = Math.min(scaleOf(asset), 6);
  return normal(`${random.whole(0, 20)}.${String(random.whole(1, 10 ** scale - 1)).padStart(scale, '0')}`);
}

const ASSETS: readonly Asset[] = ['USDT', 'BTC', 'ETH', 'MSPC'];

/** Each by its name, with how often it comes. */
export const MOVEMENTS: Readonly<Record<string, readonly [often: number, Movement]>> = {
  opening: [4, opening],
  transfer: [30, sent],
  exchange: [15, exchanged],
  deposit: [12, deposited],
  withdrawal: [12, withdrawn],
  purchase: [6, bought],
  choice: [6, chosen],
  binary: [2, binary],
  rounding: [1, rounding],
  correction: [1, correction],
};

async function opening(run: BankRun): Promise<void> {
  const { random, own, world } = run;
  const [memberId, asset] = [somebody(run), random.pick(ASSETS)];
  const amount = some(random, asset);
  await within(run, (trx) =>
    openingGrant(trx, world.services.random, { ...act(run, memberId), asset, amount, status: 'completed' }),
  );
  own.move(memberId, asset, amount);
}

async function sent(run: BankRun): Promise<void> {
  const { random, own, world } = run;
  const [memberId, toMemberId, asset] = [somebody(run), somebody(run), random.pick(ASSETS)];
  if (memberId === toMemberId) return;
  const amount = some(random, asset);
  const move = { ...act(run, memberId), toMemberId, asset, amount };
  // Now and then twice under one key: that is one movement.
  const times = random.chance(0.1) ? 2 : 1;
  const tries = await Promise.allSettled(
    Array.from({ length: times }, () => within(run, (trx) => transfer(trx, world.services.random, move))),
  );
  const [refused] = tries.filter((each) => each.status === 'rejected');
  if (refused !== undefined && tries.every(({ status }) => status === 'rejected')) throw refused.reason;
  own.take(memberId, asset, amount);
  own.move(toMemberId, asset, amount);
}

async function exchanged(run: BankRun): Promise<void> {
  const { random, own, world } = run;
  const memberId = somebody(run);
  const [from, to] = random.shuffled(ASSETS) as [Asset, Asset];
  const [given, gotten] = [some(random, from), some(random, to)];
  await within(run, (trx) =>
    exchange(trx, world.services.random, {
      ...act(run, memberId),
      from: { asset: from, amount: given },
      to: { asset: to, amount: gotten },
      rate: { value: '1', at: world.clock.now() },
    }),
  );
  own.take(memberId, from, given);
  own.move(memberId, to, gotten);
}

async function deposited(run: BankRun): Promise<void> {
  const { random, own, world } = run;
  const [memberId, asset] = [somebody(run), random.pick<Asset>(['USDT', 'BTC', 'ETH'])];
  const amount = some(random, asset);
  const receiptId = await within(run, async (trx) => {
    const wanted = {
      memberId,
      asset,
      amount,
      status: 'awaited',
      at: world.clock.now(),
      ruleVersion: run.ruleVersion,
    };
    const opened = await depositOpened(trx, world.services.random, wanted);
    await depositSeen(trx, { receiptId: opened, ...at(run), sighting: 1, amount });
    return opened;
  });
  const step = { receiptId, ...at(run) };
  if (random.chance(0.3)) {
    await within(run, (trx) => depositDropped(trx, { ...step, sighting: 1 }));
    if (random.chance(0.3)) return;
    await within(run, (trx) => depositSeen(trx, { ...step, sighting: 2, amount }));
  }
  if (random.chance(0.2)) return;
  const isRefused = random.chance(0.3);
  await within(run, (trx) => (isRefused ? depositRefused(trx, step) : depositCredited(trx, step)));
  if (isRefused && random.chance(0.5)) return;
  if (isRefused) await within(run, (trx) => depositApproved(trx, step));
  own.move(memberId, asset, amount);
}

async function withdrawn(run: BankRun): Promise<void> {
  const { random, own, world } = run;
  const [memberId, asset] = [somebody(run), random.pick<Asset>(['USDT', 'BTC', 'ETH'])];
  const amount = some(random, asset);
  const fee = random.chance(0.5) ? '0' : floorTo(multiply(amount, '0.01'), scaleOf(asset));
  const { receiptId } = await within(run, (trx) =>
    withdrawalAccepted(trx, world.services.random, {
      ...act(run, memberId),
      asset,
      amount,
      fee,
      status: 'accepted',
    }),
  );
  own.take(memberId, asset, amount);
  const end = { receiptId, ...at(run) };
  if (random.chance(0.2)) return;
  if (random.chance(0.5)) return void (await within(run, (trx) => withdrawalPaid(trx, end)));
  await within(run, (trx) => withdrawalReturned(trx, end));
  own.move(memberId, asset, amount);
}

async function bought(run: BankRun): Promise<void> {
  const { random, own, world } = run;
  const memberId = somebody(run);
  const amountUsdt = some(random, 'USDT');
  const { key, at: now, ruleVersion } = act(run, memberId);
  const terms = {
    ...{ stage: 8, amountUsd: amountUsdt, amountUsdt, rate: '1', rateAt: now.toISOString() },
    ...{ dailyRate: DAILY_RATE, days: DAYS, riskVersion: 1, ruleVersion },
  };
  const bonus = await within(run, async (trx) => {
    const { stakeId } = await buyPlan(trx, world.services, { key, at: now, memberId, terms });
    await recordPurchase(trx, world.services, {
      memberId,
      stakeId,
      amountUsd: amountUsdt,
      amountUsdt,
      at: now,
      ruleVersion,
    });
    return trx
      .selectFrom('journals')
      .innerJoin('receipts', 'receipts.id', 'journals.receipt_id')
      .select(['receipts.member_id', 'receipts.amount'])
      .where('journals.key', '=', `referral:${stakeId}`)
      .executeTakeFirst();
  });
  own.take(memberId, 'USDT', amountUsdt);
  if (bonus !== undefined) own.move(bonus.member_id, 'USDT', normal(bonus.amount));
}

/** What happens to a stake whose time is over; if there is none, a day passes. */
async function chosen(run: BankRun): Promise<void> {
  const { random, own, world } = run;
  const ripe = await world.db.selectFrom('stakes').selectAll().where('state', '=', 'matured').limit(20).execute();
  if (ripe.length === 0) {
    world.clock.advance(DAY_SECONDS);
    await accrueStakes(world.services);
    return matureStakes(world.services);
  }
  const { id, member_id: memberId } = random.pick(ripe);
  const option = random.pick(['full', 'mpOnly', 'withdraw'] as const);
  const days = option === 'withdraw' ? null : DAYS;
  try {
    const { stake } = await within(run, (trx) =>
      chooseForStake(trx, world.services, { id, option, at: world.clock.now(), ruleVersion: run.ruleVersion, days }),
    );
    const { returnedUsdt, returnedMp } = partsOf(stake, option);
    if (isPositive(returnedUsdt)) own.move(memberId, 'USDT', returnedUsdt);
    if (isPositive(returnedMp)) own.move(memberId, 'MP', returnedMp);
  } catch (error) {
    // Another worker has chosen for the same stake.
    if (!(error instanceof StepRefused)) throw error;
  }
}

/** Bonuses of some members in one transaction, as a month pays them. */
async function binary(run: BankRun): Promise<void> {
  const { random, own, world } = run;
  const paid = random.shuffled(run.members).slice(0, random.whole(2, 8));
  const payments = paid.map((memberId) => ({
    memberId,
    usdt: some(random, 'USDT'),
    pp: some(random, 'PP'),
    id: randomUUID(),
  }));
  await within(run, async (trx) => {
    await postAll(
      trx,
      payments.map(({ memberId, usdt, pp, id }) => ({
        ...{
          key: `binary:${id}`,
          at: world.clock.now(),
          kind: 'binary_bonus',
          memberId: null,
          ruleVersion: run.ruleVersion,
          receiptId: id,
        },
        legs: [
          { account: 'bonuses' as const, asset: 'USDT' as const, amount: negate(usdt) },
          { account: 'wallet' as const, memberId, asset: 'USDT' as const, amount: usdt },
          { account: 'bonuses' as const, asset: 'PP' as const, amount: negate(pp) },
          { account: 'wallet' as const, memberId, asset: 'PP' as const, amount: pp },
        ],
      })),
    );
    await writeReceipts(
      trx,
      world.services.random,
      payments.map(({ memberId, usdt, pp, id }) => ({
        ...{
          id,
          memberId,
          kind: 'binary_bonus' as const,
          status: null,
          at: world.clock.now(),
          ruleVersion: run.ruleVersion,
        },
        ...{ asset: 'USDT' as const, amount: usdt, counter: { asset: 'PP' as const, amount: pp } },
      })),
    );
  });
  for (const { memberId, usdt, pp } of payments) {
    own.move(memberId, 'USDT', usdt);
    own.move(memberId, 'PP', pp);
  }
}

/** A journal between two of the club's own accounts: no member has more or less. */
function clubJournal(run: BankRun, kind: string, from: 'bonuses' | 'fees', to: 'rounding' | 'exchange'): Promise<void> {
  const amount = add(some(run.random, 'USDT'), divideFloor('1', '3', scaleOf('USDT')));
  const legs = [
    { account: from, asset: 'USDT' as const, amount: negate(amount) },
    { account: to, asset: 'USDT' as const, amount },
  ];
  const movement = {
    key: `${kind}:${randomUUID()}`,
    at: run.world.clock.now(),
    kind,
    memberId: null,
    ruleVersion: run.ruleVersion,
  };
  return within(
    run,
    async (trx) => void (await post(trx, { ...movement, receiptId: null, details: { by: CALL.requestId }, legs })),
  );
}

function rounding(run: BankRun): Promise<void> {
  return clubJournal(run, 'rounding', 'bonuses', 'rounding');
}

function correction(run: BankRun): Promise<void> {
  return clubJournal(run, 'correction', 'fees', 'exchange');
}
