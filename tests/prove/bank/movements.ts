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

export interface Teller {
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

type Movement = (teller: Teller) => Promise<void>;

const HOT = 4;
/** Terms of a stake that end within a run. */
const DAYS = 2;
const DAILY_RATE = '0.0005';
const CALL = { requestId: 'bank', device: '' };

const within = <T>({ world }: Teller, work: (trx: Trx) => Promise<T>) => inTransaction(world.db, work);
const act = ({ world, ruleVersion }: Teller, memberId: string) => ({
  key: `bank:${randomUUID()}`,
  at: world.clock.now(),
  memberId,
  ruleVersion,
});
const at = ({ world }: Teller) => ({ at: world.clock.now(), status: 'ended', byMemberId: null });

function somebody({ members, random }: Teller): string {
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

async function opening(teller: Teller): Promise<void> {
  const { random, own, world } = teller;
  const [memberId, asset] = [somebody(teller), random.pick(ASSETS)];
  const amount = some(random, asset);
  await within(teller, (trx) =>
    openingGrant(trx, world.services.random, { ...act(teller, memberId), asset, amount, status: 'completed' }),
  );
  own.move(memberId, asset, amount);
}

async function sent(teller: Teller): Promise<void> {
  const { random, own, world } = teller;
  const [memberId, toMemberId, asset] = [somebody(teller), somebody(teller), random.pick(ASSETS)];
  if (memberId === toMemberId) return;
  const amount = some(random, asset);
  const move = { ...act(teller, memberId), toMemberId, asset, amount };
  // Now and then twice under one key: that is one movement.
  const times = random.chance(0.1) ? 2 : 1;
  const tries = await Promise.allSettled(
    Array.from({ length: times }, () => within(teller, (trx) => transfer(trx, world.services.random, move))),
  );
  const [refused] = tries.filter((each) => each.status === 'rejected');
  if (refused !== undefined && tries.every(({ status }) => status === 'rejected')) throw refused.reason;
  own.take(memberId, asset, amount);
  own.move(toMemberId, asset, amount);
}

async function exchanged(teller: Teller): Promise<void> {
  const { random, own, world } = teller;
  const memberId = somebody(teller);
  const [from, to] = random.shuffled(ASSETS) as [Asset, Asset];
  const [given, gotten] = [some(random, from), some(random, to)];
  await within(teller, (trx) =>
    exchange(trx, world.services.random, {
      ...act(teller, memberId),
      from: { asset: from, amount: given },
      to: { asset: to, amount: gotten },
      rate: { value: '1', at: world.clock.now() },
    }),
  );
  own.take(memberId, from, given);
  own.move(memberId, to, gotten);
}

async function deposited(teller: Teller): Promise<void> {
  const { random, own, world } = teller;
  const [memberId, asset] = [somebody(teller), random.pick<Asset>(['USDT', 'BTC', 'ETH'])];
  const amount = some(random, asset);
  const receiptId = await within(teller, async (trx) => {
    const wanted = {
      memberId,
      asset,
      amount,
      status: 'awaited',
      at: world.clock.now(),
      ruleVersion: teller.ruleVersion,
    };
    const opened = await depositOpened(trx, world.services.random, wanted);
    await depositSeen(trx, { receiptId: opened, ...at(teller), sighting: 1, amount });
    return opened;
  });
  const step = { receiptId, ...at(teller) };
  if (random.chance(0.3)) {
    await within(teller, (trx) => depositDropped(trx, { ...step, sighting: 1 }));
    if (random.chance(0.3)) return;
    await within(teller, (trx) => depositSeen(trx, { ...step, sighting: 2, amount }));
  }
  if (random.chance(0.2)) return;
  const isRefused = random.chance(0.3);
  await within(teller, (trx) => (isRefused ? depositRefused(trx, step) : depositCredited(trx, step)));
  if (isRefused && random.chance(0.5)) return;
  if (isRefused) await within(teller, (trx) => depositApproved(trx, step));
  own.move(memberId, asset, amount);
}

async function withdrawn(teller: Teller): Promise<void> {
  const { random, own, world } = teller;
  const [memberId, asset] = [somebody(teller), random.pick<Asset>(['USDT', 'BTC', 'ETH'])];
  const amount = some(random, asset);
  const fee = random.chance(0.5) ? '0' : floorTo(multiply(amount, '0.01'), scaleOf(asset));
  const { receiptId } = await within(teller, (trx) =>
    withdrawalAccepted(trx, world.services.random, {
      ...act(teller, memberId),
      asset,
      amount,
      fee,
      status: 'accepted',
    }),
  );
  own.take(memberId, asset, amount);
  const end = { receiptId, ...at(teller) };
  if (random.chance(0.2)) return;
  if (random.chance(0.5)) return void (await within(teller, (trx) => withdrawalPaid(trx, end)));
  await within(teller, (trx) => withdrawalReturned(trx, end));
  own.move(memberId, asset, amount);
}

async function bought(teller: Teller): Promise<void> {
  const { random, own, world } = teller;
  const memberId = somebody(teller);
  const amountUsdt = some(random, 'USDT');
  const { key, at: now, ruleVersion } = act(teller, memberId);
  const terms = {
    ...{ stage: 8, amountUsd: amountUsdt, amountUsdt, rate: '1', rateAt: now.toISOString() },
    ...{ dailyRate: DAILY_RATE, days: DAYS, riskVersion: 1, ruleVersion },
  };
  const bonus = await within(teller, async (trx) => {
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
async function chosen(teller: Teller): Promise<void> {
  const { random, own, world } = teller;
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
    const { stake } = await within(teller, (trx) =>
      chooseForStake(trx, world.services, { id, option, at: world.clock.now(), ruleVersion: teller.ruleVersion, days }),
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
async function binary(teller: Teller): Promise<void> {
  const { random, own, world } = teller;
  const paid = random.shuffled(teller.members).slice(0, random.whole(2, 8));
  const payments = paid.map((memberId) => ({
    memberId,
    usdt: some(random, 'USDT'),
    pp: some(random, 'PP'),
    id: randomUUID(),
  }));
  await within(teller, async (trx) => {
    await postAll(
      trx,
      payments.map(({ memberId, usdt, pp, id }) => ({
        ...{
          key: `binary:${id}`,
          at: world.clock.now(),
          kind: 'binary_bonus',
          memberId: null,
          ruleVersion: teller.ruleVersion,
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
          ruleVersion: teller.ruleVersion,
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
function clubJournal(
  teller: Teller,
  kind: string,
  from: 'bonuses' | 'fees',
  to: 'rounding' | 'exchange',
): Promise<void> {
  const amount = add(some(teller.random, 'USDT'), divideFloor('1', '3', scaleOf('USDT')));
  const legs = [
    { account: from, asset: 'USDT' as const, amount: negate(amount) },
    { account: to, asset: 'USDT' as const, amount },
  ];
  const movement = {
    key: `${kind}:${randomUUID()}`,
    at: teller.world.clock.now(),
    kind,
    memberId: null,
    ruleVersion: teller.ruleVersion,
  };
  return within(
    teller,
    async (trx) => void (await post(trx, { ...movement, receiptId: null, details: { by: CALL.requestId }, legs })),
  );
}

function rounding(teller: Teller): Promise<void> {
  return clubJournal(teller, 'rounding', 'bonuses', 'rounding');
}

function correction(teller: Teller): Promise<void> {
  return clubJournal(teller, 'correction', 'fees', 'exchange');
}
