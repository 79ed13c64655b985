import { useTranslation } from 'react-i18next';
import { withdrawalMachine } from '#machines/withdrawal/withdrawal.machine.ts';
import { resumable } from '#machines/withdrawal/withdrawal.rules.ts';
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
import { CompareScreen } from './screens/compare.tsx';
import { FormScreen } from './screens/form.tsx';
import { ReviewScreen, Summary } from './screens/review.tsx';
import { getWithdrawalOptions, withdrawalPorts } from './withdrawal.ports.ts';

type WithdrawalFlow = Flow<typeof withdrawalMachine>;
type Quoted = WithdrawalFlow & { readonly until: number };

/** /Withdraw and /Withdraw2 (F-10): the form, the quote, the second factor. */
export const WithdrawalRoute = flowRoute({
  machine: withdrawalMachine,
  entries: refusedEntries.withdrawal,
  ports: (services) => ({ ...withdrawalPorts(services), confirmation: confirmationPort(services) }),
  input: (_, stored) => ({ resume: stored && resumable(stored.checkpoint, stored.age) }),
  child: confirmedAfter(paths.withdrawReview),
  useRun: useDraft,
  screens: {
    'withdrawal-loading': Options,
    'withdrawal-unavailable': Options,
    'withdrawal-on-hold': OnHoldScreen,
    'withdrawal-unconfirmable': UnconfirmableScreen,
    'withdrawal-form': Form,
    'withdrawal-compare': Compare,
    'withdrawal-review': Review,
    'confirmation-reading': Confirming,
  },
  end: (output, { goTo }) => {
    if (output.kind === 'left') goTo(paths.wallet);
    else goTo(addressOf(paths.receipt, { id: output.receiptId }), { notice: 'withdrawalAccepted' });
  },
});

/** Keeps the balance of the form up to date, and tells until when the draft holds. */
function useDraft({ snapshot, send, now }: WithdrawalFlow): { readonly until: number } {
  const services = useServices();
  const { open, options } = snapshot.context;
  useBalance({ snapshot, options, send, read: (signal) => getWithdrawalOptions(services, signal) });
  return { until: useDeadline(open, now) };
}

function Options({ snapshot, send }: WithdrawalFlow) {
  const { t } = useTranslation('withdrawal');
  return (
    <OptionsScreen
      title={t('title')}
      loading={t('loading')}
      snapshot={snapshot}
      onRetry={() => send({ type: 'RETRY' })}
    />
  );
}

function Form({ snapshot, send }: WithdrawalFlow) {
  const { options } = snapshot.context;
  return options !== null && <FormScreen snapshot={snapshot} send={send} options={options} />;
}

function Compare({ snapshot, send, until }: Quoted) {
  const { open } = snapshot.context;
  return open !== null && <CompareScreen snapshot={snapshot} send={send} draft={open.draft} until={until} />;
}

function Review({ snapshot, send, until }: Quoted) {
  const { open } = snapshot.context;
  return open !== null && <ReviewScreen snapshot={snapshot} send={send} draft={open.draft} until={until} />;
}

function Confirming({ snapshot, until }: Quoted) {
  const { t } = useTranslation('withdrawal');
  const { confirmation } = snapshot.children;
  const { open } = snapshot.context;
  if (confirmation === undefined || open === null) return null;
  return <Confirmation actor={confirmation} tab={t('title')} summary={<Summary draft={open.draft} until={until} />} />;
}
