import { useLayoutEffect, useMemo, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { passwordRecoveryMachine } from '#machines/password-recovery/password-recovery.machine.ts';
import { resumable } from '#machines/password-recovery/password-recovery.rules.ts';
import { FlowScreen } from '#src/flow/flow-screen.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { useFlowActor } from '#src/services/use-flow-actor.ts';
import { machineBack, useFlowUrl } from '#src/flow/use-flow-url.ts';
import { paths } from '#src/paths.ts';
import { useServices, type Services } from '#src/services/services.ts';
import { useSession } from '#src/session/session.provider.tsx';
import '#src/styles/app.css';
import { OutcomeUnknown } from '#src/ui/outcome-unknown.tsx';
import { passwordRecoveryPorts } from './password-recovery.ports.ts';
import { AccountScreen } from './screens/account.tsx';
import { CodeScreen } from './screens/code.tsx';
import { DoneScreen } from './screens/done.tsx';
import { PasswordScreen } from './screens/password.tsx';

/** /ForgotPassword, /ForgotPassword2, /ResetPassword, /DonePassword (F-04): the account, the code, the new password, done. */
export function PasswordRecoveryRoute() {
  const [run, restart] = useReducer((count: number) => count + 1, 0);
  return <PasswordRecoveryFlow key={run} restart={restart} />;
}

/** The checkpoint of an interrupted step, where the address is still that step's. */
function interrupted({ checkpoints }: Services, pathname: string) {
  const stored = checkpoints.load('password-recovery');
  return stored === null ? null : resumable(stored.checkpoint, stored.age, pathname);
}

function PasswordRecoveryFlow({ restart }: { readonly restart: () => void }) {
  const { t } = useTranslation('password-recovery');
  const services = useServices();
  const session = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // Read once: what the address becomes later is the flow's own doing.
  const [input] = useState(() => ({ key: services.newId(), resume: interrupted(services, pathname) }));
  const machine = useMemo(
    () =>
      passwordRecoveryMachine.provide({
        actors: passwordRecoveryPorts(services),
        actions: {
          saveCheckpoint: (_, checkpoint) => services.checkpoints.save('password-recovery', checkpoint),
          forgetCheckpoint: () => services.checkpoints.forget('password-recovery'),
        },
      }),
    [services],
  );
  const { actor, snapshot } = useFlowActor(machine, input);
  useFlowUrl({ snapshot, back: () => machineBack(passwordRecoveryMachine, actor), restart });

  const outcome = snapshot.output?.kind;
  const { send } = session;
  useLayoutEffect(() => {
    if (outcome === undefined) return;
    // The new password has ended the session that this tab may have had.
    if (session.status === 'signedIn') send({ type: 'SESSION_ENDED' });
    void navigate(paths.signIn, { replace: true });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the flow ends
  }, [outcome]);

  const isUnknown = snapshot.matches('outcomeUnknown') || snapshot.matches('reconciling');
  return (
    <FlowScreen snapshot={snapshot} entries={refusedEntries['password-recovery']}>
      {(snapshot.matches('enteringAccount') || snapshot.matches('requestingCode')) && <AccountScreen snapshot={snapshot} send={actor.send} />}
      {(snapshot.matches('enteringCode') || snapshot.matches('resendingCode') || snapshot.matches('verifyingCode')) && <CodeScreen snapshot={snapshot} send={actor.send} />}
      {(snapshot.matches('enteringPassword') || snapshot.matches('settingPassword')) && <PasswordScreen snapshot={snapshot} send={actor.send} />}
      {isUnknown && <OutcomeUnknown tab={t('tab')} asking={snapshot.matches('reconciling')} onAsk={() => actor.send({ type: 'RETRY' })} />}
      {(snapshot.matches('showingDone') || outcome !== undefined) && <DoneScreen frozen={snapshot.context.frozen} onSignIn={() => actor.send({ type: 'SIGN_IN' })} />}
    </FlowScreen>
  );
}
