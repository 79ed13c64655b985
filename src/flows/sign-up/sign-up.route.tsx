import { useLayoutEffect, useRef } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router-dom';
import { signUpMachine } from '#machines/sign-up/sign-up.machine.ts';
import { linkOf, resumable } from '#machines/sign-up/sign-up.rules.ts';
import type texts from '#locales/en-US/sign-up.json';
import { type FlowProps, flowRoute } from '#src/flow/flow-route.tsx';
import { SessionUnavailable, SessionWait } from '#src/flow/session-screens.tsx';
import { isPath, paths } from '#src/paths.ts';
import { useSession } from '#src/session/session.provider.tsx';
import '#src/styles/app.css';
import { OutcomeUnknown } from '#src/flow/outcome-unknown.tsx';
import { Redirect } from '#src/ui/redirect.tsx';
import { DetailsScreen } from './screens/details.tsx';
import { DoneScreen } from './screens/done.tsx';
import { CodeScreen, EmailScreen, TakenScreen, UncheckedScreen } from './screens/email.tsx';
import { IntroducerScreen } from './screens/introducer.tsx';
import { ReviewScreen } from './screens/review.tsx';
import { SeatScreen } from './screens/seat.tsx';
import { signUpEntries, signUpPorts } from './sign-up.ports.ts';
import { createRun, type SignUpRun } from './sign-up.run.ts';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    'sign-up': typeof texts;
  }
}

type SignUpFlow = FlowProps<typeof signUpMachine, SignUpRun>;

/** /Signup to /DoneSignup (F-03). A signed-in member has nothing to do here. */
export function SignUpRoute() {
  const session = useSession();
  if (session.status === 'signedIn') return <Redirect to={paths.dashboard} />;
  if (session.status === 'loadingUserInfo') return <SessionWait status="loadingUserInfo" />;
  if (session.status === 'userInfoUnavailable') return <SessionUnavailable />;
  return <SignUp />;
}

const SignUp = flowRoute({
  machine: signUpMachine,
  title: 'sign-up:title',
  entries: signUpEntries,
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
    'sign-up-unknown': OutcomeUnknown,
    'sign-up-done': DoneScreen,
  },
  end: ({ username }, { goTo }) => goTo(paths.signIn, { username }),
});

/**
 * The state of a history entry whose link has been applied: after a reload, what was typed since then takes precedence.
 */
interface EntryState {
  readonly linkTaken?: boolean;
}

function bringsLink({ search, state }: Location): boolean {
  return linkOf(search).introducer !== '' && (state as EntryState | null)?.linkTaken !== true;
}

/** Marks the history entry whose link the flow started with. */
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

function Code({ snapshot, send, own }: SignUpFlow) {
  return <CodeScreen snapshot={snapshot} send={send} terms={own.terms()} />;
}

function Review({ snapshot, send, own }: SignUpFlow) {
  return <ReviewScreen snapshot={snapshot} send={send} run={own} />;
}
