// What the screens of a purchase say about its draft (D-24, D-26, D-31).
import { formatPercent } from '#money/percent.ts';
import { divideCeil, divideFloor, isPositive, multiply, subtract } from '#money/amount.ts';
import { scaleOf } from '#money/assets.ts';
import { exact, exactOf } from '#money/shown.ts';
import {
  amount,
  anywhere,
  available,
  fact,
  rateOf,
  refused,
  short,
  stageOf,
  type Fact,
  type EndReceipts,
  type Said,
  type Shows,
} from '../chart/facts.ts';
import { receiptSample } from '../chart/samples.ts';
import { opened } from '../confirmation/open-draft.ts';
import { reviewed } from '../confirmation/reviewed.ts';
import { isAffordable, stageOf as planOf } from './purchase.rules.ts';
import type { PlanStage, PurchaseContext, PurchaseDraft, PurchaseOptions } from './purchase.types.ts';

const rateIn = ({ rate, rateAt }: Pick<PurchaseOptions, 'rate' | 'rateAt'>): Fact =>
  fact(
    'purchase:rate',
    { key: 'purchase:rateText', with: { rate: exact(rate) } },
    { key: 'purchase:rateAt', with: { moment: { moment: rateAt } } },
  );
const daily = ({ dailyRate }: PlanStage): Said => ({
  key: 'purchase:daily',
  with: { percent: formatPercent(dailyRate) },
});
const anyAmount = ({ customAboveUsd }: PurchaseOptions): Said => ({
  key: 'purchase:anyAmount',
  with: { amount: exactOf(customAboveUsd, 'USD') },
});

/** A stage on its card: what it costs, or what is missing of it. */
function card(options: PurchaseOptions, plan: PlanStage): readonly Fact[] {
  const { stage, amountUsd, amountUsdt } = plan;
  const missing =
    amountUsdt === null || isAffordable(options, plan)
      ? null
      : exactOf(subtract(amountUsdt, options.available), 'USDT');
  return [
    fact(
      stageOf(stage),
      ...(amountUsd === null || amountUsdt === null
        ? [anyAmount(options)]
        : [
            { key: 'purchase:priceUsd', with: { amount: exactOf(amountUsd, 'USD') } },
            { key: 'purchase:priceUsdt', with: { amount: exactOf(amountUsdt, 'USDT') } },
          ]),
      ...(missing === null ? [] : [{ key: 'purchase:short', with: { amount: missing } }, { key: 'purchase:deposit' }]),
    ),
    // Its note is on the same line.
    anywhere(daily(plan)),
  ];
}

/** What is confirmed. */
const moving = (context: PurchaseContext): readonly Fact[] => {
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
};

export const purchaseShows: Shows<PurchaseContext> = {
  'purchase-stages': ({ options }) =>
    options === null
      ? []
      : [
          fact('purchase:available', short(options.available, 'USDT')),
          rateIn(options),
          ...options.stages.flatMap((plan) => card(options, plan)),
        ],
  'purchase-plan': ({ options, stage, amountUsd, acknowledged, problem }) => {
    const plan = planOf(options, stage);
    if (options === null || plan === null) return [];
    // While the changed terms are read again, only that is on the screen.
    if (problem?.code === 'risk_not_acknowledged' && acknowledged !== null) return [];
    return [
      rateIn(options),
      fact('purchase:plan.dailyRate', daily(plan), { key: 'purchase:dailyNote' }),
      fact('purchase:plan.lock', { key: 'purchase:plan.days', with: { count: options.stakeDays } }),
      ...(plan.amountUsd === null || plan.amountUsdt === null
        ? [
            fact('purchase:plan.price', anyAmount(options)),
            anywhere({ key: 'purchase:amountHint', with: { amount: exactOf(options.customAboveUsd, 'USD') } }),
            available(divideFloor(multiply(options.available, options.rate), '1', scaleOf('USD')), 'USD'),
          ]
        : [
            fact('purchase:plan.price', amount(plan.amountUsd, 'USD')),
            fact('purchase:plan.inUsdt', amount(plan.amountUsdt, 'USDT')),
          ]),
      ...refused(problem),
      ...missingOf(options, plan, amountUsd, problem?.code ?? null),
    ];
  },
  ...reviewed('purchase-review', moving),
};

/** What a refusal says of what is missing. */
function missingOf(
  options: PurchaseOptions,
  { amountUsdt }: PlanStage,
  amountUsd: string | null,
  code: string | null,
): readonly Fact[] {
  if (code !== 'insufficient_balance') return [];
  if (amountUsdt !== null) return [anywhere({ key: 'purchase:priceTooHigh' })];
  if (amountUsd === null) return [];
  const price = divideCeil(amountUsd, options.rate, scaleOf('USDT'));
  const missing = subtract(price, options.available);
  if (!isPositive(missing)) return [];
  const amount = exactOf(missing, 'USDT');
  return [
    anywhere({ key: 'purchase:amountTooHigh', with: { amount } }, { key: 'purchase:depositMissing', with: { amount } }),
  ];
}

/** The receipt of `draft`. */
export function purchaseEndReceipts(
  id: string,
  { stage, amountUsdt, rate, rateAt }: PurchaseDraft,
): EndReceipts<PurchaseContext> {
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
