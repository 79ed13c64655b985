// The stakes of the demo club's members: the same in every demo club.
import { createHash } from 'node:crypto';
import { sum, type Amount } from '#money/amount.ts';
import { recordPurchase } from '#server/domain/bonuses/record.ts';
import { rulesAt, type Rules } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import { accrueDue } from '#server/domain/stakes/accrue.ts';
import { buyPlan } from '#server/domain/stakes/begin.ts';
import { lockStake, stageOf } from '#server/domain/stakes/stakes.ts';
import { chooseForStake, matureStake } from '#server/domain/stakes/steps.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { DAY_SECONDS, secondsAfter } from '#server/platform/system/clock.ts';
import { demoMemberId, type PlannedMember } from './plan.ts';

interface PlannedStake {
  username: string;
  stage: number;
  /** The price in USD, and in USDT, which is worth one USD in the demo club. */
  price: Amount;
  boughtDaysAgo: number;
  /** When all of it was restaked. */
  restakedDaysAgo?: number;
}

const OF_DEMO: readonly PlannedStake[] = [
  { username: 'demo', stage: 1, price: '1000', boughtDaysAgo: 430, restakedDaysAgo: 60 },
  // Waits for a choice.
  { username: 'demo', stage: 2, price: '5000', boughtDaysAgo: 370 },
  { username: 'demo', stage: 8, price: '250', boughtDaysAgo: 200 },
  { username: 'demo2fa', stage: 1, price: '1000', boughtDaysAgo: 90 },
];

/** Every tenth of the other members has a small stake of a few weeks or months, so that several months have sales. */
const HOLDERS_APART = 10;
const FIRST_HOLDER = 5;
const OLDEST_DAYS = 150;
/** A member whom demo referred bought a plan, for which demo got the referral bonus. */
const OF_INTRODUCED = { stage: 1, price: '1000', boughtDaysAgo: 100 } as const;

/** All purchases, oldest first. */
function planStakes(members: readonly PlannedMember[]): PlannedStake[] {
  const named = new Set(['perch', ...OF_DEMO.map(({ username }) => username)]);
  const others = members.filter(
    ({ username }, index) => index % HOLDERS_APART === FIRST_HOLDER && !named.has(username),
  );
  const introduced = members.filter(
    ({ introducer }) => introducer !== null && members[introducer]?.username === 'demo',
  );
  return [
    ...OF_DEMO,
    ...introduced.map(({ username }): PlannedStake => ({ username, ...OF_INTRODUCED })),
    ...others.map(smallStake),
  ].sort((a, b) => b.boughtDaysAgo - a.boughtDaysAgo);
}

/** From 101 to 866 USD of the custom plan, depending on the name. */
function smallStake({ username, joinedDaysAgo }: PlannedMember): PlannedStake {
  const [dollars = 0, days = 0] = createHash('sha256').update(`perch stake ${username}`).digest();
  return {
    username,
    stage: 8,
    price: String(101 + 3 * dollars),
    boughtDaysAgo: Math.min(joinedDaysAgo - 1, 1 + (days % OLDEST_DAYS)),
  };
}

/** What each member spent on stakes, in USDT, besides what is left in the wallet. */
export function paidForStakes(members: readonly PlannedMember[]): ReadonlyMap<string, Amount> {
  const stakes = planStakes(members);
  const owners = new Set(stakes.map(({ username }) => username));
  return new Map(
    [...owners].map((owner) => [
      owner,
      sum(stakes.filter(({ username }) => username === owner).map(({ price }) => price)),
    ]),
  );
}

/**
 * Buys the planned stakes, each at its moment in the past, and restakes one. The first run of the jobs accrues all days
 * since, as after any downtime of the server.
 */
export async function fillStakes(trx: Trx, services: Services, members: readonly PlannedMember[]): Promise<void> {
  const now = services.clock.now();
  const rules = await rulesAt(trx, now);
  const daysAgo = (days: number) => secondsAfter(now, -days * DAY_SECONDS);
  for (const [index, stake] of planStakes(members).entries()) {
    const at = daysAgo(stake.boughtDaysAgo);
    const { stakeId } = await buyPlan(trx, services, {
      key: `demo:stake:${index}`,
      at,
      memberId: demoMemberId(stake.username),
      terms: termsOf(stake, { rules, at }),
    });
    const { price: amountUsd, price: amountUsdt } = stake;
    await recordPurchase(trx, services, {
      memberId: demoMemberId(stake.username),
      stakeId,
      amountUsd,
      amountUsdt,
      at,
      ruleVersion: rules.version,
    });
    if (stake.restakedDaysAgo !== undefined)
      await restakeAll(trx, services, { id: stakeId, rules, at: daysAgo(stake.restakedDaysAgo) });
  }
}

async function restakeAll(
  trx: Trx,
  services: Services,
  { id, rules, at }: { id: string; rules: Rules; at: Date },
): Promise<void> {
  const stake = await lockStake(trx, id);
  await accrueDue(trx, services.random, { stakes: [stake], until: at, atMost: stake.days });
  await matureStake(trx, services, { id, at: stake.ends_at });
  await chooseForStake(trx, services, { id, option: 'full', at, ruleVersion: rules.version, days: rules.restakeDays });
}

function termsOf({ stage, price }: PlannedStake, { rules, at }: { rules: Rules; at: Date }) {
  const { dailyRate } = stageOf(rules, stage);
  const paid = { amountUsd: price, amountUsdt: price, rate: '1', rateAt: at.toISOString() };
  return {
    stage,
    ...paid,
    dailyRate,
    days: rules.stakeDays,
    riskVersion: rules.riskVersion,
    ruleVersion: rules.version,
  };
}
