import { compare } from '#money/amount.ts';
import { recordPurchase } from '#server/domain/bonuses/record.ts';
import type { Executor } from '#server/domain/drafts/executor.ts';
import { receiptReference } from '#server/domain/receipts/references.ts';
import { hasMoved } from '#server/domain/rates/convert.ts';
import { storedRulesAt } from '#server/domain/rules/rules.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { momentText } from '#server/platform/mail/render.ts';
import { buyPlan, requireRightMoment, type PurchaseTerms } from './begin.ts';
import { freshRateOfPlans } from './purchase-options.ts';
import { endOfDay } from './stakes.ts';

/** A code by mail takes minutes, in which a rate that is read each minute moves a little. */
const LEAST_TOLERANCE = '0.005';

/**
 * Buys a plan (F-13): the price is paid and locked, and the stake runs from that moment on. Refused if there is no
 * fresh rate any more, or if it has moved further than the spread of exchanges covers, and than 0.5%.
 */
export const purchaseExecutor: Executor<PurchaseTerms> = {
  kind: 'purchase',
  codeMail: (terms) => ({ kind: 'purchaseCode', values: mailValues(terms) }),
  check: async (trx, services, { terms }) => {
    await requireRightMoment({ ...services, db: trx });
    const { exchangeSpread } = (await storedRulesAt(trx, services.clock.now())).values;
    const { usd } = await freshRateOfPlans({ ...services, db: trx });
    const tolerance = compare(exchangeSpread, LEAST_TOLERANCE) > 0 ? exchangeSpread : LEAST_TOLERANCE;
    if (hasMoved(terms.rate, usd, tolerance)) throw new Problem('rate_moved');
  },
  execute: async (trx, services, call, { id, member: { id: memberId }, terms, confirmedBy }) => {
    const at = services.clock.now();
    const { receiptId, stakeId } = await buyPlan(trx, services, { key: `draft:${id}`, at, memberId, terms });
    const { stage, amountUsd, amountUsdt, riskVersion, ruleVersion } = terms;
    await recordPurchase(trx, services, { memberId, stakeId, amountUsd, amountUsdt, at, ruleVersion });
    await audit(trx, {
      kind: 'plan_bought',
      at,
      memberId,
      sessionId: call.session?.id ?? null,
      call,
      details: { receiptId, stage, amountUsd, amountUsdt, riskVersion, confirmedBy },
    });
    const values = {
      ...mailValues(terms),
      reference: await receiptReference(trx, receiptId),
      endsAt: momentText(endOfDay(at, terms.days)),
    };
    await enqueueMail(trx, services, { kind: 'planBought', memberId, device: call.device, now: at, values });
    return receiptId;
  },
};

function mailValues({ stage, amountUsd, amountUsdt, days }: PurchaseTerms): Record<string, string> {
  return { stage: String(stage), usdt: amountUsdt, usd: amountUsd, days: String(days) };
}
