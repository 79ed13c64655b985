// What the screens of an exchange say about its rates and its quote (D-07, D-24, D-26).
import { formatPercent } from '#money/percent.ts';
import { exchangeRateOf } from '#money/rate.ts';
import { exactOf } from '#money/shown.ts';
import {
  amount,
  anywhere,
  available,
  fact,
  rateOf,
  refused,
  type EndReceipts,
  type Fact,
  type Shows,
} from '../chart/facts.ts';
import { receiptSample } from '../chart/samples.ts';
import { opened } from '../confirmation/open-draft.ts';
import { reviewed } from '../confirmation/reviewed.ts';
import type { ExchangeContext, ExchangeDraft } from './exchange.types.ts';

const sides = ({ from, to, amount: given, receive }: ExchangeDraft): readonly Fact[] => [
  fact('exchange:quote.give', amount(given, from)),
  fact('exchange:quote.receive', amount(receive, to)),
];

/** The quote. */
const moving = (context: ExchangeContext): readonly Fact[] => {
  const { draft } = opened(context);
  const { from, to, rate, spread, rateAt } = draft;
  return [
    ...sides(draft),
    fact('exchange:quote.rate', rateOf(from, to, rate)),
    fact('exchange:quote.spread', formatPercent(spread)),
    fact('exchange:quote.rateAt', { moment: rateAt }),
  ];
};

export const exchangeShows: Shows<ExchangeContext> = {
  /** For the pair that was chosen last, or that the form starts with. */
  'exchange-form': ({ options, typed, problem }) => {
    const [first, second] = options?.assets ?? [];
    const from = typed === null ? first : options?.assets.find(({ asset }) => asset === typed.from);
    const to = typed === null ? second : options?.assets.find(({ asset }) => asset === typed.to);
    if (options === null || from === undefined || to === undefined) return [];
    return [
      ...refused(problem),
      available(from.available, from.asset),
      anywhere({
        key: 'exchange:terms.secondFactor',
        with: { amount: exactOf(options.secondFactorAboveUsd, 'USD'), count: options.quoteSecondsWithCode / 60 },
      }),
      fact(
        'exchange:terms.rate',
        rateOf(from.asset, to.asset, exchangeRateOf({ from: from.rate, to: to.rate, spread: options.spread })),
      ),
      fact('exchange:terms.spread', formatPercent(options.spread)),
      ...[from, to].map(({ asset, rate, rateAt }) =>
        fact({ key: 'exchange:terms.inUsd', with: { asset } }, `${exactOf(rate, 'USD')} USD`, {
          key: 'exchange:terms.at',
          with: { moment: { moment: rateAt } },
        }),
      ),
    ];
  },
  'exchange-expired': ({ typed }) =>
    typed === null
      ? []
      : [
          fact('exchange:quote.give', amount(typed.amount, typed.from)),
          fact('exchange:quote.receive', { key: 'exchange:quote.atNewRate', with: { asset: typed.to } }),
        ],
  ...reviewed('exchange-quote', moving),
};

/** The receipt of `draft`. */
export function exchangeEndReceipts(
  id: string,
  { from, to, amount: given, receive, rate, rateAt }: ExchangeDraft,
): EndReceipts<ExchangeContext> {
  return {
    exchanged: {
      receipt: {
        ...receiptSample({ id, kind: 'exchange', asset: from, amount: `-${given}` }),
        counterAsset: to,
        counterAmount: receive,
        rate,
        rateAt,
      },
      shows: (context) => {
        const { draft } = opened(context);
        return [
          fact('receipt:facts.gave', amount(draft.amount, draft.from)),
          fact('receipt:facts.got', amount(draft.receive, draft.to)),
          fact('receipt:facts.rate', rateOf(draft.from, draft.to, draft.rate)),
        ];
      },
    },
  };
}
