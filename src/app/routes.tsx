import type { i18n as I18n } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Route, Routes, useLocation } from 'react-router-dom';
import type { Area } from '#src/i18n/areas.ts';
import { Kept } from './kept.tsx';
import { isKnownPath, isPath, paths, publicPaths, type AppPath } from '#src/paths.ts';
import { memberFrame, OpenFrame, PageWait, PublicFrame, stepsOf, Texts } from '#src/frames/route-parts.tsx';
import { Guarded } from './guard.tsx';
import type { Place } from './member-routes.tsx';
import { useIsMember } from '#src/session/session.provider.tsx';
import { ErrorBoundary } from '#src/ui/error-boundary.tsx';
import { lazyPage, PageSlot } from '#src/ui/lazy-page.tsx';
import { useRouteFocus } from '#src/ui/use-route-focus.ts';

const notFound = lazyPage(() => import('#src/pages/not-found.page.tsx').then((module) => module.NotFoundPage));
const maintenance = lazyPage(() => import('#src/pages/maintenance.page.tsx').then((module) => module.MaintenancePage));
const signIn = lazyPage(() => import('#src/flows/sign-in/sign-in.route.tsx').then((module) => module.SignInRoute));
const visitors = lazyPage(() => import('./visitor-pages.tsx').then((module) => module.VisitorPages));
const memberArea = lazyPage(() => import('./member-area.tsx').then((module) => module.MemberRoutes));

const AT_HOME: Place = { pathname: paths.dashboard, search: '' };

/** Pages for both members and visitors, each in their own frame. */
const READ_BY_ALL: readonly AppPath[] = [paths.terms, paths.privacy, paths.risk, paths.help];
const HERE: readonly AppPath[] = [paths.signIn, paths.maintenance, paths.freeze, ...READ_BY_ALL];
/** Pages that visitors reach from here; they are in visitor-pages.tsx. */
const VISITED = publicPaths.filter((path) => !HERE.includes(path));

/**
 * Fetches the code of the page at a place before the first render, so that prerendered markup is hydrated by the same
 * page, and a member who opens the app at a page sees no other wait. Returns the areas of its texts.
 */
export async function preloadPage({ pathname, search }: Place, isMember: boolean): Promise<readonly Area[]> {
  if (isPath(pathname, paths.signIn)) await signIn.preload();
  const isOfMembers = isKnownPath(pathname) && !publicPaths.some((path) => isPath(pathname, path));
  return isMember && isOfMembers ? preloadMemberPages({ pathname, search }) : [];
}

/**
 * Fetches what a member sees, by default after signing in, while they still type and the server checks the password.
 * Like the others, this never rejects: the visit itself shows a failure. Returns the areas of the page's texts,
 * which are fetched too where `i18n` is there to take them.
 */
export async function preloadMemberPages(place: Place = AT_HOME, i18n?: I18n): Promise<readonly Area[]> {
  const page = import('./member-area.tsx').then((module) => module.preloadMemberPage(place, i18n));
  const [areas] = await Promise.all([page.catch(() => []), memberFrame.preload(), memberArea.preload()]);
  return areas;
}

/** Every page; those of members are in member-routes.tsx. To add a page, add a line here and a path in paths.ts. */
export function AppRoutes() {
  useRouteFocus();
  const isMember = useIsMember();
  return (
    <ErrorBoundary home={paths.dashboard} contact={isMember ? paths.contact : null}>
      <Kept instead={<PublicFrame page={<Texts areas={['maintenance']} page={<maintenance.Page />} />} />}>
        <Routes>
          <Route element={<PublicFrame />}>
            <Route path={paths.signIn} element={<SignInSlot />} />
            {stepsOf(VISITED, <visitors.Page />)}
            <Route path={paths.maintenance} element={<Texts areas={['maintenance']} page={<maintenance.Page />} />} />
          </Route>
          <Route element={<OpenFrame />}>{stepsOf(READ_BY_ALL, <visitors.Page />)}</Route>
          {/* It chooses its own frame. */}
          <Route
            path={paths.freeze}
            element={
              <PageSlot waiting={<PageWait />}>
                <visitors.Page />
              </PageSlot>
            }
          />
          <Route element={<Elsewhere />}>
            <Route path="*" element={<MemberAreaOrNotFound />} />
          </Route>
        </Routes>
      </Kept>
    </ErrorBoundary>
  );
}

/** Members' pages behind the guard; an unknown URL gets the same response for everybody. */
function Elsewhere() {
  const { pathname } = useLocation();
  if (!isKnownPath(pathname)) return <OpenFrame reading={false} />;
  return (
    <PageSlot waiting={<PageWait />}>
      <Guarded />
    </PageSlot>
  );
}

function MemberAreaOrNotFound() {
  const { pathname } = useLocation();
  return isKnownPath(pathname) ? <memberArea.Page /> : <Texts areas={['not-found']} page={<notFound.Page />} />;
}

/** The sign-in page. A visitor who types there is about to be a member, so Home is fetched meanwhile. */
function SignInSlot() {
  const { i18n } = useTranslation();
  const fetchAhead = () => void preloadMemberPages(AT_HOME, i18n);
  return (
    <div className="contents" onInput={fetchAhead}>
      <Texts areas={['sign-in', 'challenge']} page={<signIn.Page />} />
    </div>
  );
}
