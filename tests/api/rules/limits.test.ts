// Each limit that the rules in force set for members and operators, tried below it, at it and above it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countConfirmations } from '#server/domain/chain/sightings.ts';
import { sumVolumes } from '#server/domain/bonuses/sums.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { RULE_BOUNDS } from '#server/domain/rules/bounds.ts';
import { addRules } from '#server/domain/rules/add-rules.ts';
import { storedRulesAt, type StoredRules } from '#server/domain/rules/rules.ts';
import { add, divideCeil, type Amount } from '#money/amount.ts';
import { scaleOf, type Asset } from '#money/assets.ts';
import { setRate } from '#server/domain/rates/rates.ts';
import { beside, type Way } from '#tests/money/beside.ts';
import { payment } from '#fixtures/club/chain.ts';
import { rich, RATES, setRates, signedIn, type Rich } from '../support/money.ts';
import { NO_LIMITS } from '../support/rules-without-limits.ts';
import { buy } from '../support/sales.ts';
import { bought, DAY, runJobs } from '../support/stakes.ts';
import type { OperationId } from '../support/call.ts';
import { createWorld, type World } from '../support/world.ts';

/** The results for a value below the limit, the limit itself, and a value above it. */
interface Limit {
  try(way: Way): Promise<unknown>;
  is: readonly [unknown, unknown, unknown];
}

const MS_PER_SECOND = 1000;
const MINUTE = 60;
const HOUR = 3600;
const ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

let world: World;
let rules: StoredRules;
let other: Rich;
beforeAll(async () => {
  world = await createWorld();
  // Rules with figures that amounts don't have by chance, and with rates of plans and quotes that don't expire before
  // the drafts.
  await addRules(world.db, {
    changes: {
      rateStaleMinutes: 120,
      exchangeSecondFactorAboveUsd: '1234.56',
      depositConfirmations: { bitcoin: 3, ethereum: 4 },
    },
    effectiveFrom: world.clock.now(),
    now: world.clock.now(),
  });
  rules = (await storedRulesAt(world.db, world.clock.now())).values;
  await setRates(world);
  other = await rich(world);
});
afterAll(() => world.close());

const countBeside = (limit: number, way: Way) => limit + (way === 'at' ? 0 : way === 'below' ? -1 : 1);
const codeOr = (answer: { status: number; body: { code?: string } }, right: (body: never) => unknown = () => 'taken') =>
  answer.status === 200 ? right(answer.body as never) : answer.body.code;

const withdrawing = (amount: Amount) => ({ asset: 'USDT', network: 'ethereum', address: ADDRESS, amount }) as const;
const withdrawalOf = async (amount: Amount) =>
  codeOr(await (await rich(world)).call('createWithdrawal', { body: withdrawing(amount) }));

/** The same value in USDT at a rate that isn't 1, chosen so that it comes out even. */
const HALF: Partial<Record<Asset, string>> = { ...RATES, USDT: '0.5' };
const inHalves = (usd: Amount) => divideCeil(usd, '0.5', scaleOf('USDT'));

async function atHalf<T>(work: () => Promise<T>): Promise<T> {
  world.clock.advance(1);
  await setRates(world, HALF);
  try {
    return await work();
  } finally {
    world.clock.advance(1);
    await setRates(world);
  }
}

async function draftOf(id: OperationId, body: object): Promise<{ who: Rich; id: string }> {
  const who = await rich(world);
  const { body: draft } = await who.callUnchecked(id, { body });
  // Without a code, only the time decides.
  await world.db.updateTable('drafts').set({ second_factor: 'none' }).where('id', '=', draft.id).execute();
  return { who, id: draft.id };
}

/** Confirmed this many seconds after it was drafted. */
async function confirmedAfter(seconds: number, draft: OperationId, body: object): Promise<unknown> {
  const { who, id } = await draftOf(draft, body);
  world.clock.advance(seconds);
  const outcome = codeOr(await who.call('confirmDraft', { path: { id }, body: { code: null } }));
  await setRates(world);
  return outcome;
}

async function settled(amount: Amount): Promise<unknown> {
  const who = await rich(world, {});
  const { body } = await who.call('createDeposit', { body: { asset: 'USDT', network: 'ethereum', amount: '5000' } });
  const paid = await payment(world, createPaymentListener(world.services), {
    address: body.address,
    asset: 'USDT',
    amount,
  });
  await paid.seen();
  await paid.final();
  return (await who.call('getDeposit', { path: { id: body.id } })).body.status;
}

async function finalAt(network: 'bitcoin' | 'ethereum', asset: 'BTC' | 'USDT', way: Way): Promise<unknown> {
  const who = await rich(world, {});
  const { body } = await who.call('createDeposit', { body: { asset, network, amount: '1000' } });
  const listener = createPaymentListener(world.services);
  // Those of other limits are over.
  await world.db
    .updateTable('chain_sightings')
    .set({ final_at: world.clock.now() })
    .where('final_at', 'is', null)
    .execute();
  const paid = await payment(world, listener, { address: body.address, asset, amount: '1000' });
  await paid.seen();
  const required = rules.depositConfirmations[network];
  const height = paid.sighting.blockHeight + countBeside(required, way) - 1;
  await inTransaction(world.db, (trx) =>
    countConfirmations(trx, { network, listener, now: world.clock.now() } as never, { height, required }),
  );
  return (await who.call('getDeposit', { path: { id: body.id } })).body.status;
}

/** A quote of an asset whose rate is this many minutes old. */
async function quotedAfter(minutes: number, source: 'operator' | 'feed', seconds: number): Promise<unknown> {
  const who = await rich(world, { ETH: '1' });
  world.clock.advance(1);
  await setRates(world);
  if (source === 'feed')
    await setRate(world.db, { asset: 'ETH', usd: '3200', at: world.clock.now(), source, setBy: null });
  world.clock.advance(minutes * MINUTE + seconds);
  for (const asset of ['MSPC', 'USDT'] as const)
    await setRate(world.db, { asset, usd: RATES[asset], at: world.clock.now(), source: 'operator', setBy: 'tests' });
  const again = await signedIn(world, who.member);
  const outcome = codeOr(await again.call('createExchange', { body: { from: 'ETH', to: 'MSPC', amount: '0.01' } }));
  await setRates(world);
  return outcome;
}

async function completedAfter(seconds: number): Promise<unknown> {
  const who = await rich(world);
  const { body: draft } = await who.call('createWithdrawal', { body: withdrawing('400') });
  const { body } = await who.confirm(draft.id);
  const { reference } = (await who.call('getReceipt', { path: { id: body.receiptId } })).body;
  await outcomeOf(world.services, { args: ['withdrawals', 'approve', reference], operator: 'olga' });
  world.clock.advance(seconds);
  const tx = `0x${body.receiptId.replaceAll('-', '').padStart(64, '0')}`;
  const { code } = await outcomeOf(world.services, {
    args: ['withdrawals', 'complete', reference, '--tx', tx, '--yes'],
    operator: 'olga',
  });
  await setRates(world);
  return code;
}

/** The state of a stake that began this long ago. */
async function stateAfter(days: number, seconds: number, restaked: boolean): Promise<unknown> {
  const buyer = await rich(world);
  let { id } = await bought(buyer);
  if (restaked) {
    await older(id, rules.stakeDays * DAY);
    await runJobs(world);
    const { body: draft } = await buyer.call('createRestake', { body: { stakeId: id, option: 'full' } });
    const { body } = await buyer.confirm(draft.id);
    id = (await buyer.call('getReceipt', { path: { id: body.receiptId } })).body.stake.id;
  }
  await older(id, days * DAY + seconds);
  await runJobs(world);
  return (await world.db.selectFrom('stakes').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
}

async function older(id: string, seconds: number): Promise<void> {
  const row = await world.db
    .selectFrom('stakes')
    .select(['started_at', 'next_at', 'ends_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const before = (moment: Date) => new Date(moment.getTime() - seconds * MS_PER_SECOND);
  await world.db
    .updateTable('stakes')
    .set({ started_at: before(row.started_at), next_at: before(row.next_at), ends_at: before(row.ends_at) })
    .where('id', '=', id)
    .execute();
}

/** The rank of a member whose weaker side has sold this much. */
async function rankAt(usd: Amount): Promise<unknown> {
  const top = await world.member();
  const [left, right] = [
    await world.member({ below: top.seatNo, side: 'left' }),
    await world.member({ below: top.seatNo, side: 'right' }),
  ];
  await buy(world, left.id, { usd });
  await buy(world, right.id, { usd: add(usd, '1') });
  await sumVolumes(world.db, world.clock.now());
  return (await world.db.selectFrom('members').select('rank').where('id', '=', top.id).executeTakeFirstOrThrow()).rank;
}

/** A purchase of a stage with a price, by a member who has this much. */
async function purchaseWith(stage: number, held: Amount): Promise<unknown> {
  const who = await rich(world, { USDT: held });
  return codeOr(await who.call('createPurchase', { body: { stage, amountUsd: null, riskVersion: rules.riskVersion } }));
}

/** An exchange whose rate moved by this share after it was quoted. */
async function movedBy(part: Amount): Promise<unknown> {
  const { who, id } = await draftOf('createExchange', { from: 'USDT', to: 'MSPC', amount: '10' });
  world.clock.advance(1);
  await setRate(world.db, {
    asset: 'USDT',
    usd: add('1', part),
    at: world.clock.now(),
    source: 'operator',
    setBy: 'tests',
  });
  const outcome = codeOr(await who.call('confirmDraft', { path: { id }, body: { code: null } }));
  world.clock.advance(1);
  await setRates(world);
  return outcome;
}

const exchanging = { from: 'USDT', to: 'MSPC', amount: '10' } as const;
/** What an exchange of this much asks for to be confirmed. */
const factorOf = async (amount: Amount) =>
  codeOr(
    await (await rich(world)).call('createExchange', { body: { ...exchanging, amount } }),
    ({ secondFactor }: { secondFactor: string }) => secondFactor,
  );
const early = (way: Way) => (way === 'at' ? 0 : way === 'below' ? -1 : 1);

const LIMITS: Readonly<Record<string, Limit>> = {
  minimumWithdrawalUsd: {
    try: async (way) => withdrawalOf(beside(rules.minimumWithdrawalUsd, 'USDT', way)),
    is: ['below_minimum_withdrawal', 'taken', 'taken'],
  },
  'minimumWithdrawalUsd at another rate': {
    try: (way) => atHalf(async () => withdrawalOf(beside(inHalves(rules.minimumWithdrawalUsd), 'USDT', way))),
    is: ['below_minimum_withdrawal', 'taken', 'taken'],
  },
  minimumDepositUsd: {
    try: async (way) =>
      codeOr(
        await (
          await rich(world, {})
        ).call('createDeposit', {
          body: {
            asset: 'USDT',
            network: 'ethereum',
            amount: beside(rules.minimumDepositUsd, 'USDT', way),
          },
        }),
      ),
    is: ['below_minimum_deposit', 'taken', 'taken'],
  },
  'minimumDepositUsd of what arrives': {
    try: (way) => settled(beside(rules.minimumDepositUsd, 'USDT', way)),
    is: ['notApproved', 'completed', 'completed'],
  },
  'minimumDepositUsd of what arrives at another rate': {
    try: (way) => atHalf(() => settled(beside(inHalves(rules.minimumDepositUsd), 'USDT', way))),
    is: ['notApproved', 'completed', 'completed'],
  },
  customPlanAboveUsd: {
    try: async (way) =>
      codeOr(
        await (
          await rich(world)
        ).call('createPurchase', {
          body: {
            stage: 8,
            amountUsd: beside(rules.customPlanAboveUsd, 'USD', way),
            riskVersion: rules.riskVersion,
          },
        }),
      ),
    is: ['below_plan_minimum', 'below_plan_minimum', 'taken'],
  },
  exchangeSecondFactorAboveUsd: {
    try: (way) => factorOf(beside(rules.exchangeSecondFactorAboveUsd, 'USDT', way)),
    is: ['none', 'none', 'email'],
  },
  'exchangeSecondFactorAboveUsd at another rate': {
    try: (way) => atHalf(() => factorOf(beside(inHalves(rules.exchangeSecondFactorAboveUsd), 'USDT', way))),
    is: ['none', 'none', 'email'],
  },
  exchangeSpread: {
    try: (way) => movedBy(beside(rules.exchangeSpread, 'USDT', way)),
    is: ['taken', 'taken', 'rate_moved'],
  },
  riskVersion: {
    try: async (way) =>
      codeOr(
        await (
          await rich(world)
        ).call('createPurchase', {
          body: { stage: 1, amountUsd: null, riskVersion: countBeside(rules.riskVersion, way) },
        }),
      ),
    // The first version has none before it.
    is: ['invalid_request', 'taken', 'risk_not_acknowledged'],
  },
  draftMinutes: {
    try: (way) => confirmedAfter(rules.draftMinutes * MINUTE + early(way), 'createWithdrawal', withdrawing('400')),
    is: ['taken', 'draft_expired', 'draft_expired'],
  },
  quoteSeconds: {
    try: (way) => confirmedAfter(rules.quoteSeconds + early(way), 'createExchange', exchanging),
    is: ['taken', 'draft_expired', 'draft_expired'],
  },
  rateStaleMinutes: {
    try: (way) => quotedAfter(rules.rateStaleMinutes, 'operator', early(way)),
    is: ['taken', 'taken', 'rate_stale'],
  },
  feedRateStaleMinutes: {
    try: (way) => quotedAfter(rules.feedRateStaleMinutes, 'feed', early(way)),
    is: ['taken', 'taken', 'rate_stale'],
  },
  withdrawalCompletionHours: {
    try: (way) => completedAfter(rules.withdrawalCompletionHours * HOUR + early(way)),
    is: [1, 0, 0],
  },
  stakeDays: { try: (way) => stateAfter(rules.stakeDays, early(way), false), is: ['running', 'matured', 'matured'] },
  restakeDays: { try: (way) => stateAfter(rules.restakeDays, early(way), true), is: ['running', 'matured', 'matured'] },
  'depositConfirmations bitcoin': {
    try: (way) => finalAt('bitcoin', 'BTC', way),
    is: ['inProcess', 'completed', 'completed'],
  },
  'depositConfirmations ethereum': {
    try: (way) => finalAt('ethereum', 'USDT', way),
    is: ['inProcess', 'completed', 'completed'],
  },
  leaderVolumeUsd: {
    try: (way) => rankAt(beside(rules.leaderVolumeUsd, 'USD', way)),
    is: ['member', 'leader', 'leader'],
  },
  chairpersonVolumeUsd: {
    try: (way) => rankAt(beside(rules.chairpersonVolumeUsd, 'USD', way)),
    is: ['leader', 'chairperson', 'chairperson'],
  },
  'stages amountUsd': {
    try: (way) => purchaseWith(2, beside(rules.stages.find(({ stage }) => stage === 2)?.amountUsd ?? '0', 'USDT', way)),
    is: ['insufficient_balance', 'taken', 'taken'],
  },
  'balance of a withdrawal': {
    try: async (way) =>
      codeOr(
        await (
          await rich(world, { USDT: '1000' })
        ).call('createWithdrawal', { body: withdrawing(beside('1000', 'USDT', way)) }),
      ),
    is: ['taken', 'taken', 'insufficient_balance'],
  },
  'balance of a transfer': {
    try: async (way) =>
      codeOr(
        await (
          await rich(world, { USDT: '1000' })
        ).call('createTransfer', {
          body: {
            recipient: other.member.username,
            asset: 'USDT',
            amount: beside('1000', 'USDT', way),
            note: 'note',
          },
        }),
      ),
    is: ['taken', 'taken', 'insufficient_balance'],
  },
  'balance of an exchange': {
    try: async (way) =>
      codeOr(
        await (
          await rich(world, { USDT: '1000' })
        ).call('createExchange', { body: { ...exchanging, amount: beside('1000', 'USDT', way) } }),
      ),
    is: ['taken', 'taken', 'insufficient_balance'],
  },
};

describe('each rule', () => {
  it('is tried below, or sets no limit', () => {
    const tried = new Set(
      Object.keys(LIMITS)
        .map((name) => name.split(' ')[0] ?? '')
        .filter((name) => name !== 'balance'),
    );
    expect([...tried, ...Object.keys(NO_LIMITS)].sort()).toEqual(Object.keys(RULE_BOUNDS).sort());
  });

  it.each(Object.entries(LIMITS))('%s', async (_name, limit) => {
    expect([await limit.try('below'), await limit.try('at'), await limit.try('above')]).toEqual(limit.is);
  });
});
