import { useLayoutEffect, useMemo, useReducer, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { usernameRecoveryMachine } from '#machines/username-recovery/username-recovery.machine.ts';
import { resumable } from '#machines/username-recovery/username-recovery.rules.ts';
import { FlowScreen } from '#src/flow/flow-screen.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { useFlowActor } from '#src/services/use-flow-actor.ts';
import { machineBack, useFlowUrl } from '#src/flow/use-flow-url.ts';
import { paths } from '#src/paths.ts';
import { useServices, type Services } from '#src/services/services.ts';
import '#src/styles/app.css';
import { CodeScreen } from './screens/code.tsx';
import { DoneScreen } from './screens/done.tsx';
import { EmailScreen } from './screens/email.tsx';
import { usernameRecoveryPorts } from './username-recovery.ports.ts';

/** /ForgotAccount, /ForgotAccount2, /DoneAccount (F-05): the address, the code, and the name is in the mail. */
export function UsernameRecoveryRoute() {
  const [run, restart] = useReducer((count: number) => count + 1, 0);
  return <UsernameRecoveryFlow key={run} restart={restart} />;
}

/** The checkpoint of an interrupted step, where the address is still that step's. */
function interrupted({ checkpoints }: Services, pathname: string) {
  const stored = checkpoints.load('username-recovery');
  return stored === null ? null : resumable(stored.checkpoint, stored.age, pathname);
}

function UsernameRecoveryFlow({ restart }: { readonly restart: () => void }) {
  const services = useServices();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // Read once: what the address becomes later is the flow's own doing.
  const [input] = useState(() => ({ key: services.newId(), resume: interrupted(services, pathname) }));
  const machine = useMemo(
    () =>
      usernameRecoveryMachine.provide({
        actors: usernameRecoveryPorts(services),
        actions: {
          saveCheckpoint: (_, checkpoint) => services.checkpoints.save('username-recovery', checkpoint),
          forgetCheckpoint: () => services.checkpoints.forget('username-recovery'),
        },
      }),
    [services],
  );
  const { actor, snapshot } = useFlowActor(machine, input);
  useFlowUrl({ snapshot, back: () => machineBack(usernameRecoveryMachine, actor), restart });

  const finished = snapshot.status === 'done';
  useLayoutEffect(() => {
    if (finished) void navigate(paths.signIn, { replace: true });
  }, [finished, navigate]);

  return (
    <FlowScreen snapshot={snapshot} entries={refusedEntries['username-recovery']}>
      {(snapshot.matches('enteringEmail') || snapshot.matches('sendingCode')) && <EmailScreen snapshot={snapshot} send={actor.send} />}
      {(snapshot.matches('enteringCode') || snapshot.matches('resendingCode') || snapshot.matches('verifyingCode')) && <CodeScreen snapshot={snapshot} send={actor.send} />}
      {(snapshot.matches('showingDone') || finished) && <DoneScreen email={snapshot.context.email ?? ''} onSignIn={() => actor.send({ type: 'SIGN_IN' })} />}
    </FlowScreen>
  );
}
