import { compare, type Amount } from '#money/amount.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { requireBalance, wantedAmount } from '#server/domain/drafts/amounts.ts';
import { draftEnd, keepDraft } from '#server/domain/drafts/drafts.ts';
import { requireSecondFactor } from '#server/domain/drafts/factor.ts';
import { leastAmountOfUsd } from '#server/domain/rates/convert.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import { rulesAt, type Rules } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { Opened } from '#server/domain/sessions/open-session.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { fieldError } from '#server/platform/texts/field-errors.ts';
import { fill, texts } from '#server/platform/texts/texts.ts';
import type { PurchaseTerms } from './begin.ts';
import { freshRateOfPlans } from './purchase-options.ts';
import { endOfDay, stageOf } from './stakes.ts';

/**
 * Drafts the purchase of a plan (F-13, D-09), paid in USDT: the price in USD at the rate in force, rounded up. @throws
 * Problem of createPurchase
 */
export async function draftPurchase(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { opened: Opened } & components['schemas']['PurchaseWanted'],
): Promise<CallResult<components['schemas']['PurchaseDraft']>> {
  const now = services.clock.now();
  const { member } = given.opened;
  const secondFactor = requireSecondFactor(given.opened);
  const rules = await rulesAt(trx, now);
  const { stage, dailyRate } = stageOf(rules, given.stage);
  const amountUsd = priceOf(call, rules, given);
  if (given.riskVersion !== rules.riskVersion) throw new Problem('risk_not_acknowledged');
  const rate = await freshRateOfPlans({ ...services, db: trx });
  const amountUsdt = leastAmountOfUsd(amountUsd, rate);
  await requireBalance(trx, { memberId: member.id, asset: 'USDT', amount: amountUsdt });
  const terms: PurchaseTerms = {
    stage,
    amountUsd,
    amountUsdt,
    rate: rate.usd,
    rateAt: rate.at.toISOString(),
    dailyRate,
    days: rules.stakeDays,
    riskVersion: rules.riskVersion,
    ruleVersion: rules.version,
  };
  const expiresAt = draftEnd(now, rules);
  const draft = await keepDraft(trx, services, {
    member,
    kind: 'purchase',
    terms,
    secondFactor,
    expiresAt,
  });
  return { kind: 'done', body: { ...draft, ...terms, endsAt: endOfDay(now, terms.days).toISOString() } };
}

/**
 * The staked amount: the price of a stage, or the amount that the member typed for the custom plan. @throws Problem
 * invalid_request, below_plan_minimum
 */
function priceOf(
  call: CallContext,
  rules: Rules,
  { stage, amountUsd: typed }: components['schemas']['PurchaseWanted'],
): Amount {
  const { amountUsd: price } = stageOf(rules, stage);
  if (price !== null) {
    if (typed !== null)
      throw new Problem('invalid_request', { errors: fieldError('amountUsd', call.culture, 'notOffered') });
    return price;
  }
  if (typed === null)
    throw new Problem('invalid_request', { errors: fieldError('amountUsd', call.culture, 'required') });
  const amount = wantedAmount(call, { amount: typed, unit: 'USD', field: 'amountUsd' });
  if (compare(amount, rules.customPlanAboveUsd) > 0) return amount;
  const sentence = fill(texts(call.culture).validation.messages.belowPlanMinimum, {
    minimum: rules.customPlanAboveUsd,
  });
  throw new Problem('below_plan_minimum', {
    errors: { amountUsd: [sentence] },
    amounts: { unit: 'USD', asked: amount, minimum: rules.customPlanAboveUsd, available: null },
  });
}
