// Plans that are bought at chosen times, so that they count in past months.
import { randomUUID } from 'node:crypto';
import { recordPurchase } from '#server/domain/bonuses/record.ts';
import { rulesAt } from '#server/domain/rules/rules.ts';
import { buyPlan } from '#server/domain/stakes/begin.ts';
import type { Services } from '#server/domain/services/services.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { fund } from './money.ts';
import type { World } from './world.ts';

const DAYS = 365;

export interface Sale {
  /** The price, paid as the same amount of USDT. */
  usd: string;
  at?: Date;
  stage?: number;
  /** How long the stake runs. */
  days?: number;
}

/**
 * A member gets the money for a plan and buys it: a running stake, its volume, and the referral bonus. Returns the
 * stake's id.
 */
export async function buy(world: World, memberId: string, sale: Sale): Promise<string> {
  const { usd, at = world.clock.now(), stage = 8, days = DAYS } = sale;
  const { version: ruleVersion, riskVersion } = await rulesAt(world.db, at);
  await fund(world, memberId, { USDT: usd });
  return inTransaction(world.db, async (trx) => {
    const terms = {
      stage,
      amountUsd: usd,
      amountUsdt: usd,
      rate: '1',
      rateAt: at.toISOString(),
      dailyRate: '0.0005',
      days,
      riskVersion,
      ruleVersion,
    };
    const { stakeId } = await buyPlan(trx, world.services, { key: `bought:${randomUUID()}`, at, memberId, terms });
    await recordPurchase(trx, world.services, { memberId, stakeId, amountUsd: usd, amountUsdt: usd, at, ruleVersion });
    return stakeId;
  });
}

/** Services by which nobody can be paid: a month that is closed by them is calculated, and then interrupted. */
export function payingNobody(services: Services): Services {
  const uuid = () => {
    throw new Error('interrupted');
  };
  return { ...services, random: { ...services.random, uuid } };
}
