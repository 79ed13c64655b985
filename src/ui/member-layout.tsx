import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import '#src/styles/app.css';
import { IN_BAR, navEntries, placeOf, type NavEntry, type Place } from '#src/navigation.ts';
import { paths } from '#src/paths.ts';
import { Icon } from './icon.tsx';
import { MemberIcon } from './member-icon.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { Logo } from './logo.tsx';
import { MemberMenu } from './member-menu.tsx';
import { OfflineBanner, type OfflineBannerProps } from './offline-banner.tsx';
import { PublicFooter, PublicHeader, PUBLIC_COLUMNS } from './public-layout.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { UnreadCount } from './unread-count.tsx';

export interface MemberLayoutProps extends OfflineBannerProps {
  readonly userName: string;
  /** News that were not read yet. */
  readonly unread: number;
  /** Whether the session is over while its last page still stands there: nothing that needs one is offered then. */
  readonly isOver?: boolean;
  readonly children: ReactNode;
}

interface BarProps {
  readonly userName: string;
  readonly unread: number;
  readonly place: Place | null;
}

/**
 * The frame of every page that needs a session: a bar at the bottom of a phone, at the side of anything wider. Once the session
 * is over it is the frame of everybody, around the same page: a flow that says how it ended must not begin anew.
 */
export function MemberLayout({ userName, unread, isOver = false, readAt = null, onAgain, children }: MemberLayoutProps) {
  const place = placeOf(useLocation());
  const bar = { userName, unread, place };
  return (
    <div className={isOver ? PUBLIC_COLUMNS : 'flex grow flex-col md:grid print:block md:grid-cols-[15rem_minmax(0,1fr)]'}>
      {isOver ? <PublicHeader /> : <Bars {...bar} />}
      <div className={`flex min-w-0 grow flex-col ${isOver ? 'lg:pt-16' : ''}`}>
        <OfflineBanner readAt={readAt} {...(onAgain === undefined ? {} : { onAgain })} />
        <main
          id="content"
          tabIndex={-1}
          data-old={readAt === null ? undefined : ''}
          className={`old-when-marked mx-auto flex w-full grow flex-col gap-6 ${
            isOver ? 'max-w-md px-5 py-8 sm:justify-center' : 'max-w-5xl px-4 pt-6 pb-[calc(6rem+env(safe-area-inset-bottom))] md:px-8 md:pt-10 md:pb-10'
          }`}
        >
          {children}
        </main>
        {isOver && <PublicFooter width="max-w-md" />}
      </div>
      {!isOver && <BottomBar {...bar} />}
    </div>
  );
}

/** What stands before the page: the way over it all, and the bar at the side or at the top. */
function Bars(props: BarProps) {
  const { t } = useTranslation();
  return (
    <>
      <a href="#content" className="btn btn-primary sr-only z-50 focus:not-sr-only focus:fixed focus:top-3 focus:left-3">
        {t('skip')}
      </a>
      <SideBar {...props} />
      <TopBar place={props.place} />
    </>
  );
}

/** A phone's top bar; on a page below an entry of the navigation it leads back to that. */
function TopBar({ place }: { readonly place: Place | null }) {
  const { t } = useTranslation();
  return (
    <header className="on-night flex min-h-14 items-center gap-1 px-4 pt-[env(safe-area-inset-top)] md:hidden print:hidden">
      {place !== null && !place.isEntry && (
        <Link to={paths[place.entry.key]} aria-label={t('nav.up', { place: t(place.entry.name) })} className="-ml-3 flex size-11 items-center justify-center rounded-field">
          <Icon name="back" />
        </Link>
      )}
      <Link to={paths.dashboard} className="flex min-h-11 items-center rounded-field">
        <Logo />
      </Link>
    </header>
  );
}

/** Whether a link leads to the page, or to the part of the app that the page belongs to. */
function currentAt(place: Place | null, { key }: NavEntry): 'page' | 'true' | undefined {
  if (place?.entry.key !== key) return undefined;
  return place.isEntry ? 'page' : 'true';
}

/** The navigation scrolls where the window is low; who is signed in, and leaving, are always in sight. */
function SideBar({ userName, unread, place }: BarProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <aside className="on-night sticky top-0 hidden h-dvh flex-col p-4 md:flex print:hidden">
      <Link to={paths.dashboard} className="mb-4 flex min-h-12 shrink-0 items-center rounded-field px-2">
        <Logo />
      </Link>
      <nav aria-label={t('nav.main')} className="flex min-h-0 grow flex-col gap-1 overflow-y-auto">
        {navEntries.map((entry) => (
          <Link key={entry.key} to={paths[entry.key]} aria-current={currentAt(place, entry)} className="side-link">
            <MemberIcon name={entry.icon} />
            {t(entry.name)}
            {entry.key === 'newsList' && <UnreadCount count={unread} />}
          </Link>
        ))}
      </nav>
      <div className="mt-3 flex shrink-0 flex-col border-t border-branch pt-2">
        <LanguageSwitch />
        <ThemeSwitch />
        <p className="px-3 pt-2 text-sm font-semibold break-all">{userName}</p>
        <Link to={paths.signOut} aria-current={pathname.toLowerCase() === paths.signOut.toLowerCase() ? 'page' : undefined} className="side-link">
          <MemberIcon name="exit" />
          {t('nav.signOut')}
        </Link>
      </div>
    </aside>
  );
}

function BottomBar({ userName, unread, place }: BarProps) {
  const { t } = useTranslation();
  const inMenu = navEntries.slice(IN_BAR);
  return (
    <nav aria-label={t('nav.main')} className="fixed inset-x-0 bottom-0 z-40 flex border-t border-base-300 bg-base-100 pb-[env(safe-area-inset-bottom)] md:hidden print:hidden">
      {navEntries.slice(0, IN_BAR).map((entry) => (
        <Link key={entry.key} to={paths[entry.key]} aria-current={currentAt(place, entry)} className="dock-item">
          <MemberIcon name={entry.icon} />
          {t(entry.name)}
        </Link>
      ))}
      <MemberMenu
        userName={userName}
        unread={unread}
        isCurrent={inMenu.some((entry) => currentAt(place, entry) !== undefined)}
        places={inMenu.map((entry) => ({ to: paths[entry.key], icon: entry.icon, name: t(entry.name), count: entry.key === 'newsList' ? unread : 0, current: currentAt(place, entry) }))}
      />
    </nav>
  );
}
