// What the demo club's members have staked, in every state that a stake can be in: the same at every filling.
import { createHash } from 'node:crypto';
import { subtract, sum, type Amount } from '#money/amount.ts';
import { recordPurchase } from '#server/bonuses/record.ts';
import { DAY_SECONDS, secondsAfter } from '#server/clock.ts';
import type { Trx } from '#server/db/kysely.ts';
import { rulesAt, type Rules } from '#server/rules/rules.ts';
import type { Services } from '#server/services.ts';
import { accrueDue } from '#server/stakes/accrue.ts';
import { buyPlan } from '#server/stakes/begin.ts';
import type { StakeOption } from '#server/stakes/choices.ts';
import { stageOf, type StakeRow } from '#server/stakes/stakes.ts';
import { chooseForStake, matureStake } from '#server/stakes/steps.ts';
import { demoMemberId, type PlannedMember } from './plan.ts';

export interface PlannedStake {
  username: string;
  stage: number;
  /** The price in USD, and in USDT, of which one is one USD in the demo club. */
  price: Amount;
  boughtDaysAgo: number;
  /** What was chosen once it was lifted; it waits where nothing was. */
  chosen?: { option: StakeOption; daysAgo: number };
}

const OF_DEMO: readonly PlannedStake[] = [
  { username: 'demo', stage: 1, price: '1000', boughtDaysAgo: 430, chosen: { option: 'full', daysAgo: 60 } },
  { username: 'demo2fa', stage: 1, price: '1000', boughtDaysAgo: 420, chosen: { option: 'withdraw', daysAgo: 50 } },
  { username: 'demo', stage: 2, price: '5000', boughtDaysAgo: 370 },
  { username: 'demo', stage: 8, price: '250', boughtDaysAgo: 200 },
  { username: 'demo2fa', stage: 1, price: '1000', boughtDaysAgo: 90 },
];

/** Every tenth of the others has a small stake that is some weeks or months old, so that there are sales of several months. */
const HOLDERS_APART = 10;
const FIRST_HOLDER = 5;
const OLDEST_DAYS = 150;
/** Whom demo introduced bought a plan, for which demo got the referral bonus. */
const OF_INTRODUCED = { stage: 1, price: '1000', boughtDaysAgo: 100 } as const;
/** As many as one statement can write; a first run of the jobs does the rest. */
const DAYS_AT_A_TIME = 2000;

/** Who bought what, the oldest first. */
export function planStakes(members: readonly PlannedMember[]): PlannedStake[] {
  const named = new Set(['perch', ...OF_DEMO.map(({ username }) => username)]);
  const others = members.filter(({ username }, index) => index % HOLDERS_APART === FIRST_HOLDER && !named.has(username));
  const introduced = members.filter(({ introducer }) => introducer !== null && members[introducer]?.username === 'demo');
  return [...OF_DEMO, ...introduced.map(({ username }): PlannedStake => ({ username, ...OF_INTRODUCED })), ...others.map(smallStake)].sort((a, b) => b.boughtDaysAgo - a.boughtDaysAgo);
}

/** From 101 to 866 USD of the custom plan, by the name. */
function smallStake({ username, joinedDaysAgo }: PlannedMember): PlannedStake {
  const [dollars = 0, days = 0] = createHash('sha256').update(`perch stake ${username}`).digest();
  return { username, stage: 8, price: String(101 + 3 * dollars), boughtDaysAgo: Math.min(joinedDaysAgo - 1, 1 + (days % OLDEST_DAYS)) };
}

/** What a member needs to have had for the stakes of the plan, beyond what is left in the wallet. */
export function neededForStakes(stakes: readonly PlannedStake[], username: string): Amount {
  const own = stakes.filter((stake) => stake.username === username);
  const returned = own.filter(({ chosen }) => chosen !== undefined && chosen.option !== 'full');
  return subtract(sum(own.map(({ price }) => price)), sum(returned.map(({ price }) => price)));
}

/** Buys the stakes of the plan, lets their days pass and makes the choices, each at its moment in the past. */
export async function fillStakes(trx: Trx, services: Services, members: readonly PlannedMember[]): Promise<void> {
  const now = services.clock.now();
  const rules = await rulesAt(trx, now);
  const choices = new Map<string, { option: StakeOption; at: Date }>();
  for (const [index, stake] of planStakes(members).entries()) {
    const at = secondsAfter(now, -stake.boughtDaysAgo * DAY_SECONDS);
    const { stakeId } = await buyPlan(trx, services, { key: `demo:stake:${index}`, at, memberId: demoMemberId(stake.username), terms: termsOf(stake, { rules, at }) });
    const { price: amountUsd, price: amountUsdt } = stake;
    await recordPurchase(trx, services, { memberId: demoMemberId(stake.username), stakeId, amountUsd, amountUsdt, at, ruleVersion: rules.version });
    if (stake.chosen !== undefined) choices.set(stakeId, { option: stake.chosen.option, at: secondsAfter(now, -stake.chosen.daysAgo * DAY_SECONDS) });
  }
  await accrueAll(trx, services, now);
  for (const row of await running(trx)) {
    if (row.days_accrued < row.days) continue;
    await matureStake(trx, services, { id: row.id, at: row.ends_at });
    const choice = choices.get(row.id);
    if (choice !== undefined) await chooseForStake(trx, services, { id: row.id, ...choice, ruleVersion: rules.version, days: rules.restakeDays });
  }
  // Those that were restaked have days of their own.
  await accrueAll(trx, services, now);
}

function termsOf({ stage, price }: PlannedStake, { rules, at }: { rules: Rules; at: Date }) {
  const { dailyRate } = stageOf(rules, stage);
  const paid = { amountUsd: price, amountUsdt: price, rate: '1', rateAt: at.toISOString() };
  return { stage, ...paid, dailyRate, days: rules.stakeDays, riskVersion: rules.riskVersion, ruleVersion: rules.version };
}

async function accrueAll(trx: Trx, { random }: Services, until: Date): Promise<void> {
  while ((await accrueDue(trx, random, { stakes: await running(trx), until, atMost: DAYS_AT_A_TIME })) > 0);
}

async function running(trx: Trx): Promise<StakeRow[]> {
  return trx.selectFrom('stakes').selectAll().where('state', '=', 'running').orderBy('started_at').forUpdate().execute();
}
