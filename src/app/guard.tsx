import { useEffect, useState, type ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { SessionUnavailable, SessionWait } from '#src/flow/session-screens.tsx';
import { isPath, paths } from '#src/paths.ts';
import { Redirect } from '#src/ui/redirect.tsx';
import { mailTokenOf } from '#src/session/mail-token.tsx';
import { useServices } from '#src/services/services.ts';
import { useSession } from '#src/session/session.provider.tsx';

/**
 * The guard of SRC §2 between the two roles of SRC §6, a layout route around every page behind it: a stored access
 * token whose stored expiry is in the future, and the member's data first where it is not cached. Otherwise the member
 * is signed out, asked to sign in and brought back to where they wanted to go.
 */
export function Guarded() {
  const session = useSession();
  const services = useServices();
  const location = useLocation();
  const { status, send } = session;
  const isAnswered = useAnswerOfFreeze(status === 'signedOut');

  useEffect(() => {
    if (status === 'signedIn' && !services.session.isFresh()) send({ type: 'SESSION_ENDED' });
    // Looked at on every navigation, as the source's guard does; the machine itself watches the time in between.
  }, [location.key, status, send, services]);

  if (status === 'restoring' || status === 'loadingUserInfo') return <Bare page={<SessionWait status={status} />} />;
  // Leaving must be possible even when nothing else is.
  if (status === 'unavailable' && !isPath(location.pathname, paths.signOut))
    return <Bare page={<SessionUnavailable />} />;
  if (status === 'signedOut' && !isAnswered) return <ToSignIn />;
  return <Outlet />;
}

/**
 * Whether the page tells what became of a freeze, which ends the session by itself (decision 0020): `isOver` alone
 * would send its member to sign in, and leave them to find out. It stays until they leave the address.
 */
function useAnswerOfFreeze(isOver: boolean): boolean {
  const { checkpoints } = useServices();
  const { pathname, search } = useLocation();
  const at = `${isOver} ${pathname}${search}`;
  const look = () => ({
    at,
    is:
      isOver &&
      isPath(pathname, paths.account) &&
      search === '?step=freeze' &&
      checkpoints.load('account-freeze') !== null,
  });
  const [seen, see] = useState(look);
  if (seen.at === at) return seen.is;
  const now = look();
  see(now);
  return now.is;
}

/** A page without the members' frame, which needs a member. */
function Bare({ page }: { readonly page: ReactNode }) {
  return <main className="mx-auto flex w-full max-w-md grow flex-col justify-center p-5">{page}</main>;
}

/** Remembers where the member wanted to go, unless they left by themselves, and asks them to sign in. */
function ToSignIn() {
  const { signedOutBy } = useSession();
  const { recall } = useServices();
  const { pathname, search, state } = useLocation();
  const token = mailTokenOf(state);
  useEffect(() => {
    if (signedOutBy === 'member' || isPath(pathname, paths.signOut)) recall.forget();
    else recall.remember(pathname + search, token);
  }, [signedOutBy, recall, pathname, search, token]);
  return <Redirect to={paths.signIn} />;
}
