import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, type Location } from 'react-router-dom';
import { signUpMachine } from '#machines/sign-up/sign-up.machine.ts';
import { linkOf, resumable } from '#machines/sign-up/sign-up.rules.ts';
import { flowRoute, type Flow } from '#src/flow/flow-route.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { SessionUnavailable, SessionWait } from '#src/flow/session-screens.tsx';
import { isPath, paths } from '#src/paths.ts';
import { useSession } from '#src/session/session.provider.tsx';
import '#src/styles/app.css';
import { OutcomeUnknown } from '#src/ui/outcome-unknown.tsx';
import { Redirect } from '#src/ui/redirect.tsx';
import { DetailsScreen } from './screens/details.tsx';
import { DoneScreen } from './screens/done.tsx';
import { CodeScreen, EmailScreen, TakenScreen, UncheckedScreen } from './screens/email.tsx';
import { IntroducerScreen } from './screens/introducer.tsx';
import { ReviewScreen } from './screens/review.tsx';
import { SeatScreen } from './screens/seat.tsx';
import { signUpPorts } from './sign-up.ports.ts';
import { createRun, type SignUpRun } from './sign-up.run.ts';

type SignUpFlow = Flow<typeof signUpMachine, SignUpRun>;

/** /Signup to /DoneSignup (F-03). A member who is signed in has nothing to do here. */
export function SignUpRoute() {
  const session = useSession();
  if (session.status === 'signedIn') return <Redirect to={paths.dashboard} />;
  if (session.status === 'loadingUserInfo') return <SessionWait status="loadingUserInfo" />;
  if (session.status === 'unavailable') return <SessionUnavailable />;
  return <SignUp />;
}

const SignUp = flowRoute({
  machine: signUpMachine,
  entries: refusedEntries['sign-up'],
  own: ({ services }) => createRun(services),
  ports: signUpPorts,
  actions: ({ checkpoints }) => ({ forgetCheckpoint: () => ['sign-up', 'sign-up-code'].forEach(checkpoints.forget) }),
  input: ({ services, location }, stored) => {
    const arrival = { deep: !isPath(location.pathname, paths.signUp), byLink: bringsLink(location) };
    return { key: services.newId(), resume: resumable(stored?.checkpoint, arrival), link: linkOf(location.search) };
  },
  useRun: useTakenLink,
  screens: {
    'sign-up-introducer': IntroducerScreen,
    'sign-up-seat': SeatScreen,
    'sign-up-email': EmailScreen,
    'sign-up-code': Code,
    'sign-up-email-unchecked': UncheckedScreen,
    'sign-up-email-taken': TakenScreen,
    'sign-up-details': DetailsScreen,
    'sign-up-review': Review,
    'sign-up-unknown': Unknown,
    'sign-up-done': DoneScreen,
  },
  end: ({ username }, { goTo }) => goTo(paths.signIn, { username }),
});

/** What a history entry knows whose link was taken in: after a reload, what was typed since counts. */
interface EntryState {
  readonly linkTaken?: boolean;
}

function bringsLink({ search, state }: Location): boolean {
  return linkOf(search).introducer !== '' && (state as EntryState | null)?.linkTaken !== true;
}

/** Marks the history entry whose link the flow has begun with. */
function useTakenLink(): object {
  const location = useLocation();
  const navigate = useNavigate();
  const hasBegun = useRef(false);
  useLayoutEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    const { pathname, search, hash, state } = location;
    const taken = { ...(state as object | null), linkTaken: true };
    if (bringsLink(location)) void navigate({ pathname, search, hash }, { replace: true, state: taken });
  }, [location, navigate]);
  return {};
}

function Code({ snapshot, send, own, now }: SignUpFlow) {
  return <CodeScreen snapshot={snapshot} send={send} terms={own.terms()} now={now} />;
}

function Review({ snapshot, send, own }: SignUpFlow) {
  return <ReviewScreen snapshot={snapshot} send={send} run={own} />;
}

function Unknown({ snapshot, send }: SignUpFlow) {
  const { t } = useTranslation('sign-up');
  return <OutcomeUnknown tab={t('title')} asking={snapshot.hasTag('waiting')} onAsk={() => send({ type: 'RETRY' })} />;
}
