// Every rule that operators can set does something: each is changed by the command, and its effect is checked where it
// acts.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordRestake } from '#server/domain/bonuses/record.ts';
import { sumVolumes } from '#server/domain/bonuses/sums.ts';
import { balancesOf } from '#server/domain/ledger/balances.ts';
import { setRate } from '#server/domain/rates/rates.ts';
import { RULE_EFFECTS } from '#server/domain/rules/effects.ts';
import { rulesAt, storedRulesAt, type StoredRules } from '#server/domain/rules/rules.ts';
import { buyPlan } from '#server/domain/stakes/begin.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { ethereumAddress } from '#fixtures/club/chain.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { fund, rich, setRates, signedIn, type Rich } from '../support/money.ts';
import { buy } from '../support/sales.ts';
import type { OperationId } from '../support/call.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let who: Rich;
let top: TestMember;
let right: TestMember;
let stakeId: string;

beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
  top = await world.member();
  const left = await world.member({ below: top.seatNo, side: 'left' });
  right = await world.member({ below: top.seatNo, side: 'right' });
  stakeId = await buy(world, top.id, { usd: '100' });
  await buy(world, left.id, { usd: '200' });
  await buy(world, right.id, { usd: '500' });
  who = await rich(world, { USDT: '6000' });
});
afterAll(() => world.close());

const run = (...args: string[]) => outcomeOf(world.services, { args, operator: 'olga' });
const now = () => world.clock.now();
const set = (name: string, value: string) =>
  run('rules', 'set', `${name}=${value}`, '--from', now().toISOString(), '--yes');

/** What is checked, before and after the rule is changed. */
type Look = () => Promise<unknown>;

const draft =
  (id: OperationId, body: object, field: string): Look =>
  async () => {
    const { body: answer } = await who.callUnchecked(id, { body });
    return answer.code ?? answer[field];
  };
const deposit = draft('createDeposit', { asset: 'USDT', network: 'ethereum', amount: '150' }, 'status');
const withdrawal = (field: string) =>
  draft('createWithdrawal', { asset: 'USDT', network: 'ethereum', address: ethereumAddress(), amount: '400' }, field);
const exchange = (field: string) => draft('createExchange', { from: 'USDT', to: 'BTC', amount: '100' }, field);
const purchase = (field: string, wanted: object = {}) =>
  draft('createPurchase', { stage: 2, amountUsd: null, riskVersion: 1, ...wanted }, field);

/** Rates that were set ten minutes ago; access tokens last no longer. */
const tenMinutesOld =
  (source: 'operator' | 'feed'): Look =>
  async () => {
    await setRates(world);
    for (const asset of ['USDT', 'BTC'] as const)
      await setRate(world.db, { asset, usd: asset === 'BTC' ? '65000' : '1', at: now(), source, setBy: null });
    world.clock.advance(600);
    const later = await signedIn(world, who.member);
    const { body } = await later.call('createExchange', { body: { from: 'USDT', to: 'BTC', amount: '100' } });
    world.clock.advance(-600);
    return body.state ?? body.code;
  };

/** The result of closing the running month, once it is over. */
const month: Look = async () => {
  const days = (Date.parse('2026-12-01T00:00:00Z') - now().getTime()) / 1000;
  world.clock.advance(days);
  const { text } = await run('months', 'close', '2026-11', '--dry-run');
  world.clock.advance(-days);
  return /bonus \S+ USD|with the binary bonus off/
    .exec(text)?.[0]
    .concat(' ', /get \S+ USDT and \S+ PP/.exec(text)?.[0] ?? '');
};

const referral: Look = async () => {
  const introducer = await world.member({ below: right.seatNo, side: 'right' });
  const buyer = await world.member({ below: right.seatNo, side: 'right' });
  await world.db.updateTable('members').set({ introducer_id: introducer.id }).where('id', '=', buyer.id).execute();
  await buy(world, buyer.id, { usd: '200' });
  return (await balancesOf(world.db, introducer.id)).USDT;
};

const restake: Look = async () => {
  const { version: ruleVersion, riskVersion } = await rulesAt(world.db, now());
  await fund(world, right.id, { USDT: '200' });
  const terms = {
    stage: 8,
    amountUsd: '200',
    amountUsdt: '200',
    rate: '1',
    rateAt: now().toISOString(),
    dailyRate: '0.0005',
    days: 90,
    riskVersion,
    ruleVersion,
  };
  return inTransaction(world.db, async (trx) => {
    const { stakeId: again } = await buyPlan(trx, world.services, {
      key: randomUUID(),
      at: now(),
      memberId: right.id,
      terms,
    });
    await recordRestake(trx, { memberId: right.id, stakeId: again, principalUsd: '200', at: now(), ruleVersion });
    return Number(
      (await trx.selectFrom('volumes').select('amount_usd').where('stake_id', '=', again).executeTakeFirst())
        ?.amount_usd ?? 0,
    );
  });
};

const rank: Look = async () => {
  await sumVolumes(world.db, now());
  return (await world.db.selectFrom('members').select('rank').where('id', '=', top.id).executeTakeFirstOrThrow()).rank;
};

const confirmations: Look = async () => {
  const screen = (await who.call('getDepositOptions')).body.assets.map(
    ({ networks }: { networks: { confirmations: number }[] }) => networks[0]?.confirmations,
  );
  const faq = JSON.stringify((await who.call('getContent', { path: { slug: 'faq' } })).body);
  return { screen, faq: (/(\d+) confirmations on Bitcoin, (\d+) on Ethereum/.exec(faq) ?? []).slice(1).map(Number) };
};

const restakeDays: Look = async () => {
  const owner = await signedIn(world, top);
  return (await owner.call('getStakeOptions', { path: { id: stakeId } })).body.choices[0].days;
};

/** One line per rule: what is typed, where the effect is, and what is found before and after. */
const EFFECTS: Readonly<
  Record<keyof StoredRules, { value: string; name?: string; look: Look; before: unknown; after: unknown }>
> = {
  minimumDepositUsd: { value: '151', look: deposit, before: 'awaitingPayment', after: 'below_minimum_deposit' },
  minimumWithdrawalUsd: { value: '401', look: withdrawal('state'), before: 'open', after: 'below_minimum_withdrawal' },
  withdrawalFeeRate: { value: '0.20', look: withdrawal('fee'), before: '40', after: '80' },
  withdrawalCompletionHours: {
    value: '24',
    look: withdrawal('completesAt'),
    before: '2026-12-01T04:00:00.000Z',
    after: '2026-11-22T04:00:00.000Z',
  },
  customPlanAboveUsd: {
    value: '300',
    look: purchase('state', { stage: 8, amountUsd: '200' }),
    before: 'open',
    after: 'below_plan_minimum',
  },
  principalCeilingUsd: {
    value: '102',
    look: month,
    before: 'bonus 20 USD get 16 USDT and 4 PP',
    after: 'bonus 20 USD get 18 USDT and 2 PP',
  },
  principalPointsShare: {
    value: '0.50',
    look: month,
    before: 'bonus 20 USD get 16 USDT and 4 PP',
    after: 'bonus 20 USD get 10 USDT and 10 PP',
  },
  stakeDays: { value: '100', look: purchase('days'), before: 365, after: 100 },
  restakeDays: { value: '30', look: restakeDays, before: 90, after: 30 },
  stages: {
    name: 'stages.2.dailyRate',
    value: '0.0009',
    look: purchase('dailyRate'),
    before: '0.0006',
    after: '0.0009',
  },
  exchangeSpread: { value: '0.01', look: exchange('receive'), before: '0.00153076', after: '0.00152307' },
  quoteSeconds: { value: '20', look: exchange('expiresIn'), before: 30, after: 20 },
  exchangeSecondFactorAboveUsd: { value: '99', look: exchange('secondFactor'), before: 'none', after: 'email' },
  rateStaleMinutes: { value: '9', look: tenMinutesOld('operator'), before: 'open', after: 'rate_stale' },
  feedRateStaleMinutes: { value: '9', look: tenMinutesOld('feed'), before: 'open', after: 'rate_stale' },
  draftMinutes: { value: '2', look: withdrawal('expiresIn'), before: 300, after: 120 },
  riskVersion: { value: '2', look: purchase('state'), before: 'open', after: 'risk_not_acknowledged' },
  depositConfirmations: {
    value: '{"bitcoin": 9, "ethereum": 20}',
    look: confirmations,
    before: { screen: [2, 12, 12], faq: [2, 12] },
    after: { screen: [9, 20, 20], faq: [9, 20] },
  },
  referralBonusOn: { value: 'false', look: referral, before: '10', after: '0' },
  referralBonusRate: { value: '0.10', look: referral, before: '10', after: '20' },
  binaryBonusOn: {
    value: 'false',
    look: month,
    before: 'bonus 20 USD get 16 USDT and 4 PP',
    after: 'with the binary bonus off get 0 USDT and 0 PP',
  },
  binaryBonusRate: {
    value: '0.20',
    look: month,
    before: 'bonus 20 USD get 16 USDT and 4 PP',
    after: 'bonus 40 USD get 32 USDT and 8 PP',
  },
  binaryCapUsd: {
    value: '5',
    look: month,
    before: 'bonus 20 USD get 16 USDT and 4 PP',
    after: 'bonus 5 USD get 4 USDT and 1 PP',
  },
  restakeVolumeShare: { value: '0.50', look: restake, before: 0, after: 100 },
  leaderVolumeUsd: { value: '200', look: rank, before: 'member', after: 'leader' },
  chairpersonVolumeUsd: { value: '200', look: rank, before: 'member', after: 'chairperson' },
};

describe('a rule', () => {
  it.each(Object.entries(EFFECTS))('has an effect: %s', async (rule, { name = rule, value, look, before, after }) => {
    const present = (await storedRulesAt(world.db, now())).values[rule as keyof StoredRules];
    who = await signedIn(world, who.member);
    expect(await look()).toEqual(before);
    expect(await set(name, value)).toMatchObject({ code: 0 });
    expect(await look()).toEqual(after);
    expect(await set(rule, typeof present === 'string' ? present : JSON.stringify(present))).toMatchObject({ code: 0 });
  });

  it('that is shown has an effect, and its help describes it', async () => {
    const shown = [...(await run('rules', 'show')).text.matchAll(/^ {2}(\w+)=/gm)].map(([, name]) => name).sort();
    expect(shown).toEqual(Object.keys(EFFECTS).sort());
    expect(Object.keys(RULE_EFFECTS).sort()).toEqual(shown);
    const help = (await run('rules', 'set', '--help')).text;
    for (const [name, effect] of Object.entries(RULE_EFFECTS)) expect(help).toContain(`  ${name}: ${effect}`);
  });

  it('without an effect cannot be set, whatever the stored rules contain', async () => {
    const { version, values } = await storedRulesAt(world.db, now());
    await world.db
      .insertInto('rules')
      .values({
        version: version + 1,
        effective_from: now(),
        values: JSON.stringify({ ...values, luckyNumber: 7 }),
        defaults: [],
      })
      .execute();
    expect(await set('luckyNumber', '8')).toEqual({ code: 1, text: 'there is no rule luckyNumber' });
    expect((await storedRulesAt(world.db, now())).values).toMatchObject({ luckyNumber: 7 });
    expect(await set('draftMinutes', '6')).toMatchObject({ code: 0 });
  });
});
