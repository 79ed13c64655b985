import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { challengeMachine } from '#machines/challenge/challenge.machine.ts';
import { resumable } from '#machines/sign-in/sign-in.rules.ts';
import { signInMachine } from '#machines/sign-in/sign-in.machine.ts';
import type texts from '#locales/en-US/sign-in.json';
import { FlowScreen } from '#src/flow/flow-screen.tsx';
import { useFlowActor } from '#src/services/use-flow-actor.ts';
import { machineBack, useFlowUrl } from '#src/flow/use-flow-url.ts';
import { paths } from '#src/paths.ts';
import { SessionUnavailable, SessionWait } from '#src/flow/session-screens.tsx';
import { withMailToken } from '#src/session/mail-token.tsx';
import { type Services, useServices } from '#src/services/services.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { Redirect } from '#src/ui/redirect.tsx';
import { useToast } from '#src/ui/toast.tsx';
import { Challenge } from './screens/challenge.tsx';
import { CredentialsScreen } from './screens/credentials.tsx';
import { signInPorts } from './sign-in.ports.ts';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    'sign-in': typeof texts;
  }
}

/** /Signin (F-02): the form, then the second step if the account has one, then on to where the member wanted to go. */
export function SignInRoute() {
  const session = useSession();
  const { recall } = useServices();
  const [run, restart] = useReducer((count: number) => count + 1, 0);
  if (session.status === 'signedIn')
    return <Redirect to={recall.address() ?? paths.dashboard} state={withMailToken(null, recall.token())} />;
  if (session.status === 'userInfoUnavailable') return <SessionUnavailable />;
  return <SignInFlow key={run} restart={restart} />;
}

/** The checkpoint of an interrupted second step, if the URL is still that step's. */
function interrupted({ checkpoints }: Services, search: string) {
  const stored = search === '?step=code' ? checkpoints.load('sign-in') : null;
  return stored === null ? null : resumable(stored.checkpoint, stored.age);
}

/**
 * A run of the flow. `flowRoute` would do, but it is larger than what is left of the first page's script budget
 * (decision 0051).
 */
function SignInFlow({ restart }: { readonly restart: () => void }) {
  const services = useServices();
  const { t } = useTranslation();
  const toast = useToast();
  const session = useSession();
  const { search } = useLocation();
  const machine = useMemo(() => {
    const { createToken, verifyTwoFactor } = signInPorts(services);
    return signInMachine.provide({
      actors: { createToken, challenge: challengeMachine.provide({ actors: { verifyTwoFactor } }) },
      actions: {
        saveCheckpoint: (_, checkpoint) => services.checkpoints.save('sign-in', checkpoint),
        forgetCheckpoint: () => services.checkpoints.forget('sign-in'),
      },
    });
  }, [services]);
  // Read once: later changes of the URL come from the flow itself.
  const [input] = useState(() => ({ resume: interrupted(services, search) }));
  const { actor, snapshot } = useFlowActor(machine, input);
  const challenge = useSelector(actor, (state) => state.children.challenge);

  useFlowUrl({
    snapshot,
    back: () => (challenge ? machineBack(challengeMachine, challenge, paths.signIn) : null),
    restart,
  });

  const finished = snapshot.status === 'done';
  const { send } = session;
  const hasEnded = useRef(false);
  useEffect(() => {
    if (!finished || hasEnded.current) return;
    hasEnded.current = true;
    toast('passing', t('toast.signedIn'));
    send({ type: 'SIGNED_IN', renewIn: services.session.renewIn() });
  }, [finished, toast, t, send, services]);

  // Another tab may sign the member out while the member is still being loaded: then the form starts over.
  const loading = useRef(false);
  useEffect(() => {
    if (session.status === 'loadingUserInfo') loading.current = true;
    else if (loading.current) restart();
  }, [session.status, restart]);

  // Another tab signed the member in, or the member requested their data again: a form would only be in the way.
  if (session.status === 'loadingUserInfo' && !finished) return <SessionWait status="loadingUserInfo" />;
  return (
    <FlowScreen snapshot={snapshot}>
      {challenge ? (
        <Challenge actor={challenge} />
      ) : (
        <CredentialsScreen
          snapshot={snapshot}
          ended={session.signedOutBy}
          onSubmit={(credentials) => actor.send({ type: 'SUBMIT_FORM', credentials })}
        />
      )}
    </FlowScreen>
  );
}
