import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { challengeMachine } from '#machines/challenge/challenge.machine.ts';
import { signInMachine } from '#machines/sign-in/sign-in.machine.ts';
import { resumable } from '#machines/sign-in/sign-in.rules.ts';
import { flowRoute, type Flow } from '#src/flow/flow-route.tsx';
import { SessionUnavailable, SessionWait } from '#src/flow/session-screens.tsx';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { withMailToken } from '#src/session/mail-token.tsx';
import { useSession } from '#src/session/session.provider.tsx';
import { Redirect } from '#src/ui/redirect.tsx';
import { useToast } from '#src/ui/toast.tsx';
import { Challenge } from './screens/challenge.tsx';
import { CredentialsScreen } from './screens/credentials.tsx';
import { signInPorts } from './sign-in.ports.ts';

type SignInFlow = Flow<typeof signInMachine>;

/** /Signin (F-02): the form, then the second step where the account has one, then on to where the member wanted to go. */
export function SignInRoute() {
  const session = useSession();
  const { recall } = useServices();
  if (session.status === 'signedIn') return <Redirect to={recall.address() ?? paths.dashboard} state={withMailToken(null, recall.token())} />;
  if (session.status === 'unavailable') return <SessionUnavailable />;
  return <SignIn />;
}

const SignIn = flowRoute({
  machine: signInMachine,
  entries: {},
  ports: (services) => {
    const { createToken, verifyTwoFactor } = signInPorts(services);
    return { createToken, challenge: challengeMachine.provide({ actors: { verifyTwoFactor } }) };
  },
  // An interrupted second step counts where the address is still there.
  input: ({ location: { search } }, stored) => ({
    resume: stored !== null && search === '?step=code' ? resumable(stored.checkpoint, stored.age) : null,
  }),
  child: { id: 'challenge', machine: challengeMachine, leadsBackTo: paths.signIn },
  useRun: useWelcome,
  screens: {
    'sign-in': CredentialsOf,
    'challenge-code': ChallengeOf,
  },
  done: CredentialsOf,
  Frame,
  end: (_, { welcome, session, services }) => {
    welcome();
    session.send({ type: 'SIGNED_IN', renewIn: services.session.renewIn() });
  },
});

function useWelcome({ restart }: SignInFlow): { readonly welcome: () => void } {
  const { t } = useTranslation();
  const toast = useToast();
  const { status } = useSession();
  // Another tab may sign the member out while the member is still being loaded: then the form begins again.
  const loading = useRef(false);
  useEffect(() => {
    if (status === 'loadingUserInfo') loading.current = true;
    else if (loading.current) restart();
  }, [status, restart]);
  return { welcome: () => toast('passing', t('toast.signedIn')) };
}

/** Another tab signed the member in, or the member asked once more for their data: a form would only be in the way. */
function Frame({ snapshot, children }: SignInFlow & { readonly children: ReactNode }) {
  const { status } = useSession();
  return status === 'loadingUserInfo' && snapshot.status !== 'done' ? <SessionWait status="loadingUserInfo" /> : children;
}

function ChallengeOf({ snapshot }: SignInFlow) {
  const { challenge } = snapshot.children;
  return challenge && <Challenge actor={challenge} />;
}

function CredentialsOf({ snapshot, send }: SignInFlow) {
  const { signedOutBy } = useSession();
  return <CredentialsScreen snapshot={snapshot} ended={signedOutBy} onSubmit={(credentials) => send({ type: 'SUBMIT_FORM', credentials })} />;
}
