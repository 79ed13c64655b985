// What the screens of a purchase say of its draft (D-24, D-26, D-31).
import { formatPercent } from '#money/percent.ts';
import { exact } from '#money/shown.ts';
import { amount, fact, rateOf, stageOf, type Farewells, type Shows } from '../chart/facts.ts';
import { receiptSample } from '../chart/samples.ts';
import { opened } from '../confirmation/open-draft.ts';
import type { PurchaseContext, PurchaseDraft } from './purchase.types.ts';

export const purchaseShows: Shows<PurchaseContext> = {
  'purchase-review': (context) => {
    const { stage, amountUsd, amountUsdt, rate, rateAt, dailyRate, days, endsAt, riskVersion } = opened(context).draft;
    return [
      fact('purchase:review.plan', stageOf(stage)),
      fact('purchase:review.price', amount(amountUsd, 'USD')),
      fact('purchase:review.fee', { key: 'purchase:review.noFee' }),
      fact('purchase:review.pay', amount(amountUsdt, 'USDT')),
      fact(
        'purchase:rate',
        { key: 'purchase:rateText', with: { rate: exact(rate) } },
        { key: 'purchase:rateAt', with: { moment: { moment: rateAt } } },
      ),
      fact(
        'purchase:review.dailyRate',
        { key: 'purchase:daily', with: { percent: formatPercent(dailyRate) } },
        { key: 'purchase:dailyNote' },
      ),
      fact('purchase:plan.lock', { key: 'purchase:plan.days', with: { count: days } }),
      fact('purchase:review.until', { day: endsAt }),
      fact('purchase:review.risk', { key: 'purchase:review.riskText', with: { version: riskVersion } }),
    ];
  },
  'confirmation-code': (context) => {
    const { stage, amountUsdt, endsAt } = opened(context).draft;
    return [
      fact('purchase:review.plan', stageOf(stage)),
      fact('purchase:review.pay', amount(amountUsdt, 'USDT')),
      fact('purchase:review.until', { day: endsAt }),
    ];
  },
};

/** The receipt of `draft`. */
export function purchaseFarewells(
  id: string,
  { stage, amountUsdt, rate, rateAt }: PurchaseDraft,
): Farewells<PurchaseContext> {
  return {
    bought: {
      receipt: {
        ...receiptSample({ id, kind: 'purchase', asset: 'USDT', amount: `-${amountUsdt}` }),
        stage,
        rate,
        rateAt,
      },
      shows: (context) => {
        const { draft } = opened(context);
        return [
          fact('receipt:facts.gross', amount(draft.amountUsdt, 'USDT')),
          fact('receipt:facts.stage', stageOf(draft.stage)),
          fact('receipt:facts.rate', rateOf('USDT', 'USD', draft.rate)),
        ];
      },
    },
  };
}
