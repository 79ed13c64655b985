import { useTranslation } from 'react-i18next';
import { transferMachine } from '#machines/transfer/transfer.machine.ts';
import { resumable } from '#machines/transfer/transfer.rules.ts';
import { flowRoute, type Flow } from '#src/flow/flow-route.tsx';
import { OptionsScreen } from '#src/flow/options-screen.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { useBalance } from '#src/flow/use-balance.ts';
import { useDeadline } from '#src/flow/use-deadline.ts';
import { addressOf, paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { Confirmation, confirmedAfter } from '../confirmation/confirmation.tsx';
import { confirmationPort } from '../confirmation/confirmation.ports.ts';
import { OnHoldScreen, UnconfirmableScreen } from './screens/closed.tsx';
import { FormScreen } from './screens/form.tsx';
import { RecipientScreen } from './screens/recipient.tsx';
import { ReviewScreen, Summary } from './screens/review.tsx';
import { getTransferOptions, transferPorts } from './transfer.ports.ts';

type TransferFlow = Flow<typeof transferMachine>;
type Drafted = TransferFlow & { readonly until: number };

/** /Transfer (F-11): who gets it, how much, the review, the second factor. */
export const TransferRoute = flowRoute({
  machine: transferMachine,
  entries: refusedEntries.transfer,
  ports: (services) => ({ ...transferPorts(services), confirmation: confirmationPort(services) }),
  input: (_, stored) => ({ resume: stored && resumable(stored.checkpoint, stored.age) }),
  child: confirmedAfter(`${paths.transfer}?step=review`),
  useRun: useDraft,
  screens: {
    'transfer-loading': Options,
    'transfer-unavailable': Options,
    'transfer-on-hold': OnHoldScreen,
    'transfer-unconfirmable': UnconfirmableScreen,
    'transfer-recipient': RecipientScreen,
    'transfer-form': Form,
    'transfer-review': Review,
    'confirmation-reading': Confirming,
  },
  end: (output, { goTo }) => {
    if (output.kind === 'left') goTo(paths.wallet);
    else goTo(addressOf(paths.receipt, { id: output.receiptId }), { notice: 'transferSent' });
  },
});

/** Keeps the balance of the form up to date, and tells until when the draft holds. */
function useDraft({ snapshot, send, now }: TransferFlow): { readonly until: number } {
  const services = useServices();
  const { open, options } = snapshot.context;
  useBalance({ snapshot, options, send, read: (signal) => getTransferOptions(services, signal) });
  return { until: useDeadline(open, now) };
}

function Options({ snapshot, send }: TransferFlow) {
  const { t } = useTranslation('transfer');
  return (
    <OptionsScreen
      title={t('title')}
      loading={t('loading')}
      snapshot={snapshot}
      onRetry={() => send({ type: 'RETRY' })}
    />
  );
}

function Form({ snapshot, send }: TransferFlow) {
  const { options, recipient } = snapshot.context;
  if (options === null || recipient === null) return null;
  return <FormScreen snapshot={snapshot} send={send} options={options} recipient={recipient} />;
}

function Review({ snapshot, send, until }: Drafted) {
  const { open } = snapshot.context;
  return open !== null && <ReviewScreen snapshot={snapshot} send={send} draft={open.draft} until={until} />;
}

function Confirming({ snapshot, until }: Drafted) {
  const { t } = useTranslation('transfer');
  const { confirmation } = snapshot.children;
  const { open } = snapshot.context;
  if (confirmation === undefined || open === null) return null;
  return <Confirmation actor={confirmation} tab={t('title')} summary={<Summary draft={open.draft} until={until} />} />;
}
