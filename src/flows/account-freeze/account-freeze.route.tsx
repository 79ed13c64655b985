import { useLayoutEffect, useMemo, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { accountFreezeMachine } from '#machines/account-freeze/account-freeze.machine.ts';
import { resumable } from '#machines/account-freeze/account-freeze.rules.ts';
import { FlowScreen } from '#src/flow/flow-screen.tsx';
import { FrozenScreen } from '#src/flow/frozen.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { useFlowActor } from '#src/services/use-flow-actor.ts';
import { useFlowUrl } from '#src/flow/use-flow-url.ts';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { OutcomeUnknown } from '#src/ui/outcome-unknown.tsx';
import { accountFreezePorts } from './account-freeze.ports.ts';
import { AskingScreen } from './screens/asking.tsx';

const ASKING = `${paths.account}?step=freeze`;

/** /Account?step=freeze (D-32): says what happens, and freezes the member's own account by one press. */
export function AccountFreezeRoute() {
  const [run, restart] = useReducer((count: number) => count + 1, 0);
  return <AccountFreezeFlow key={run} restart={restart} />;
}

function AccountFreezeFlow({ restart }: { readonly restart: () => void }) {
  const { t } = useTranslation('account-freeze');
  const services = useServices();
  const { status, userInfo, send } = useSession();
  const navigate = useNavigate();
  // Whose it is: once the session is over, another member may sign in here. Nobody but the browser knows the key.
  const [owner] = useState(() => userInfo?.username ?? null);
  const [input] = useState(() => ({ key: services.newId(), resume: resumable(services.checkpoints.load('account-freeze', owner)?.checkpoint) }));
  const machine = useMemo(
    () =>
      accountFreezeMachine.provide({
        actors: accountFreezePorts(services),
        actions: {
          saveCheckpoint: (_, checkpoint) => services.checkpoints.save('account-freeze', checkpoint, owner),
          forgetCheckpoint: () => services.checkpoints.forget('account-freeze'),
        },
      }),
    [services, owner],
  );
  const { actor, snapshot } = useFlowActor(machine, input);
  useFlowUrl({ snapshot, back: () => null, restart });

  const outcome = snapshot.output?.kind;
  const isOver = status === 'signedOut';
  const { recall } = services;
  useLayoutEffect(() => {
    if (outcome === 'sessionEnded' && isOver) {
      // Nothing was frozen, so signing in leads back to the question.
      recall.remember(ASKING, null);
      void navigate(paths.signIn, { replace: true });
    } else if (outcome === 'sessionEnded') send({ type: 'SESSION_ENDED' });
    // The finished flow's place is taken, so that Back does not lead into its last step again.
    if (outcome === 'cancelled') void navigate(paths.account, { replace: true });
  }, [outcome, isOver, recall, send, navigate]);
  const signIn = () => {
    if (isOver) void navigate(paths.signIn, { replace: true });
    else send({ type: 'SIGNED_OUT' });
  };

  return (
    <FlowScreen snapshot={snapshot} entries={refusedEntries['account-freeze']}>
      {(snapshot.matches('asking') || snapshot.matches('freezing')) && <AskingScreen snapshot={snapshot} send={actor.send} />}
      {(snapshot.matches('outcomeUnknown') || snapshot.matches('reconciling')) && (
        <OutcomeUnknown tab={t('tab')} asking={snapshot.hasTag('waiting')} onAsk={() => actor.send({ type: 'RETRY' })} />
      )}
      {outcome === 'frozen' && <FrozenScreen onSignIn={signIn} />}
    </FlowScreen>
  );
}
