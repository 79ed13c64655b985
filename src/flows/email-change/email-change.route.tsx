import { useLayoutEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { emailChangeMachine } from '#machines/email-change/email-change.machine.ts';
import { resumable } from '#machines/email-change/email-change.rules.ts';
import { FactorInfo } from '#src/flow/factor-info.tsx';
import { FlowScreen } from '#src/flow/flow-screen.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { useFlowActor } from '#src/services/use-flow-actor.ts';
import { machineBack, routeAt, useFlowUrl } from '#src/flow/use-flow-url.ts';
import { paths } from '#src/paths.ts';
import { useMailedRun, useSpentMailToken, type MailedRun } from '#src/session/mail-token.tsx';
import { useServices, type Services } from '#src/services/services.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { OutcomeUnknown } from '#src/ui/outcome-unknown.tsx';
import { emailChangePorts, type MailedLink } from './email-change.ports.ts';
import { AddressScreen } from './screens/address.tsx';
import { CodeScreen } from './screens/code.tsx';
import { LinkInvalidScreen } from './screens/link-invalid.tsx';
import { LinkSentScreen } from './screens/link-sent.tsx';
import { PasswordScreen } from './screens/password.tsx';

/** /ChangeEmail1 to /ChangeEmail3 (F-06): a link to the present address, the new one, a code from it. */
export function EmailChangeRoute() {
  const { token, run, restart } = useMailedRun();
  return <EmailChangeFlow key={run} token={token} restart={restart} />;
}

/** Where the flow begins: with the mailed link, at the step that a reload interrupted, or at the first one. */
function beginning({ checkpoints, newId }: Services, token: string | null, at: string) {
  const stored = checkpoints.load('email-change', token);
  return { key: newId(), link: token !== null, resume: stored === null ? null : resumable(stored.checkpoint, stored.age, at) };
}

function EmailChangeFlow({ token, restart }: Omit<MailedRun, 'run'>) {
  const { t } = useTranslation('email-change');
  const services = useServices();
  const { userInfo, send } = useSession();
  const navigate = useNavigate();
  const location = useLocation();
  // Read once: what the address becomes later is the flow's own doing.
  const [link] = useState<MailedLink>(() => ({ token }));
  const [input] = useState(() => beginning(services, token, routeAt(location)));
  const machine = useMemo(
    () =>
      emailChangeMachine.provide({
        actors: emailChangePorts(services, link),
        actions: {
          saveCheckpoint: (_, checkpoint) => services.checkpoints.save('email-change', checkpoint, token),
          forgetCheckpoint: () => services.checkpoints.forget('email-change'),
        },
      }),
    [services, token, link],
  );
  const { actor, snapshot } = useFlowActor(machine, input);

  useSpentMailToken(snapshot.matches('confirming') || snapshot.matches({ namingAddress: 'linkInvalid' }));
  useFlowUrl({ snapshot, back: () => machineBack(emailChangeMachine, actor), restart });

  const outcome = snapshot.output?.kind;
  useLayoutEffect(() => {
    if (outcome === 'sessionEnded') send({ type: 'SESSION_ENDED' });
    // The finished flow's place is taken, so that Back does not lead into its last step again.
    else if (outcome !== undefined) void navigate(paths.account, { replace: true, state: outcome === 'changed' ? { notice: 'emailChanged' } : null });
  }, [outcome, send, navigate]);

  const screen = { snapshot, send: actor.send };
  return (
    <FlowScreen snapshot={snapshot} entries={refusedEntries['email-change']}>
      {(snapshot.matches({ requestingLink: 'loadingInfo' }) || snapshot.matches({ requestingLink: 'infoUnavailable' })) && (
        <FactorInfo title={t('title')} problem={snapshot.hasTag('error') ? snapshot.context.problem : null} send={actor.send} />
      )}
      {(snapshot.matches({ requestingLink: 'enteringPassword' }) || snapshot.matches({ requestingLink: 'sendingLink' })) && <PasswordScreen {...screen} presentAddress={userInfo?.email ?? ''} />}
      {snapshot.matches({ requestingLink: 'linkSent' }) && <LinkSentScreen send={actor.send} presentAddress={userInfo?.email ?? ''} />}
      {(snapshot.matches({ namingAddress: 'enteringNewEmail' }) || snapshot.matches({ namingAddress: 'sendingCode' })) && <AddressScreen {...screen} presentAddress={userInfo?.email ?? ''} />}
      {snapshot.matches({ namingAddress: 'linkInvalid' }) && <LinkInvalidScreen {...screen} />}
      {(snapshot.matches({ confirming: 'enteringCode' }) || snapshot.matches({ confirming: 'resendingCode' }) || snapshot.matches({ confirming: 'changingEmail' })) && (
        <CodeScreen {...screen} now={services.now} />
      )}
      {(snapshot.matches({ confirming: 'outcomeUnknown' }) || snapshot.matches({ confirming: 'reconciling' })) && (
        <OutcomeUnknown tab={t('title')} asking={snapshot.hasTag('waiting')} onAsk={() => actor.send({ type: 'RETRY' })} />
      )}
    </FlowScreen>
  );
}
