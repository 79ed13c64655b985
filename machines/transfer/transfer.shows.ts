// What the screens of a transfer say about its draft (D-24, D-26).
import {
  amount,
  anywhere,
  available,
  fact,
  refused,
  type EndReceipts,
  type Fact,
  type Shows,
  type Words,
} from '../chart/facts.ts';
import { firstOf, optionOf } from '../chart/chart.rules.ts';
import { receiptSample } from '../chart/samples.ts';
import { opened } from '../confirmation/open-draft.ts';
import { reviewed } from '../confirmation/reviewed.ts';
import type { Recipient, TransferContext, TransferDraft } from './transfer.types.ts';

const to = ({ name, username }: Recipient): Fact => fact('transfer:to', name, `@${username}`);

const sentBefore = ({ transfersSent, lastSentAt }: Recipient): Words =>
  lastSentAt === null
    ? { key: 'transfer:before.never' }
    : { key: 'transfer:before.sent', with: { count: transfersSent, date: { day: lastSentAt } } };

const before = (recipient: Recipient): Fact => fact('transfer:before.label', sentBefore(recipient));

/** The member whom a new recipient can be taken for, in a warning that is never folded up. */
const alike = ({ resembles }: Recipient): readonly Fact[] =>
  resembles === null
    ? []
    : [
        anywhere({
          key: 'transfer:alike.text',
          with: { name: resembles.name, username: resembles.username, date: { day: resembles.lastSentAt } },
        }),
      ];

/** What is confirmed. */
const moving = (context: TransferContext): readonly Fact[] => {
  const { recipient, asset, amount: sent, amountUsd, note } = opened(context).draft;
  return [
    to(recipient),
    before(recipient),
    ...alike(recipient),
    fact('transfer:amountField', amount(sent, asset)),
    fact('transfer:review.fee', { key: 'transfer:review.noFee' }),
    fact('transfer:review.net', amount(sent, asset)),
    fact('transfer:review.value', amount(amountUsd, 'USD')),
    fact('transfer:note', note),
  ];
};

/** What is said of members who are offered. */
const offered = (
  title: 'transfer:favorites.title' | 'transfer:recent.title' | 'transfer:referred.title',
  people: readonly Recipient[],
): readonly Fact[] =>
  people.map((recipient) => fact(title, recipient.name, `@${recipient.username}`, sentBefore(recipient)));

export const transferShows: Shows<TransferContext> = {
  /** Favorites, the others who were paid last, and who was referred: one press instead of a username. */
  'transfer-recipient': ({ options }) =>
    options === null
      ? []
      : [
          ...offered('transfer:favorites.title', options.favorites),
          ...offered('transfer:recent.title', options.recent),
          ...offered('transfer:referred.title', options.referred),
        ],
  /** Of the asset that was chosen last, or that the form begins with. */
  'transfer-form': ({ options, recipient, typed, problem }) => {
    const chosen = typed === null ? firstOf(options) : optionOf(options, typed.asset);
    return [
      ...refused(problem),
      ...(recipient === null ? [] : [to(recipient), before(recipient), ...alike(recipient)]),
      ...(chosen === null ? [] : [available(chosen.available, chosen.asset)]),
    ];
  },
  ...reviewed('transfer-review', moving),
};

/** The receipt of `draft`. */
export function transferEndReceipts(
  id: string,
  { asset, amount: sent, note, recipient: { name, username } }: TransferDraft,
): EndReceipts<TransferContext> {
  return {
    sent: {
      receipt: {
        ...receiptSample({ id, kind: 'transferOut', asset, amount: `-${sent}` }),
        counterparty: username,
        counterpartyName: name,
        note,
      },
      shows: (context) => {
        const { draft } = opened(context);
        const { recipient } = draft;
        return [
          fact('receipt:facts.gross', amount(draft.amount, draft.asset)),
          fact('receipt:facts.recipient', `${recipient.name} (@${recipient.username})`),
          fact('receipt:facts.note', draft.note),
        ];
      },
    },
  };
}
