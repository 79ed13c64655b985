// Plans that are bought at moments of the tests' choice, so that they count in months of the past.
import { randomUUID } from 'node:crypto';
import { recordPurchase } from '#server/domain/bonuses/record.ts';
import { rulesAt } from '#server/domain/rules/rules.ts';
import { buyPlan } from '#server/domain/stakes/begin.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { fund } from './money.ts';
import type { World } from './world.ts';

const DAYS = 365;

export interface Sale {
  /** The price; as many USDT are paid for it. */
  usd: string;
  at?: Date;
  stage?: number;
}

/**
 * A member gets the money for a plan and buys it: a stake that runs, its volume, and the referral bonus. Returns the
 * stake's id.
 */
export async function buy(world: World, memberId: string, sale: Sale): Promise<string> {
  const { usd, at = world.clock.now(), stage = 8 } = sale;
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
      days: DAYS,
      riskVersion,
      ruleVersion,
    };
    const { stakeId } = await buyPlan(trx, world.services, { key: `bought:${randomUUID()}`, at, memberId, terms });
    await recordPurchase(trx, world.services, { memberId, stakeId, amountUsd: usd, amountUsdt: usd, at, ruleVersion });
    return stakeId;
  });
}
