import { useLayoutEffect, useMemo, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, type Location } from 'react-router-dom';
import { signUpMachine } from '#machines/sign-up/sign-up.machine.ts';
import { linkOf, resumable } from '#machines/sign-up/sign-up.rules.ts';
import { FlowScreen } from '#src/flow/flow-screen.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { useFlowActor } from '#src/services/use-flow-actor.ts';
import { machineBack, useFlowUrl } from '#src/flow/use-flow-url.ts';
import { isPath, paths } from '#src/paths.ts';
import { SessionUnavailable, SessionWait } from '#src/flow/session-screens.tsx';
import { useServices } from '#src/services/services.ts';
import { useSession } from '#src/session/session.provider.tsx';
import '#src/styles/app.css';
import { OutcomeUnknown } from '#src/ui/outcome-unknown.tsx';
import { Redirect } from '#src/ui/redirect.tsx';
import { DetailsScreen } from './screens/details.tsx';
import { DoneScreen } from './screens/done.tsx';
import { CodeScreen, EmailScreen, TakenScreen, UncheckedScreen } from './screens/email.tsx';
import { IntroducerScreen } from './screens/introducer.tsx';
import { ReviewScreen } from './screens/review.tsx';
import type { ScreenProps } from './screens/screen-props.ts';
import { SeatScreen } from './screens/seat.tsx';
import { signUpPorts } from './sign-up.ports.ts';
import { createRun, type SignUpRun } from './sign-up.run.ts';

/** /Signup to /DoneSignup (F-03). A member who is signed in has nothing to do here. */
export function SignUpRoute() {
  const session = useSession();
  const [run, restart] = useReducer((count: number) => count + 1, 0);
  if (session.status === 'signedIn') return <Redirect to={paths.dashboard} />;
  if (session.status === 'loadingUserInfo') return <SessionWait status="loadingUserInfo" />;
  if (session.status === 'unavailable') return <SessionUnavailable />;
  return <SignUpFlow key={run} restart={restart} />;
}

/** What a history entry knows whose link was taken in: after a reload, what was typed since counts. */
interface EntryState {
  readonly linkTaken?: boolean;
}

function bringsLink({ search, state }: Location): boolean {
  return linkOf(search).introducer !== '' && (state as EntryState | null)?.linkTaken !== true;
}

function SignUpFlow({ restart }: { readonly restart: () => void }) {
  const services = useServices();
  const navigate = useNavigate();
  const location = useLocation();
  const [run] = useState(() => createRun(services));
  // Read once: what the address becomes later is the flow's own doing.
  const [input] = useState(() => {
    const arrival = { deep: !isPath(location.pathname, paths.signUp), byLink: bringsLink(location) };
    return { key: services.newId(), resume: resumable(services.checkpoints.load('sign-up')?.checkpoint, arrival), link: linkOf(location.search) };
  });
  const machine = useMemo(
    () =>
      signUpMachine.provide({
        actors: signUpPorts(services, run),
        actions: {
          saveCheckpoint: (_, checkpoint) => services.checkpoints.save('sign-up', checkpoint),
          forgetCheckpoint: () => ['sign-up', 'sign-up-code'].forEach(services.checkpoints.forget),
        },
      }),
    [services, run],
  );
  const { actor, snapshot } = useFlowActor(machine, input);
  useFlowUrl({ snapshot, back: () => machineBack(signUpMachine, actor), restart });

  useLayoutEffect(() => {
    const { pathname, search, hash, state } = location;
    if (bringsLink(location)) void navigate({ pathname, search, hash }, { replace: true, state: { ...(state as object | null), linkTaken: true } });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the flow begins with the link
  }, []);

  const { output } = snapshot;
  useLayoutEffect(() => {
    // The finished flow takes the place of its last step, so that Back does not lead into it again.
    if (output !== undefined) void navigate(paths.signIn, { replace: true, state: { username: output.username } });
  }, [output, navigate]);

  return (
    <FlowScreen snapshot={snapshot} entries={refusedEntries['sign-up']}>
      <Screen snapshot={snapshot} send={actor.send} run={run} now={services.now} />
    </FlowScreen>
  );
}

/** The screen of the present state, told apart by the id that the chart gives it. */
function Screen({ run, now, ...props }: ScreenProps & { readonly run: SignUpRun; readonly now: () => number }) {
  const { t } = useTranslation('sign-up');
  const { snapshot, send } = props;
  if (snapshot.matches('enteringIntroducer') || snapshot.matches('checkingIntroducer')) return <IntroducerScreen {...props} />;
  if (snapshot.matches('choosingSeat') || snapshot.matches('loadingSeat')) return <SeatScreen {...props} />;
  if (snapshot.matches('enteringEmail') || snapshot.matches('sendingCode')) return <EmailScreen {...props} />;
  if (snapshot.matches('emailUnchecked')) return <UncheckedScreen {...props} />;
  if (snapshot.matches('emailTaken')) return <TakenScreen {...props} />;
  if (snapshot.matches('enteringDetails')) return <DetailsScreen {...props} />;
  if (snapshot.matches('reviewing') || snapshot.matches('registering') || snapshot.matches('findingNextSeat')) return <ReviewScreen {...props} run={run} />;
  if (snapshot.matches('outcomeUnknown') || snapshot.matches('reconciling')) {
    return <OutcomeUnknown tab={t('title')} asking={snapshot.hasTag('waiting')} onAsk={() => send({ type: 'RETRY' })} />;
  }
  if (snapshot.matches('showingDone')) return <DoneScreen {...props} />;
  if (snapshot.status === 'done') return null;
  return <CodeScreen {...props} terms={run.terms()} now={now} />;
}
