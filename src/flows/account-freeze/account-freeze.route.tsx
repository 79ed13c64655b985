import { useLayoutEffect, useMemo, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { accountFreezeMachine } from '#machines/account-freeze/account-freeze.machine.ts';
import { resumable } from '#machines/account-freeze/account-freeze.rules.ts';
import { FlowScreen } from '#src/flow/flow-screen.tsx';
import { FrozenScreen } from '#src/flow/frozen.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { useFlowActor } from '#src/flow/use-flow-actor.ts';
import { useFlowUrl } from '#src/flow/use-flow-url.ts';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/session/services.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { OutcomeUnknown } from '#src/ui/outcome-unknown.tsx';
import { accountFreezePorts } from './account-freeze.ports.ts';
import { AskingScreen } from './screens/asking.tsx';

/** /Account?step=freeze (D-32): says what happens, and freezes the member's own account by one press. */
export function AccountFreezeRoute() {
  const [run, restart] = useReducer((count: number) => count + 1, 0);
  return <AccountFreezeFlow key={run} restart={restart} />;
}

function AccountFreezeFlow({ restart }: { readonly restart: () => void }) {
  const { t } = useTranslation('account-freeze');
  const services = useServices();
  const { send } = useSession();
  const navigate = useNavigate();
  const [input] = useState(() => ({ key: services.newId(), resume: resumable(services.checkpoints.load('account-freeze')?.checkpoint) }));
  const machine = useMemo(
    () =>
      accountFreezeMachine.provide({
        actors: accountFreezePorts(services),
        actions: {
          saveCheckpoint: (_, checkpoint) => services.checkpoints.save('account-freeze', checkpoint),
          forgetCheckpoint: () => services.checkpoints.forget('account-freeze'),
        },
      }),
    [services],
  );
  const { actor, snapshot } = useFlowActor(machine, input);
  useFlowUrl({ snapshot, back: () => null, restart });

  const outcome = snapshot.output?.kind;
  useLayoutEffect(() => {
    if (outcome === 'sessionEnded') send({ type: 'SESSION_ENDED' });
    // The finished flow's place is taken, so that Back does not lead into its last step again.
    if (outcome === 'cancelled') void navigate(paths.account, { replace: true });
  }, [outcome, send, navigate]);

  return (
    <FlowScreen snapshot={snapshot} entries={refusedEntries['account-freeze']}>
      {(snapshot.matches('asking') || snapshot.matches('freezing')) && <AskingScreen snapshot={snapshot} send={actor.send} />}
      {(snapshot.matches('outcomeUnknown') || snapshot.matches('reconciling')) && (
        <OutcomeUnknown tab={t('tab')} asking={snapshot.hasTag('waiting')} onAsk={() => actor.send({ type: 'RETRY' })} />
      )}
      {outcome === 'frozen' && <FrozenScreen onSignIn={() => send({ type: 'SIGNED_OUT' })} />}
    </FlowScreen>
  );
}
