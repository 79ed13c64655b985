import { useSelector } from '@xstate/react';
import { createContext, useContext, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import type { Problem } from '#machines/chart/problem.ts';
import type { SessionEvent } from '#machines/session/session.types.ts';
import { useServices, type Services } from '#src/services/services.ts';
import type { SessionActor } from './session.actor.ts';
import type { UserInfo } from '#src/services/storage.ts';

/** The session as pages see it. */
export interface Session {
  readonly status: 'restoring' | 'signedOut' | 'loadingUserInfo' | 'userInfoUnavailable' | 'signedIn';
  /** Why nobody is signed in; null while a member is. */
  readonly signedOutBy: 'never' | 'byMember' | 'ended' | null;
  readonly userInfo: UserInfo | null;
  /** Why the member could not be loaded. */
  readonly problem: Problem | null;
  readonly send: (event: SessionEvent) => void;
}

/** By then another tab that removed a session has stored its own in its place, or told that it signed out. */
const WRITTEN_MS = 50;

const SessionContext = createContext<Session | null>(null);

/** Runs the session machine for the whole page and connects it to the storage, the other tabs and the calls. */
export function SessionProvider({ actor, children }: { readonly actor: SessionActor; readonly children: ReactNode }) {
  const services = useServices();
  const snapshot = useSelector(actor, (state) => state);
  const userInfo = useSyncExternalStore(services.session.subscribe, services.session.userInfo, () => null);
  const { send } = actor;
  useEffect(() => {
    actor.start();
    const stop = connect(services, actor);
    // The tokens of another tab may have come late, but before anything listened. A sign-out is found by the guard.
    if (actor.getSnapshot().matches('signedOut') && services.session.isFresh())
      send({ type: 'SIGNED_IN', renewIn: services.session.renewIn() });
    return stop;
  }, [services, actor, send]);

  const session = useMemo<Session>(() => {
    const { value, context } = snapshot;
    const signedOutBy = typeof value === 'object' && 'signedOut' in value ? value.signedOut : null;
    const status = typeof value === 'string' ? value : signedOutBy === null ? 'signedIn' : 'signedOut';
    return { status, signedOutBy, userInfo, problem: context.problem, send };
  }, [snapshot, userInfo, send]);

  return <SessionContext value={session}>{children}</SessionContext>;
}

/**
 * Passes events from the storage, the other tabs, the calls and the device to the machine; returns a function that
 * stops it.
 */
function connect(services: Services, actor: SessionActor): () => void {
  const { session } = services;
  const { send } = actor;
  const stopStore = session.subscribe((change) => {
    if (change === 'signedOut') send({ type: 'SIGNED_OUT' });
    if (change === 'signedIn') send({ type: 'SIGNED_IN', renewIn: session.renewIn() });
    if (change === 'renewed') send({ type: 'TOKENS_RENEWED', renewIn: session.renewIn() });
  });
  const onReplaced = (): void => {
    if (session.replacedBy() === null) return;
    // Whatever is shown belongs to the session that was here. Ended first, so that none of it is left.
    send({ type: 'SESSION_ENDED' });
    send({ type: 'SIGNED_OUT' });
    session.adopt();
    if (session.isFresh()) send({ type: 'SIGNED_IN', renewIn: session.renewIn() });
  };
  let looking: ReturnType<typeof setTimeout> | undefined;
  const lookForAnother = (): void => {
    clearTimeout(looking);
    const by = session.replacedBy();
    if (by === 'another') onReplaced();
    if (by === 'nothing') looking = setTimeout(onReplaced, WRITTEN_MS);
  };
  services.renewal.renew = () => renewed(actor);
  const stopCalls = services.onSessionEnded(() => send({ type: 'SESSION_ENDED' }));
  const onVisible = (): void => {
    lookForAnother();
    const due = document.visibilityState === 'visible' && session.tokens() !== null && session.isAging();
    if (due) send({ type: 'RENEWAL_DUE' });
  };
  const stop = new AbortController();
  const { signal } = stop;
  window.addEventListener('storage', lookForAnother, { signal });
  // A member who could not be loaded is loaded once the network is back.
  window.addEventListener('online', () => send({ type: 'RETRY' }), { signal });
  document.addEventListener('visibilitychange', onVisible, { signal });
  return () => {
    stop.abort();
    stopStore();
    stopCalls();
    clearTimeout(looking);
  };
}

/**
 * Renews the tokens, or waits for the renewal that is under way. Resolves to whether the member is still signed in:
 * with new tokens, or with the old ones if the server could not be reached.
 */
const renewed = (actor: SessionActor): Promise<boolean> =>
  new Promise((resolve) => {
    const watched = actor.subscribe((snapshot) => {
      if (snapshot.matches({ signedIn: 'refreshingToken' })) return;
      watched.unsubscribe();
      resolve(snapshot.matches('signedIn'));
    });
    // Where a renewal is under way, or no member is signed in, this changes nothing.
    actor.send({ type: 'RENEWAL_DUE' });
  });

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
