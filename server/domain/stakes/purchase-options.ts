import type { components } from '#openapi/api.gen.d.ts';
import { secondFactorOf } from '#server/domain/drafts/factor.ts';
import type { ClockParts } from '#server/domain/club/trusted-clock.ts';
import { balanceOf } from '#server/domain/ledger/balances.ts';
import { moneyHeldUntil } from '#server/domain/members/hold.ts';
import { leastAmountOfUsd } from '#server/domain/rates/convert.ts';
import { agingNow, isStale, ratesAt, type Rate } from '#server/domain/rates/rates.ts';
import { rulesAt, storedRulesAt } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { MemberSession } from '#server/platform/contract/types.ts';

/** The plans, and the conditions for buying one now (F-13, D-09). @throws Problem rate_stale */
export async function purchaseOptions(
  services: Services,
  session: MemberSession,
): Promise<components['schemas']['PurchaseOptions']> {
  const { db, clock } = services;
  const { memberId } = session;
  const now = clock.now();
  const rules = await rulesAt(db, now);
  const rate = await freshRateOfPlans(services);
  const acknowledged = await db
    .selectFrom('risk_acknowledgements')
    .select('at')
    .where('member_id', '=', memberId)
    .where('risk_version', '=', rules.riskVersion)
    .executeTakeFirst();
  const heldUntil = await moneyHeldUntil(db, services, memberId);
  return {
    heldUntil: heldUntil?.toISOString() ?? null,
    secondFactor: await secondFactorOf(db, memberId),
    available: await balanceOf(db, memberId, 'USDT'),
    rate: rate.usd,
    rateAt: rate.at.toISOString(),
    stakeDays: rules.stakeDays,
    customAboveUsd: rules.customPlanAboveUsd,
    riskVersion: rules.riskVersion,
    riskAcknowledged: acknowledged !== undefined,
    stages: rules.stages.map((stage) => ({
      ...stage,
      amountUsdt: stage.amountUsd === null ? null : leastAmountOfUsd(stage.amountUsd, rate),
    })),
  };
}

/** The rate of the asset that plans are paid in. @throws Problem rate_stale if there is none, or only a stale one */
export async function freshRateOfPlans(parts: ClockParts): Promise<Rate> {
  const { db, clock } = parts;
  const now = clock.now();
  const aging = await agingNow(parts, (await storedRulesAt(db, now)).values);
  const rate = (await ratesAt(db, now)).get('USDT');
  if (rate === undefined || isStale(rate, aging)) throw new Problem('rate_stale');
  return rate;
}
