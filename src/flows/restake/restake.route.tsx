import { useSelector } from '@xstate/react';
import { useLayoutEffect, useMemo, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { confirmationMachine } from '#machines/confirmation/confirmation.machine.ts';
import { restakeMachine } from '#machines/restake/restake.machine.ts';
import type { RestakeInput, RestakeOutput } from '#machines/restake/restake.types.ts';
import { FlowScreen } from '#src/flow/flow-screen.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { OptionsScreen } from '#src/flow/options-screen.tsx';
import { useDeadline } from '#src/flow/use-deadline.ts';
import { useFlowActor } from '#src/services/use-flow-actor.ts';
import { machineBack, useFlowUrl } from '#src/flow/use-flow-url.ts';
import { addressOf, paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { Redirect } from '#src/ui/redirect.tsx';
import { Confirmation } from '../confirmation/confirmation.tsx';
import { confirmationPorts } from '../confirmation/confirmation.ports.ts';
import { restakePorts } from './restake.ports.ts';
import { beginning } from './restake.start.ts';
import { GoneScreen, UnconfirmableScreen } from './screens/closed.tsx';
import { OptionsForm } from './screens/options.tsx';
import { DecidedScreen, RunningScreen } from './screens/resting.tsx';
import { ReviewScreen, Summary } from './screens/review.tsx';

/** Where the second factor leads back to. */
const REVIEW = `${paths.restake}?step=review`;

/** /ReStaking (F-14): what becomes of a stake that was lifted. Without a stake the member chooses one on /Staking. */
export function RestakeRoute() {
  const [run, restart] = useReducer((count: number) => count + 1, 0);
  return <Begun key={run} restart={restart} />;
}

function Begun({ restart }: { readonly restart: () => void }) {
  const { checkpoints } = useServices();
  const location = useLocation();
  // Read once: what the address becomes later is the flow's own doing.
  const [input] = useState(() => beginning(checkpoints, location));
  return input === null ? <Redirect to={paths.staking} /> : <RestakeFlow input={input} restart={restart} />;
}

function RestakeFlow({ input, restart }: { readonly input: RestakeInput; readonly restart: () => void }) {
  const { t } = useTranslation('restake');
  const services = useServices();
  const machine = useMemo(
    () =>
      restakeMachine.provide({
        actors: { ...restakePorts(services), confirmation: confirmationMachine.provide({ actors: confirmationPorts(services) }) },
        actions: {
          saveCheckpoint: (_, checkpoint) => services.checkpoints.save('restake', checkpoint),
          forgetCheckpoint: () => services.checkpoints.forget('restake'),
        },
      }),
    [services],
  );
  const { actor, snapshot } = useFlowActor(machine, input);
  const confirmation = useSelector(actor, (state) => state.children.confirmation);
  const { open, options } = snapshot.context;
  const until = useDeadline(open, services.now);
  useFlowUrl({ snapshot, back: () => (confirmation ? machineBack(confirmationMachine, confirmation, REVIEW) : machineBack(restakeMachine, actor)), restart });
  useEnd(snapshot.output);

  const screen = { snapshot, send: actor.send };
  return (
    <FlowScreen snapshot={snapshot} entries={refusedEntries.restake} wide={snapshot.matches('choosingOption') || snapshot.matches('creatingRestake')}>
      {(snapshot.matches('loadingOptions') || snapshot.matches('optionsUnavailable')) && <OptionsScreen title={t('title')} loading={t('loading')} snapshot={snapshot} onRetry={() => actor.send({ type: 'RETRY' })} />}
      {snapshot.matches('stakeGone') && <GoneScreen {...screen} />}
      {snapshot.matches('unconfirmable') && <UnconfirmableScreen {...screen} />}
      {snapshot.matches('stakeRunning') && options !== null && <RunningScreen {...screen} options={options} />}
      {snapshot.matches('stakeDecided') && options !== null && <DecidedScreen {...screen} options={options} />}
      {(snapshot.matches('choosingOption') || snapshot.matches('creatingRestake')) && options !== null && <OptionsForm {...screen} options={options} />}
      {snapshot.matches('reviewing') && open !== null && <ReviewScreen {...screen} draft={open.draft} until={until} />}
      {confirmation !== undefined && open !== null && <Confirmation actor={confirmation} tab={t('title')} summary={<Summary draft={open.draft} until={until} />} />}
    </FlowScreen>
  );
}

/** Once it is decided its receipt is shown; the flow's last step is not come back to. */
function useEnd(output: RestakeOutput | undefined): void {
  const { send } = useSession();
  const navigate = useNavigate();
  useLayoutEffect(() => {
    if (output === undefined) return;
    if (output.kind === 'sessionEnded') send({ type: 'SESSION_ENDED' });
    else if (output.kind === 'left') void navigate(paths.staking, { replace: true });
    else {
      const isWithdrawn = output.option === 'withdraw';
      void navigate(addressOf(paths.receipt, { id: output.receiptId }), { replace: true, state: { notice: isWithdrawn ? 'stakeWithdrawn' : 'restaked' } });
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the flow ends
  }, [output]);
}
