import { useSelector } from '@xstate/react';
import { useLayoutEffect, useMemo, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { confirmationMachine } from '#machines/confirmation/confirmation.machine.ts';
import { purchaseMachine } from '#machines/purchase/purchase.machine.ts';
import type { PurchaseOutput } from '#machines/purchase/purchase.types.ts';
import { FlowScreen } from '#src/flow/flow-screen.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { OptionsScreen } from '#src/flow/options-screen.tsx';
import { useBalance } from '#src/flow/use-balance.ts';
import { useDeadline } from '#src/flow/use-deadline.ts';
import { useFlowActor } from '#src/services/use-flow-actor.ts';
import { machineBack, useFlowUrl } from '#src/flow/use-flow-url.ts';
import { addressOf, paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { Confirmation } from '../confirmation/confirmation.tsx';
import { confirmationPorts } from '../confirmation/confirmation.ports.ts';
import { getPurchaseOptions, purchasePorts } from './purchase.ports.ts';
import { beginning } from './purchase.start.ts';
import { PlanScreen } from './screens/plan.tsx';
import { ReviewScreen, Summary } from './screens/review.tsx';
import { StagesScreen } from './screens/stages.tsx';
import { TermsScreen } from './screens/terms.tsx';
import { OnHoldScreen, UnconfirmableScreen } from './screens/closed.tsx';

/** Where the second factor leads back to. */
const REVIEW = `${paths.plan}?step=review`;

/** /Package and /Plan (F-13): the stages, what the chosen one means, the review, the second factor. */
export function PurchaseRoute() {
  const [run, restart] = useReducer((count: number) => count + 1, 0);
  return <PurchaseFlow key={run} restart={restart} />;
}

function PurchaseFlow({ restart }: { readonly restart: () => void }) {
  const { t } = useTranslation('purchase');
  const services = useServices();
  const location = useLocation();
  // Read once: what the address becomes later is the flow's own doing.
  const [input] = useState(() => beginning(services.checkpoints, location));
  const machine = useMemo(
    () =>
      purchaseMachine.provide({
        actors: { ...purchasePorts(services), confirmation: confirmationMachine.provide({ actors: confirmationPorts(services) }) },
        actions: {
          saveCheckpoint: (_, checkpoint) => services.checkpoints.save('purchase', checkpoint),
          forgetCheckpoint: () => services.checkpoints.forget('purchase'),
        },
      }),
    [services],
  );
  const { actor, snapshot } = useFlowActor(machine, input);
  const confirmation = useSelector(actor, (state) => state.children.confirmation);
  const { open, options } = snapshot.context;
  const until = useDeadline(open, services.now);
  useBalance({ snapshot, options, send: actor.send, read: (signal) => getPurchaseOptions(services, signal) });
  useFlowUrl({ snapshot, back: () => (confirmation ? machineBack(confirmationMachine, confirmation, REVIEW) : machineBack(purchaseMachine, actor)), restart });
  useEnd(snapshot.output);

  const screen = { snapshot, send: actor.send };
  return (
    <FlowScreen snapshot={snapshot} entries={refusedEntries.purchase} wide={snapshot.matches('choosingStage')}>
      {(snapshot.matches('loadingOptions') || snapshot.matches('optionsUnavailable')) && <OptionsScreen title={t('title')} loading={t('loading')} snapshot={snapshot} onRetry={() => actor.send({ type: 'RETRY' })} />}
      {snapshot.matches('onHold') && <OnHoldScreen {...screen} />}
      {snapshot.matches('unconfirmable') && <UnconfirmableScreen {...screen} />}
      {snapshot.matches('choosingStage') && options !== null && <StagesScreen {...screen} options={options} />}
      {(snapshot.matches('enteringPlan') || snapshot.matches('creatingPurchase')) && options !== null && <PlanScreen {...screen} options={options} />}
      {snapshot.matches('rereadingTerms') && <TermsScreen />}
      {snapshot.matches('reviewing') && open !== null && <ReviewScreen {...screen} draft={open.draft} until={until} />}
      {confirmation !== undefined && open !== null && <Confirmation actor={confirmation} tab={t('title')} summary={<Summary draft={open.draft} until={until} />} />}
    </FlowScreen>
  );
}

/** Once the plan is bought its receipt is shown; the flow's last step is not come back to. */
function useEnd(output: PurchaseOutput | undefined): void {
  const { send } = useSession();
  const navigate = useNavigate();
  useLayoutEffect(() => {
    if (output === undefined) return;
    if (output.kind === 'sessionEnded') send({ type: 'SESSION_ENDED' });
    else if (output.kind === 'left') void navigate(paths.wallet, { replace: true });
    else void navigate(addressOf(paths.receipt, { id: output.receiptId }), { replace: true, state: { notice: 'bought' } });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the flow ends
  }, [output]);
}
