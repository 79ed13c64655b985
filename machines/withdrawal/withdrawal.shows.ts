// What the screens of a withdrawal say about its draft (D-24, D-26, D-28).
import type { Amount } from '#money/amount.ts';
import { formatPercent } from '#money/percent.ts';
import { brokenBound } from '#money/bounds.ts';
import { feeOf } from '#money/fee.ts';
import { exact, exactOf } from '#money/shown.ts';
import { shortAddress } from '#money/short-address.ts';
import { readTyped } from '#money/typed.ts';
import { wholeDaysOf } from '../chart/durations.ts';
import { firstOf, optionOf } from '../chart/chart.rules.ts';
import {
  amount,
  anywhere,
  available,
  fact,
  networkOf,
  rateOf,
  refused,
  type Fact,
  type EndReceipts,
  type Said,
  type Shows,
} from '../chart/facts.ts';
import { receiptSample } from '../chart/samples.ts';
import { opened } from '../confirmation/open-draft.ts';
import { reviewed } from '../confirmation/reviewed.ts';
import type { WithdrawalContext, WithdrawalDraft } from './withdrawal.types.ts';

/** Gross, fee and net; of an amount that can't go there is neither a fee nor a net. */
const money = ({ asset, amount: gross, fee, net, feeRate }: Costs): readonly Fact[] => {
  const orDash = (value: Amount | null): string => (value === null ? '—' : amount(value, asset));
  return [
    fact('money:review.gross', amount(gross, asset)),
    fact({ key: 'money:review.fee', with: { percent: formatPercent(feeRate) } }, orDash(fee)),
    fact('money:review.net', orDash(net)),
  ];
};

interface Costs extends Pick<WithdrawalDraft, 'asset' | 'amount' | 'feeRate'> {
  readonly fee: Amount | null;
  readonly net: Amount | null;
}

const NOTHING = { fee: null, net: null } as const;

/** What the amount is worth, and when it is due. */
const terms = ({ asset, rate, rateAt, amountUsd, completesAt }: WithdrawalDraft): readonly Fact[] => [
  fact(
    'withdrawal:review.rate',
    { key: 'withdrawal:review.rateText', with: { asset, rate: exact(rate) } },
    { key: 'withdrawal:review.rateAt', with: { moment: { moment: rateAt } } },
  ),
  fact('withdrawal:review.value', amount(amountUsd, 'USD')),
  fact('withdrawal:review.completes', { day: completesAt }),
];

/** Where it goes; and since when that is in the address book, if it is new there. */
const destination = ({ address, addressLabel, addressNewSince, ...rest }: WithdrawalDraft): readonly Fact[] => [
  fact('withdrawal:network', networkOf(rest)),
  fact(
    addressLabel === null
      ? 'withdrawal:address'
      : { key: 'withdrawal:review.addressAs', with: { label: addressLabel } },
    address,
    ...(addressNewSince === null ? [] : [{ key: 'withdrawal:book.new' }]),
  ),
  ...(addressNewSince === null ? [] : [anywhere({ key: 'withdrawal:review.new' }, { moment: addressNewSince })]),
];

/** What is confirmed. */
const moving = (context: WithdrawalContext): readonly Fact[] => {
  const { draft } = opened(context);
  return [...money(draft), ...terms(draft), ...destination(draft)];
};

/** What it costs and when it is paid out: after days, as the review says it, where the hours are whole days. */
function termsOf(percent: string, hours: number): Said {
  const days = wholeDaysOf(hours);
  return days === null
    ? { key: 'withdrawal:terms', with: { percent, hours } }
    : { key: 'withdrawal:termsInDays', with: { percent, count: days } };
}

export const withdrawalShows: Shows<WithdrawalContext> = {
  /** Of the asset that is chosen; and what the amount will cost as soon as it is typed, if it can go. */
  'withdrawal-form': ({ options, typed, problem }, entered) => {
    const option = optionOf(options, entered?.['asset'] ?? typed?.asset ?? firstOf(options)?.asset ?? '');
    if (options === null || option === null) return [];
    const { asset, minimum, rate } = option;
    const { feeRate, minimumUsd, completionHours } = options;
    const wanted = readTyped(entered?.['amount'] ?? typed?.amount ?? '', asset);
    return [
      ...refused(problem),
      available(option.available, asset),
      anywhere(
        {
          key: 'withdrawal:minimum',
          with: { minimum: amount(minimum, asset), usd: exactOf(minimumUsd, 'USD'), asset, rate: exact(rate) },
        },
        termsOf(formatPercent(feeRate), completionHours),
      ),
      ...options.recent
        .filter((each) => each.asset === asset)
        .map(({ address, lastUsedAt }) =>
          fact('withdrawal:book.recent', shortAddress(address), {
            key: 'withdrawal:compare.lastUsed',
            with: { moment: { day: lastUsedAt } },
          }),
        ),
      ...(wanted.kind === 'refused'
        ? []
        : money({
            asset,
            amount: wanted.amount,
            feeRate,
            ...(brokenBound(wanted.amount, asset, option) === null ? feeOf(wanted.amount, feeRate, asset) : NOTHING),
          })),
    ];
  },
  'withdrawal-compare': (context) => {
    const { address, resembles, ...rest } = opened(context).draft;
    if (resembles === null) return [];
    const known =
      resembles.label === null
        ? 'withdrawal:compare.known'
        : { key: 'withdrawal:compare.knownAs', with: { label: resembles.label } };
    const used =
      resembles.lastUsedAt === null
        ? { key: 'withdrawal:compare.neverUsed' }
        : { key: 'withdrawal:compare.lastUsed', with: { moment: { moment: resembles.lastUsedAt } } };
    return [fact('withdrawal:compare.typed', address, networkOf(rest)), fact(known, resembles.address, used)];
  },
  ...reviewed('withdrawal-review', moving),
};

/** The receipt of `draft`. */
export function withdrawalEndReceipts(id: string, draft: WithdrawalDraft): EndReceipts<WithdrawalContext> {
  const { asset, fee, net, rate, rateAt, network, development, address, addressLabel, completesAt } = draft;
  const details = {
    id: draft.id,
    network,
    development,
    address,
    addressLabel,
    completesAt,
    overdue: false,
    cancellable: true,
    transactionId: null,
    timeline: [],
    refusal: null,
  };
  return {
    accepted: {
      receipt: {
        ...receiptSample({ id, kind: 'withdrawal', asset, amount: `-${draft.amount}` }),
        status: 'inProcess',
        fee,
        net,
        rate,
        rateAt,
        withdrawal: details,
      },
      shows: (context) => {
        const { draft: moved } = opened(context);
        return [
          fact('receipt:facts.gross', amount(moved.amount, moved.asset)),
          fact('receipt:facts.fee', amount(moved.fee, moved.asset)),
          fact('receipt:facts.net', amount(moved.net, moved.asset)),
          fact('receipt:facts.rate', rateOf(moved.asset, 'USD', moved.rate)),
          fact('receipt:withdrawal.network', networkOf(moved)),
          fact('receipt:withdrawal.address', moved.address),
        ];
      },
    },
  };
}
