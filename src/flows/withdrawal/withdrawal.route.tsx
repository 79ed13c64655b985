import { useSelector } from '@xstate/react';
import { useLayoutEffect, useMemo, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { confirmationMachine } from '#machines/confirmation/confirmation.machine.ts';
import { withdrawalMachine } from '#machines/withdrawal/withdrawal.machine.ts';
import { resumable } from '#machines/withdrawal/withdrawal.rules.ts';
import type { WithdrawalOutput } from '#machines/withdrawal/withdrawal.types.ts';
import { FlowScreen } from '#src/flow/flow-screen.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { OptionsScreen } from '#src/flow/options-screen.tsx';
import { useBalance } from '#src/flow/use-balance.ts';
import { useDeadline } from '#src/flow/use-deadline.ts';
import { useFlowActor } from '#src/services/use-flow-actor.ts';
import { machineBack, useFlowUrl } from '#src/flow/use-flow-url.ts';
import { addressOf, paths } from '#src/paths.ts';
import { useServices, type Services } from '#src/services/services.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { Confirmation } from '../confirmation/confirmation.tsx';
import { confirmationPorts } from '../confirmation/confirmation.ports.ts';
import { CompareScreen } from './screens/compare.tsx';
import { FormScreen } from './screens/form.tsx';
import { OnHoldScreen, UnconfirmableScreen } from './screens/closed.tsx';
import { ReviewScreen, Summary } from './screens/review.tsx';
import { getWithdrawalOptions, withdrawalPorts } from './withdrawal.ports.ts';

/** /Withdraw and /Withdraw2 (F-10): the form, the quote, the second factor. */
export function WithdrawalRoute() {
  const [run, restart] = useReducer((count: number) => count + 1, 0);
  return <WithdrawalFlow key={run} restart={restart} />;
}

/** Where an interrupted withdrawal left off. */
function interrupted({ checkpoints }: Services) {
  const stored = checkpoints.load('withdrawal');
  return stored === null ? null : resumable(stored.checkpoint, stored.age);
}

function WithdrawalFlow({ restart }: { readonly restart: () => void }) {
  const { t } = useTranslation('withdrawal');
  const services = useServices();
  const machine = useMemo(
    () =>
      withdrawalMachine.provide({
        actors: { ...withdrawalPorts(services), confirmation: confirmationMachine.provide({ actors: confirmationPorts(services) }) },
        actions: {
          saveCheckpoint: (_, checkpoint) => services.checkpoints.save('withdrawal', checkpoint),
          forgetCheckpoint: () => services.checkpoints.forget('withdrawal'),
        },
      }),
    [services],
  );
  const [input] = useState(() => ({ resume: interrupted(services) }));
  const { actor, snapshot } = useFlowActor(machine, input);
  const confirmation = useSelector(actor, (state) => state.children.confirmation);
  const { open } = snapshot.context;
  const until = useDeadline(open, services.now);
  useBalance({ snapshot, options: snapshot.context.options, send: actor.send, read: (signal) => getWithdrawalOptions(services, signal) });
  useFlowUrl({
    snapshot,
    back: () => (confirmation ? machineBack(confirmationMachine, confirmation, paths.withdrawReview) : machineBack(withdrawalMachine, actor)),
    restart,
  });
  useEnd(snapshot.output);

  const screen = { snapshot, send: actor.send };
  return (
    <FlowScreen snapshot={snapshot} entries={refusedEntries.withdrawal}>
      {(snapshot.matches('loadingOptions') || snapshot.matches('optionsUnavailable')) && <OptionsScreen title={t('title')} loading={t('loading')} snapshot={snapshot} onRetry={() => actor.send({ type: 'RETRY' })} />}
      {snapshot.matches('onHold') && <OnHoldScreen {...screen} />}
      {snapshot.matches('unconfirmable') && <UnconfirmableScreen {...screen} />}
      {(snapshot.matches('enteringWithdrawal') || snapshot.matches('creatingWithdrawal')) && snapshot.context.options !== null && <FormScreen {...screen} options={snapshot.context.options} />}
      {snapshot.matches('comparingAddresses') && open !== null && <CompareScreen {...screen} draft={open.draft} until={until} />}
      {snapshot.matches('reviewing') && open !== null && <ReviewScreen {...screen} draft={open.draft} until={until} />}
      {confirmation !== undefined && open !== null && <Confirmation actor={confirmation} tab={t('title')} summary={<Summary draft={open.draft} until={until} />} />}
    </FlowScreen>
  );
}

/** Once the flow is over, the member goes on from where it leads; its last step is not come back to. */
function useEnd(output: WithdrawalOutput | undefined): void {
  const { send } = useSession();
  const navigate = useNavigate();
  useLayoutEffect(() => {
    if (output === undefined) return;
    if (output.kind === 'sessionEnded') send({ type: 'SESSION_ENDED' });
    else if (output.kind === 'left') void navigate(paths.wallet, { replace: true });
    else void navigate(addressOf(paths.receipt, { id: output.receiptId }), { replace: true, state: { notice: 'withdrawalAccepted' } });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the flow ends
  }, [output]);
}
