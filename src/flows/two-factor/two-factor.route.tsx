import { useLayoutEffect, useMemo, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { twoFactorMachine } from '#machines/two-factor/two-factor.machine.ts';
import { resumable } from '#machines/two-factor/two-factor.rules.ts';
import { FlowScreen } from '#src/flow/flow-screen.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { useFlowActor } from '#src/services/use-flow-actor.ts';
import { machineBack, useFlowUrl } from '#src/flow/use-flow-url.ts';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { Button } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Waiting } from '#src/ui/waiting.tsx';
import { BindingScreen } from './screens/binding.tsx';
import { OutcomeUnknownScreen } from './screens/outcome-unknown.tsx';
import { RecoveryCodesLostScreen, RecoveryCodesScreen } from './screens/recovery-codes.tsx';
import { DoneScreen, StateScreen } from './screens/state.tsx';
import { UnbindingScreen } from './screens/unbinding.tsx';
import { UnverifiedScreen } from './screens/unverified.tsx';
import { twoFactorPorts, type TwoFactorSecrets } from './two-factor.ports.ts';

/** The steps of binding that ask something of the member. */
const steps = ['gettingApp', 'addingKey', 'sendingCode', 'enteringFirstCode', 'resendingCode', 'enabling'] as const;

/** /Authentication (F-07): the state of the second factor, binding one, unbinding it. */
export function TwoFactorRoute() {
  const [run, restart] = useReducer((count: number) => count + 1, 0);
  return <TwoFactorFlow key={run} restart={restart} />;
}

function TwoFactorFlow({ restart }: { readonly restart: () => void }) {
  const { t } = useTranslation(['two-factor', 'common']);
  const services = useServices();
  const session = useSession();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [secrets] = useState<TwoFactorSecrets>(() => ({ info: null, recoveryCodes: [] }));
  // Read once: what the address becomes later is the flow's own doing.
  const [input] = useState(() => ({
    key: services.newId(),
    resume: resumable(services.checkpoints.load('two-factor')?.checkpoint, search !== ''),
  }));
  const machine = useMemo(
    () =>
      twoFactorMachine.provide({
        actors: twoFactorPorts(services, secrets),
        actions: {
          saveCheckpoint: (_, checkpoint) => services.checkpoints.save('two-factor', checkpoint),
          forgetCheckpoint: () => services.checkpoints.forget('two-factor'),
        },
      }),
    [services, secrets],
  );
  const { actor, snapshot } = useFlowActor(machine, input);
  useFlowUrl({ snapshot, back: () => machineBack(twoFactorMachine, actor), restart });

  const outcome = snapshot.output?.kind;
  const { send } = session;
  useLayoutEffect(() => {
    if (outcome === 'sessionEnded') send({ type: 'SESSION_ENDED' });
    else if (outcome === 'left') void navigate(paths.account, { replace: true });
    // The finished flow takes the place of its last step, so that Back does not lead into it again.
    else if (outcome !== undefined) void navigate(paths.authentication, { replace: true });
  }, [outcome, send, navigate]);

  return (
    <FlowScreen snapshot={snapshot} entries={refusedEntries['two-factor']}>
      {snapshot.matches('loadingInfo') && (
        <>
          <PageHeading title={t('title')} />
          <Waiting what={t('loading')} />
        </>
      )}
      {snapshot.matches('infoUnavailable') && snapshot.context.problem !== null && (
        <>
          <PageHeading title={t('title')} />
          <ProblemAlert
            problem={snapshot.context.problem}
            actions={
              <Button data-event="RETRY" onClick={() => actor.send({ type: 'RETRY' })}>
                {t('common:action.retry')}
              </Button>
            }
          />
        </>
      )}
      {snapshot.matches('addressUnverified') && <UnverifiedScreen send={actor.send} />}
      {snapshot.matches('showingState') && secrets.info !== null && <StateScreen info={secrets.info} send={actor.send} />}
      {(snapshot.matches({ binding: 'outcomeUnknown' }) || snapshot.matches({ binding: 'reconciling' }) || snapshot.matches({ unbinding: 'outcomeUnknown' }) || snapshot.matches({ unbinding: 'reconciling' })) && (
        <OutcomeUnknownScreen snapshot={snapshot} send={actor.send} />
      )}
      {steps.some((step) => snapshot.matches({ binding: step })) && (
        <BindingScreen snapshot={snapshot} info={secrets.info} address={session.userInfo?.email ?? ''} now={services.now} send={actor.send} />
      )}
      {snapshot.matches({ binding: 'showingRecoveryCodes' }) && <RecoveryCodesScreen codes={secrets.recoveryCodes} send={actor.send} />}
      {snapshot.matches({ binding: 'recoveryCodesLost' }) && <RecoveryCodesLostScreen send={actor.send} />}
      {(snapshot.matches({ unbinding: 'enteringProof' }) || snapshot.matches({ unbinding: 'disabling' })) && <UnbindingScreen snapshot={snapshot} send={actor.send} />}
      {(outcome === 'bound' || outcome === 'unbound') && <DoneScreen outcome={outcome} onAgain={restart} />}
    </FlowScreen>
  );
}
