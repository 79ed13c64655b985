import { transferMachine } from '#machines/transfer/transfer.machine.ts';
import { resumable } from '#machines/transfer/transfer.rules.ts';
import type texts from '#locales/en-US/transfer.json';
import { beside } from '#src/flow/beside.tsx';
import { type FlowProps, flowRoute } from '#src/flow/flow-route.tsx';
import { OnHold } from '#src/flow/on-hold.tsx';
import { optionsScreen } from '#src/flow/options-screen.tsx';
import { unconfirmable } from '#src/flow/unconfirmable.tsx';
import { addressOf, paths } from '#src/paths.ts';
import { confirmedAfter, confirming, withDraft } from '../confirmation/confirmation.tsx';
import { draftDelays, draftWithBalance, type DraftRun } from '../confirmation/use-draft.ts';
import { Aside } from './screens/aside.tsx';
import { FormScreen } from './screens/form.tsx';
import { RecipientScreen } from './screens/recipient.tsx';
import { Rest, ReviewScreen, Summary } from './screens/review.tsx';
import { getTransferOptions, transferEntries, transferPorts } from './transfer.ports.ts';
import { useFavorites } from './use-favorites.ts';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    transfer: typeof texts;
  }
}

const Options = optionsScreen('transfer:loading', 'transfer:text', { first: 'naming' });
const useDraft = draftWithBalance(getTransferOptions);
type TransferFlow = FlowProps<typeof transferMachine>;

/** /Transfer (F-11): the recipient, the amount, the review, the second factor. */
export const TransferRoute = flowRoute({
  machine: transferMachine,
  title: 'transfer:title',
  entries: transferEntries,
  ports: transferPorts,
  delays: draftDelays,
  input: (_, stored) => ({ resume: stored && resumable(stored.checkpoint, stored.age) }),
  child: confirmedAfter(`${paths.transfer}?step=review`),
  useRun: (flow: TransferFlow) => ({ ...useDraft(flow), favorites: useFavorites(flow.snapshot.context.options) }),
  Frame: beside(Aside),
  screens: {
    'transfer-loading': Options,
    'transfer-unavailable': Options,
    'transfer-on-hold': OnHold,
    'transfer-unconfirmable': unconfirmable('transfer:unconfirmable', 'money:toWallet'),
    'transfer-recipient': RecipientScreen,
    'transfer-form': Form,
    'transfer-review': withDraft(ReviewScreen),
    'confirmation-reading': confirming(Summary, Rest),
  },
  end: (output, { goTo }) => {
    if (output.kind === 'left') goTo(paths.wallet);
    else goTo(addressOf(paths.receipt, { id: output.receiptId }), { notice: 'transferSent' });
  },
});

function Form({ snapshot, send, ranOut }: TransferFlow & DraftRun) {
  const { options, recipient } = snapshot.context;
  if (options === null || recipient === null) return null;
  return <FormScreen snapshot={snapshot} send={send} options={options} recipient={recipient} ranOut={ranOut} />;
}
