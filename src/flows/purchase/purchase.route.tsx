import { useTranslation } from 'react-i18next';
import { purchaseMachine } from '#machines/purchase/purchase.machine.ts';
import { flowRoute, type Flow } from '#src/flow/flow-route.tsx';
import { OptionsScreen } from '#src/flow/options-screen.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { useBalance } from '#src/flow/use-balance.ts';
import { useDeadline } from '#src/flow/use-deadline.ts';
import { addressOf, paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { Confirmation, confirmedAfter } from '../confirmation/confirmation.tsx';
import { confirmationPort } from '../confirmation/confirmation.ports.ts';
import { getPurchaseOptions, purchasePorts } from './purchase.ports.ts';
import { beginning } from './purchase.start.ts';
import { OnHoldScreen, UnconfirmableScreen } from './screens/closed.tsx';
import { PlanScreen } from './screens/plan.tsx';
import { ReviewScreen, Summary } from './screens/review.tsx';
import { StagesScreen } from './screens/stages.tsx';
import { TermsScreen } from './screens/terms.tsx';

type PurchaseFlow = Flow<typeof purchaseMachine>;
type Drafted = PurchaseFlow & { readonly until: number };

/** /Package and /Plan (F-13): the stages, what the chosen one means, the review, the second factor. */
export const PurchaseRoute = flowRoute({
  machine: purchaseMachine,
  entries: refusedEntries.purchase,
  ports: (services) => ({ ...purchasePorts(services), confirmation: confirmationPort(services) }),
  input: ({ services, location }) => beginning(services.checkpoints, location),
  child: confirmedAfter(`${paths.plan}?step=review`),
  useRun: useDraft,
  screens: {
    'purchase-loading': Options,
    'purchase-unavailable': Options,
    'purchase-on-hold': OnHoldScreen,
    'purchase-unconfirmable': UnconfirmableScreen,
    'purchase-stages': Stages,
    'purchase-plan': Plan,
    'purchase-review': Review,
    'confirmation-reading': Confirming,
  },
  wide: ['purchase-stages'],
  end: (output, { goTo }) => {
    if (output.kind === 'left') goTo(paths.wallet);
    else goTo(addressOf(paths.receipt, { id: output.receiptId }), { notice: 'bought' });
  },
});

/** Keeps the balance of the form up to date, and tells until when the draft holds. */
function useDraft({ snapshot, send, now }: PurchaseFlow): { readonly until: number } {
  const services = useServices();
  const { open, options } = snapshot.context;
  useBalance({ snapshot, options, send, read: (signal) => getPurchaseOptions(services, signal) });
  return { until: useDeadline(open, now) };
}

function Options({ snapshot, send }: PurchaseFlow) {
  const { t } = useTranslation('purchase');
  return (
    <OptionsScreen
      title={t('title')}
      loading={t('loading')}
      snapshot={snapshot}
      onRetry={() => send({ type: 'RETRY' })}
    />
  );
}

function Stages({ snapshot, send }: PurchaseFlow) {
  const { options } = snapshot.context;
  return options !== null && <StagesScreen snapshot={snapshot} send={send} options={options} />;
}

function Plan({ snapshot, send }: PurchaseFlow) {
  const { options } = snapshot.context;
  if (snapshot.matches('rereadingTerms')) return <TermsScreen />;
  return options !== null && <PlanScreen snapshot={snapshot} send={send} options={options} />;
}

function Review({ snapshot, send, until }: Drafted) {
  const { open } = snapshot.context;
  return open !== null && <ReviewScreen snapshot={snapshot} send={send} draft={open.draft} until={until} />;
}

function Confirming({ snapshot, until }: Drafted) {
  const { t } = useTranslation('purchase');
  const { confirmation } = snapshot.children;
  const { open } = snapshot.context;
  if (confirmation === undefined || open === null) return null;
  return <Confirmation actor={confirmation} tab={t('title')} summary={<Summary draft={open.draft} until={until} />} />;
}
