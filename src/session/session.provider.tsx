import { createContext, useContext, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import type { Problem } from '#machines/chart/problem.ts';
import { sessionMachine } from '#machines/session/session.machine.ts';
import type { SessionEvent } from '#machines/session/session.types.ts';
import { useFlowActor } from '#src/services/use-flow-actor.ts';
import { useServices, type Services } from '#src/services/services.ts';
import { sessionPorts } from './session.ports.ts';
import type { UserInfo } from '#src/services/storage.ts';

/** The session as pages see it. */
export interface Session {
  readonly status: 'restoring' | 'signedOut' | 'loadingUserInfo' | 'unavailable' | 'signedIn';
  /** Why nobody is signed in; null while a member is. */
  readonly signedOutBy: 'never' | 'member' | 'ended' | null;
  readonly userInfo: UserInfo | null;
  /** Why the member could not be loaded. */
  readonly problem: Problem | null;
  readonly send: (event: SessionEvent) => void;
}

const SessionContext = createContext<Session | null>(null);

/** Runs the session machine for the whole page and connects it to the storage, the other tabs and the calls. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const services = useServices();
  const machine = useMemo(
    () =>
      sessionMachine.provide({
        actors: sessionPorts(services),
        actions: { forgetSession: () => services.session.forget() },
      }),
    [services],
  );
  const { actor, snapshot } = useFlowActor(machine);
  const userInfo = useSyncExternalStore(services.session.subscribe, services.session.userInfo, () => null);
  const { send } = actor;
  useEffect(() => connect(services, send), [services, send]);

  const session = useMemo<Session>(() => {
    const signedOutBy = snapshot.matches({ signedOut: 'byMember' })
      ? 'member'
      : snapshot.matches({ signedOut: 'ended' })
        ? 'ended'
        : snapshot.matches('signedOut')
          ? 'never'
          : null;
    const status = snapshot.matches('restoring')
      ? 'restoring'
      : snapshot.matches('loadingUserInfo')
        ? 'loadingUserInfo'
        : snapshot.matches('userInfoUnavailable')
          ? 'unavailable'
          : signedOutBy !== null
            ? 'signedOut'
            : 'signedIn';
    return { status, signedOutBy, userInfo, problem: snapshot.context.problem, send };
  }, [snapshot, userInfo, send]);

  return <SessionContext value={session}>{children}</SessionContext>;
}

/**
 * Passes events from the storage, the other tabs, the calls and the device to the machine; returns a function that
 * stops it.
 */
function connect(services: Services, send: (event: SessionEvent) => void): () => void {
  const { session } = services;
  const stopStore = session.subscribe((change) => {
    if (change === 'signedOut') send({ type: 'SIGNED_OUT' });
    if (change === 'signedIn') send({ type: 'SIGNED_IN', renewIn: session.renewIn() });
    if (change === 'renewed') send({ type: 'TOKENS_RENEWED', renewIn: session.renewIn() });
  });
  const stopCalls = services.onSessionEnded(() => send({ type: 'SESSION_ENDED' }));
  const onVisible = (): void => {
    const due = document.visibilityState === 'visible' && session.tokens() !== null && session.isAging();
    if (due) send({ type: 'RENEWAL_DUE' });
  };
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    stopStore();
    stopCalls();
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/** Whether a member is signed in; false if there is no session at all. */
export function useIsMember(): boolean {
  return useContext(SessionContext)?.status === 'signedIn';
}

/** The session. Throws outside `SessionProvider`, which is a bug in the composition of the app. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('There is no session.');
  return session;
}
