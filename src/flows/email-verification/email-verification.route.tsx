import { useLayoutEffect, useMemo, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { emailVerificationMachine } from '#machines/email-verification/email-verification.machine.ts';
import { resumable } from '#machines/email-verification/email-verification.rules.ts';
import { FlowScreen } from '#src/flow/flow-screen.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { useFlowActor } from '#src/services/use-flow-actor.ts';
import { machineBack, routeAt, useFlowUrl } from '#src/flow/use-flow-url.ts';
import { paths } from '#src/paths.ts';
import { useServices, type Services } from '#src/services/services.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { OutcomeUnknown } from '#src/ui/outcome-unknown.tsx';
import { Redirect } from '#src/ui/redirect.tsx';
import { emailVerificationPorts } from './email-verification.ports.ts';
import { CodeScreen } from './screens/code.tsx';
import { OfferScreen } from './screens/offer.tsx';

/** /Account?step=verify (F-08): a code to the member's own address. Whose address is verified has nothing to do here. */
export function EmailVerificationRoute() {
  const { userInfo } = useSession();
  const [run, restart] = useReducer((count: number) => count + 1, 0);
  // Looked at when the page opens: the flow itself ends by making it so.
  const [isDone] = useState(userInfo?.emailVerified === true);
  if (isDone) return <Redirect to={paths.account} />;
  return <EmailVerificationFlow key={run} restart={restart} />;
}

const FIRST_STEP = `${paths.account}?step=verify`;

/** The step that a reload interrupted; null on a new visit. */
function interrupted({ checkpoints }: Services, at: string) {
  const stored = checkpoints.load('email-verification');
  return stored === null ? null : resumable(stored.checkpoint, stored.age, at.toLowerCase() !== FIRST_STEP.toLowerCase());
}

const notices = { verified: 'emailVerified', alreadyVerified: 'emailAlreadyVerified', cancelled: null } as const;

function EmailVerificationFlow({ restart }: { readonly restart: () => void }) {
  const { t } = useTranslation('email-verification');
  const services = useServices();
  const { userInfo, send } = useSession();
  const navigate = useNavigate();
  const location = useLocation();
  // Read once: what the address becomes later is the flow's own doing.
  const [input] = useState(() => ({ key: services.newId(), resume: interrupted(services, routeAt(location)) }));
  const machine = useMemo(
    () =>
      emailVerificationMachine.provide({
        actors: emailVerificationPorts(services),
        actions: {
          saveCheckpoint: (_, checkpoint) => services.checkpoints.save('email-verification', checkpoint),
          forgetCheckpoint: () => services.checkpoints.forget('email-verification'),
        },
      }),
    [services],
  );
  const { actor, snapshot } = useFlowActor(machine, input);
  useFlowUrl({ snapshot, back: () => machineBack(emailVerificationMachine, actor), restart });

  const outcome = snapshot.output?.kind;
  useLayoutEffect(() => {
    if (outcome === 'sessionEnded') send({ type: 'SESSION_ENDED' });
    // The finished flow's place is taken, so that Back does not lead into its last step again.
    else if (outcome !== undefined) void navigate(paths.account, { replace: true, state: { notice: notices[outcome] } });
  }, [outcome, send, navigate]);

  const screen = { snapshot, send: actor.send, address: userInfo?.email ?? '' };
  return (
    <FlowScreen snapshot={snapshot} entries={refusedEntries['email-verification']}>
      {(snapshot.matches('offering') || snapshot.matches('sendingCode')) && <OfferScreen {...screen} />}
      {(snapshot.matches('enteringCode') || snapshot.matches('resendingCode') || snapshot.matches('verifyingCode')) && <CodeScreen {...screen} now={services.now} />}
      {(snapshot.matches('outcomeUnknown') || snapshot.matches('reconciling')) && (
        <OutcomeUnknown tab={t('title')} asking={snapshot.hasTag('waiting')} onAsk={() => actor.send({ type: 'RETRY' })} />
      )}
    </FlowScreen>
  );
}
