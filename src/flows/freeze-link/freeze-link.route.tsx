import { useLayoutEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { freezeLinkMachine } from '#machines/freeze-link/freeze-link.machine.ts';
import { resumable } from '#machines/freeze-link/freeze-link.rules.ts';
import { FlowScreen } from '#src/flow/flow-screen.tsx';
import { FrozenScreen } from '#src/flow/frozen.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { useFlowActor } from '#src/services/use-flow-actor.ts';
import { routeAt, useFlowUrl } from '#src/flow/use-flow-url.ts';
import { paths } from '#src/paths.ts';
import { OpenFrame, PublicFrame } from '#src/frames/route-parts.tsx';
import { useMailedRun, useSpentMailToken, type MailedRun } from '#src/session/mail-token.tsx';
import { useServices } from '#src/services/services.ts';
import { useSession } from '#src/session/session.provider.tsx';
import '#src/styles/app.css';
import { OutcomeUnknown } from '#src/ui/outcome-unknown.tsx';
import { freezeLinkPorts } from './freeze-link.ports.ts';
import { AskingScreen } from './screens/asking.tsx';
import { LinkInvalidScreen } from './screens/link-invalid.tsx';

/** /Freeze (D-32): the link of a mail freezes the account at one press, signed in or not. */
export function FreezeLinkRoute() {
  const { token, run, restart } = useMailedRun();
  return <FreezeLinkFlow key={run} token={token} restart={restart} />;
}

function FreezeLinkFlow({ token, restart }: Omit<MailedRun, 'run'>) {
  const { t } = useTranslation('account-freeze');
  const services = useServices();
  const { status } = useSession();
  const navigate = useNavigate();
  const location = useLocation();
  // Read once: what the address becomes later is the flow's own doing.
  const [input] = useState(() => ({ key: services.newId(), link: token !== null, resume: resumable(services.checkpoints.load('freeze-link', token)?.checkpoint, routeAt(location), token !== null) }));
  const machine = useMemo(
    () =>
      freezeLinkMachine.provide({
        actors: freezeLinkPorts(services, token ?? ''),
        actions: {
          saveCheckpoint: (_, checkpoint) => services.checkpoints.save('freeze-link', checkpoint, token),
          forgetCheckpoint: () => services.checkpoints.forget('freeze-link'),
        },
      }),
    [services, token],
  );
  const { actor, snapshot } = useFlowActor(machine, input);

  useSpentMailToken(snapshot.matches('showingFrozen') || snapshot.matches('linkInvalid'));
  useFlowUrl({ snapshot, back: () => null, restart });

  const outcome = snapshot.output?.kind;
  useLayoutEffect(() => {
    if (outcome !== undefined) void navigate(paths.signIn, { replace: true });
  }, [outcome, navigate]);

  const signIn = () => actor.send({ type: 'SIGN_IN' });
  const page = (
    <FlowScreen snapshot={snapshot} entries={refusedEntries['freeze-link']}>
      {(snapshot.matches('asking') || snapshot.matches('freezing')) && <AskingScreen snapshot={snapshot} send={actor.send} />}
      {snapshot.matches('linkInvalid') && <LinkInvalidScreen onSignIn={signIn} />}
      {(snapshot.matches('outcomeUnknown') || snapshot.matches('reconciling')) && (
        <OutcomeUnknown tab={t('tab')} asking={snapshot.hasTag('waiting')} onAsk={() => actor.send({ type: 'RETRY' })} />
      )}
      {(snapshot.matches('showingFrozen') || outcome !== undefined) && <FrozenScreen onSignIn={signIn} />}
    </FlowScreen>
  );
  // The frame is inside the flow, which so goes on where the session ends meanwhile. Once the account is frozen nobody is signed in
  // to it, and where no session is kept there is none to wait for.
  const isVisitor = status === 'signedOut' || services.session.tokens() === null || snapshot.matches('showingFrozen') || outcome !== undefined;
  return isVisitor ? <PublicFrame page={page} /> : <OpenFrame reading={false} page={page} />;
}
