import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { Kept } from './kept.tsx';
import { isKnownPath, isPath, paths } from './paths.ts';
import { memberFrame, MemberFrameSlot, PageWait, stepsOf, Texts } from './route-parts.tsx';
import { Guarded } from './session/guard.tsx';
import { useIsMember, useSession } from './session/session.provider.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { lazyPage, PageSlot } from './ui/lazy-page.tsx';
import { PublicLayout } from './ui/public-layout.tsx';
import { useRouteFocus } from './ui/use-route-focus.ts';

const notFound = lazyPage(() => import('./pages/not-found.page.tsx').then((module) => module.NotFoundPage));
const maintenance = lazyPage(() => import('./pages/maintenance.page.tsx').then((module) => module.MaintenancePage));
const signIn = lazyPage(() => import('./flows/sign-in/sign-in.route.tsx').then((module) => module.SignInRoute));
const forgot = lazyPage(() => import('./pages/forgot.page.tsx').then((module) => module.ForgotPage));
const passwordRecovery = lazyPage(() => import('./flows/password-recovery/password-recovery.route.tsx').then((module) => module.PasswordRecoveryRoute));
const usernameRecovery = lazyPage(() => import('./flows/username-recovery/username-recovery.route.tsx').then((module) => module.UsernameRecoveryRoute));
const signUp = lazyPage(() => import('./flows/sign-up/sign-up.route.tsx').then((module) => module.SignUpRoute));
const accountThaw = lazyPage(() => import('./flows/account-thaw/account-thaw.route.tsx').then((module) => module.AccountThawRoute));
const terms = lazyPage(() => import('./pages/contents/content.page.tsx').then((module) => module.TermsPage));
const privacy = lazyPage(() => import('./pages/contents/content.page.tsx').then((module) => module.PrivacyPage));
const risk = lazyPage(() => import('./pages/contents/content.page.tsx').then((module) => module.RiskPage));
const memberArea = lazyPage(() => import('./member-routes.tsx').then((module) => module.MemberRoutes));

/** Fetches the code of the page at `pathname` before the first render, so that prerendered markup is met by the same page. */
export async function preloadPage(pathname: string): Promise<void> {
  if (isPath(pathname, paths.signIn)) await signIn.preload();
}

/** Fetches what a member sees after signing in, while they still type and the server checks the password. */
export async function preloadMemberPages(): Promise<void> {
  const first = import('./member-routes.tsx').then((module) => module.preloadFirstPage());
  // Never rejects, like the others: the visit itself shows a failure.
  await Promise.all([memberFrame.preload(), memberArea.preload(), first.catch(() => undefined)]);
}

/** Every page; those of members are in member-routes.tsx. A new one is a line and an address in paths.ts. */
export function AppRoutes() {
  useRouteFocus();
  const isMember = useIsMember();
  return (
    <ErrorBoundary home={paths.dashboard} contact={isMember ? paths.contact : null}>
      <Kept instead={<PublicFrame page={<Texts areas={['maintenance']} page={<maintenance.Page />} />} />}>
        <Routes>
          <Route element={<PublicFrame />}>
            <Route path={paths.signIn} element={<SignInSlot />} />
            {stepsOf([paths.signUp, paths.signUpSeat, paths.signUpEmail, paths.signUpDetails, paths.signUpDone], <Texts areas={['sign-up', 'mail-code', 'new-password', 'requests']} page={<signUp.Page />} />)}
            <Route path={paths.forgot} element={<Texts areas={['forgot']} page={<forgot.Page />} />} />
            {stepsOf(
              [paths.forgotPassword, paths.forgotPasswordCode, paths.resetPassword, paths.resetPasswordDone],
              <Texts areas={['password-recovery', 'mail-code', 'new-password', 'requests']} page={<passwordRecovery.Page />} />,
            )}
            {stepsOf([paths.forgotAccount, paths.forgotAccountCode, paths.forgotAccountDone], <Texts areas={['username-recovery', 'mail-code']} page={<usernameRecovery.Page />} />)}
            {stepsOf([paths.frozen, paths.thaw], <Texts areas={['account-thaw', 'challenge', 'requests']} page={<accountThaw.Page />} />)}
            <Route path={paths.maintenance} element={<Texts areas={['maintenance']} page={<maintenance.Page />} />} />
          </Route>
          <Route element={<OpenFrame />}>
            <Route path={paths.terms} element={<Texts areas={['contents']} page={<terms.Page />} />} />
            <Route path={paths.privacy} element={<Texts areas={['contents']} page={<privacy.Page />} />} />
            <Route path={paths.risk} element={<Texts areas={['contents']} page={<risk.Page />} />} />
          </Route>
          <Route element={<Elsewhere />}>
            <Route path="*" element={<memberArea.Page />} />
          </Route>
        </Routes>
      </Kept>
    </ErrorBoundary>
  );
}

function PublicFrame({ reading = false, page = <Outlet /> }: { readonly reading?: boolean; readonly page?: ReactNode }) {
  return (
    <PublicLayout reading={reading}>
      <PageSlot waiting={<PageWait />}>{page}</PageSlot>
    </PublicLayout>
  );
}

/** Members' pages behind the guard, and for everything that is no address of ours the same answer to everybody. */
function Elsewhere() {
  const { pathname } = useLocation();
  if (!isKnownPath(pathname)) {
    return (
      <PublicLayout>
        <PageSlot waiting={<PageWait />}>
          <Texts areas={['not-found']} page={<notFound.Page />} />
        </PageSlot>
      </PublicLayout>
    );
  }
  return (
    <PageSlot waiting={<PageWait />}>
      <Guarded />
    </PageSlot>
  );
}

/** The frame of what both members and others read; nothing is shown twice while the session is still being looked for. */
function OpenFrame() {
  const { status } = useSession();
  if (status === 'restoring' || status === 'loadingUserInfo') return <PageWait />;
  return status === 'signedIn' ? <MemberFrameSlot /> : <PublicFrame reading />;
}

/** The sign-in page. Whoever types there is about to be a member, so their first page is fetched meanwhile. */
function SignInSlot() {
  const { i18n } = useTranslation();
  const fetchAhead = () => void Promise.all([preloadMemberPages(), i18n.loadNamespaces(['dashboard', 'wallet', 'money'])]);
  return (
    <div className="contents" onInput={fetchAhead}>
      <Texts areas={['sign-in', 'challenge']} page={<signIn.Page />} />
    </div>
  );
}
