import { purchaseMachine } from '#machines/purchase/purchase.machine.ts';
import type texts from '#locales/en-US/purchase.json';
import { type FlowProps, flowRoute } from '#src/flow/flow-route.tsx';
import { OnHold } from '#src/flow/on-hold.tsx';
import { optionsScreen, withOptions } from '#src/flow/options-screen.tsx';
import { unconfirmable } from '#src/flow/unconfirmable.tsx';
import { addressOf, paths } from '#src/paths.ts';
import { confirmedAfter, confirming, withDraft } from '../confirmation/confirmation.tsx';
import { draftDelays, draftWithBalance, type DraftRun } from '../confirmation/use-draft.ts';
import { getPurchaseOptions, purchaseEntries, purchasePorts } from './purchase.ports.ts';
import { beginning } from './purchase.start.ts';
import { PlanScreen } from './screens/plan.tsx';
import { Rest, ReviewScreen, Summary } from './screens/review.tsx';
import { StagesScreen } from './screens/stages.tsx';
import { TermsScreen } from './screens/terms.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    purchase: typeof texts;
  }
}

const Options = optionsScreen('purchase:loading', 'purchase:text', { first: 'choosing', later: paths.plan });
const useDraft = draftWithBalance(getPurchaseOptions);
type PurchaseFlow = FlowProps<typeof purchaseMachine>;

/** /Package and /Plan (F-13): the stages, what the chosen one means, the review, the second factor. */
export const PurchaseRoute = flowRoute({
  machine: purchaseMachine,
  title: 'purchase:title',
  entries: purchaseEntries,
  ports: purchasePorts,
  delays: draftDelays,
  input: ({ services, location }) => beginning(services.checkpoints, location),
  child: confirmedAfter(`${paths.plan}?step=review`),
  useRun: useDraft,
  screens: {
    'purchase-loading': Options,
    'purchase-unavailable': Options,
    'purchase-on-hold': OnHold,
    'purchase-unconfirmable': unconfirmable('purchase:unconfirmable', 'money:toWallet'),
    'purchase-stages': withOptions(StagesScreen),
    'purchase-plan': Plan,
    'purchase-review': withDraft(ReviewScreen),
    'confirmation-reading': confirming(Summary, Rest),
  },
  wide: ['purchase-loading', 'purchase-stages'],
  end: (output, { goTo }) => {
    if (output.kind === 'left') goTo(paths.wallet);
    else goTo(addressOf(paths.receipt, { id: output.receiptId }), { notice: 'bought' });
  },
});

function Plan({ snapshot, send, ranOut }: PurchaseFlow & DraftRun) {
  const { options } = snapshot.context;
  if (snapshot.matches('rereadingTerms')) return <TermsScreen />;
  return options !== null && <PlanScreen snapshot={snapshot} send={send} options={options} ranOut={ranOut} />;
}
