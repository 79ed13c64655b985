import { useEffect, useState, type ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { SessionUnavailable, SessionWait } from '#src/flow/session-screens.tsx';
import { isPath, paths } from '#src/paths.ts';
import { Redirect } from '#src/ui/redirect.tsx';
import { mailTokenOf } from '#src/session/mail-token.tsx';
import { isRenewable } from '#src/services/renewal.ts';
import { useServices } from '#src/services/services.ts';
import { useSession } from '#src/session/session.provider.tsx';

/**
 * The guard of SRC §2 between the two roles of SRC §6, a layout route around every page behind it. It requires a stored
 * access token whose stored expiry is in the future, or has it renewed (decision 0124), and loads the member's data
 * first if it is not cached. Otherwise the member is signed out, asked to sign in, and then brought to the page they
 * wanted.
 */
export function Guarded() {
  const session = useSession();
  const services = useServices();
  const location = useLocation();
  const { status, send } = session;
  const isAnswered = useAnswerOfFreeze(status === 'signedOut');

  useEffect(() => {
    // What can be renewed may be in the middle of it; the server then says whether the session is over.
    if (status === 'signedIn' && !services.session.isFresh())
      send({ type: isRenewable(services.session) ? 'RENEWAL_DUE' : 'SESSION_ENDED' });
    // Checked on every navigation, as the source requires; the machine itself watches the time in between.
  }, [location.key, status, send, services]);

  if (status === 'restoring' || status === 'loadingUserInfo') return <Bare page={<SessionWait status={status} />} />;
  // Signing out must be possible even if nothing else is.
  if (status === 'userInfoUnavailable' && !isPath(location.pathname, paths.signOut))
    return <Bare page={<SessionUnavailable />} />;
  if (status === 'signedOut' && !isAnswered) return <ToSignIn />;
  return <Outlet />;
}

/**
 * Whether the page reports the outcome of a freeze, which ends the session itself (decision 0020). With `isOver` alone,
 * the member would be sent to sign in and left to find out. The page stays until the member leaves its URL.
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

/** A page outside the members' frame, which needs a member. */
function Bare({ page }: { readonly page: ReactNode }) {
  return <main className="mx-auto flex w-full max-w-md grow flex-col justify-center p-5">{page}</main>;
}

/** Remembers the page that the member wanted, unless they signed out themselves, and asks them to sign in. */
function ToSignIn() {
  const { signedOutBy } = useSession();
  const { recall } = useServices();
  const { pathname, search, state } = useLocation();
  const token = mailTokenOf(state);
  useEffect(() => {
    if (signedOutBy === 'byMember' || isPath(pathname, paths.signOut)) recall.forget();
    else recall.remember(pathname + search, token);
  }, [signedOutBy, recall, pathname, search, token]);
  return <Redirect to={paths.signIn} />;
}
