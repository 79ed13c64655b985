import { useLayoutEffect, useMemo, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { passwordChangeMachine } from '#machines/password-change/password-change.machine.ts';
import { resumable } from '#machines/password-change/password-change.rules.ts';
import { FactorInfo } from '#src/flow/factor-info.tsx';
import { FlowScreen } from '#src/flow/flow-screen.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { useFlowActor } from '#src/services/use-flow-actor.ts';
import { useFlowUrl } from '#src/flow/use-flow-url.ts';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { OutcomeUnknown } from '#src/ui/outcome-unknown.tsx';
import { passwordChangePorts } from './password-change.ports.ts';
import { PasswordsScreen } from './screens/passwords.tsx';

/** /Account?step=password (F-08): the present password and the new one. */
export function PasswordChangeRoute() {
  const [run, restart] = useReducer((count: number) => count + 1, 0);
  return <PasswordChangeFlow key={run} restart={restart} />;
}

function PasswordChangeFlow({ restart }: { readonly restart: () => void }) {
  const { t } = useTranslation('password-change');
  const services = useServices();
  const { userInfo, send } = useSession();
  const navigate = useNavigate();
  const [input] = useState(() => ({ key: services.newId(), resume: resumable(services.checkpoints.load('password-change')?.checkpoint) }));
  const machine = useMemo(
    () =>
      passwordChangeMachine.provide({
        actors: passwordChangePorts(services),
        actions: {
          saveCheckpoint: (_, checkpoint) => services.checkpoints.save('password-change', checkpoint),
          forgetCheckpoint: () => services.checkpoints.forget('password-change'),
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
    else if (outcome !== undefined) void navigate(paths.account, { replace: true, state: outcome === 'changed' ? { notice: 'passwordChanged' } : null });
  }, [outcome, send, navigate]);

  return (
    <FlowScreen snapshot={snapshot} entries={refusedEntries['password-change']}>
      {(snapshot.matches('loadingInfo') || snapshot.matches('infoUnavailable')) && (
        <FactorInfo title={t('title')} problem={snapshot.hasTag('error') ? snapshot.context.problem : null} send={actor.send} />
      )}
      {(snapshot.matches('enteringPasswords') || snapshot.matches('changingPassword')) && <PasswordsScreen snapshot={snapshot} send={actor.send} username={userInfo?.username ?? ''} />}
      {(snapshot.matches('outcomeUnknown') || snapshot.matches('reconciling')) && (
        <OutcomeUnknown tab={t('title')} asking={snapshot.hasTag('waiting')} onAsk={() => actor.send({ type: 'RETRY' })} />
      )}
    </FlowScreen>
  );
}
