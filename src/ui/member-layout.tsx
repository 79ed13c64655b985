import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import '#src/styles/app.css';
import { accountEntries, currentInBar, isInBar, navEntries, navGroups, placeOf, type Place } from './navigation.ts';
import { paths } from '#src/paths.ts';
import { Icon } from './icon.tsx';
import { MemberIcon } from './member-icon.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { Logo } from './logo.tsx';
import { MemberMenu } from './member-menu.tsx';
import { MoneyActs, NavGroup, NavLink, type NavProps } from './member-nav.tsx';
import { OfflineBanner, type OfflineBannerProps } from './offline-banner.tsx';
import { PublicFooter, PublicHeader, PUBLIC_COLUMNS } from './public-layout.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

export interface MemberLayoutProps extends OfflineBannerProps {
  readonly userName: string;
  /** The number of unread notices. */
  readonly unread: number;
  /** Whether the session is over while its last page is still shown: nothing that needs a session is offered then. */
  readonly isOver?: boolean;
  readonly children: ReactNode;
}

interface BarProps extends NavProps {
  readonly userName: string;
}

/**
 * The frame of every page that needs a session: a bar at the bottom of a phone, at the side of anything wider. Once the
 * session is over, it becomes the visitors' frame around the same page: a flow that reports how it ended must not start
 * over.
 */
export function MemberLayout({
  userName,
  unread,
  isOver = false,
  readAt = null,
  onAgain,
  children,
}: MemberLayoutProps) {
  const place = placeOf(useLocation());
  const bar = { userName, unread, place };
  return (
    <div
      className={isOver ? PUBLIC_COLUMNS : 'flex grow flex-col md:grid print:block md:grid-cols-[16rem_minmax(0,1fr)]'}
    >
      {isOver ? <PublicHeader /> : <Bars {...bar} />}
      <div className={`flex min-w-0 grow flex-col ${isOver ? 'lg:pt-16' : ''}`}>
        <OfflineBanner readAt={readAt} {...(onAgain === undefined ? {} : { onAgain })} />
        <main
          id="content"
          tabIndex={-1}
          data-old={readAt === null ? undefined : ''}
          className={`old-when-marked mx-auto flex w-full grow flex-col gap-6 ${
            isOver
              ? 'max-w-md px-5 py-8 sm:justify-center'
              : 'max-w-5xl px-4 pt-6 pb-[calc(2rem+var(--perch-covered-bottom,0px))] md:px-8 md:pt-10 md:pb-[calc(2.5rem+var(--perch-covered-bottom,0px))]'
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

/** What precedes the page: the skip link, and the bar at the side or at the top. */
function Bars(props: BarProps) {
  const { t } = useTranslation();
  return (
    <>
      <a
        href="#content"
        className="btn btn-primary sr-only z-50 focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {t('skip')}
      </a>
      <SideBar {...props} />
      <TopBar place={props.place} />
    </>
  );
}

/** A phone's top bar; on a page below an entry of the navigation, it leads back to that entry. */
function TopBar({ place }: { readonly place: Place | null }) {
  const { t } = useTranslation();
  return (
    <header className="on-night flex min-h-14 items-center gap-1 px-4 pt-[env(safe-area-inset-top)] md:hidden print:hidden">
      {place !== null && place.up !== null && (
        <Link
          to={paths[place.up.key]}
          aria-label={t('nav.up', { place: t(place.up.name) })}
          className="-ml-3 flex size-11 items-center justify-center rounded-field"
        >
          <Icon name="back" />
        </Link>
      )}
      <Link to={paths.dashboard} className="flex min-h-11 items-center rounded-field">
        <Logo />
      </Link>
    </header>
  );
}

/** Two of them fit next to each other. */
const OWN_LINK = 'side-link gap-1.5 px-2 text-sm';

/** The places scroll if the window is low; the member's name, the settings and signing out are always visible. */
function SideBar({ userName, ...nav }: BarProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const list = useCurrentInSight(nav.place);
  return (
    <aside className="on-night sticky top-0 hidden h-dvh flex-col p-3 md:flex print:hidden">
      <Link to={paths.dashboard} className="mb-1 flex min-h-12 shrink-0 items-center rounded-field px-2">
        <Logo />
      </Link>
      <nav
        ref={list}
        aria-label={t('nav.main')}
        className="relative flex min-h-0 grow flex-col gap-2 overflow-y-auto [@media(min-height:62rem)]:gap-4"
      >
        {navGroups.map(({ key, name, entries }) => (
          <div key={key}>
            <NavGroup name={name} entries={entries} {...nav} />
            {key === 'money' && <MoneyActs className="mt-1 grid-cols-2 gap-1" tile="px-2 text-sm" {...nav} />}
          </div>
        ))}
      </nav>
      <div className="-mx-1 mt-2 grid shrink-0 grid-cols-[minmax(0,1fr)_auto] items-center border-t border-branch pt-1.5">
        <p className="min-w-0 truncate px-3 text-sm font-semibold" title={userName}>
          {userName}
        </p>
        <Link
          to={paths.signOut}
          aria-current={pathname.toLowerCase() === paths.signOut.toLowerCase() ? 'page' : undefined}
          className={OWN_LINK}
        >
          <MemberIcon name="exit" />
          {t('nav.signOut')}
        </Link>
        {accountEntries.map((entry) => (
          <NavLink key={entry.key} entry={entry} className={OWN_LINK} {...nav} />
        ))}
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </aside>
  );
}

/** Keeps the current entry of a scrolling list visible, without scrolling the page. */
function useCurrentInSight(place: Place | null) {
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (list.current === null || current === undefined || current === null) return;
    const { offsetTop, offsetHeight } = current;
    const lowest = offsetTop + offsetHeight - list.current.clientHeight;
    list.current.scrollTop = Math.min(Math.max(list.current.scrollTop, lowest), offsetTop);
  }, [place?.entry.key]);
  return list;
}

function BottomBar(props: BarProps) {
  const { t } = useTranslation();
  const { place } = props;
  return (
    <nav
      aria-label={t('nav.main')}
      data-covers="bar"
      className="fixed inset-x-0 bottom-0 z-40 flex border-t border-base-300 bg-base-100 pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      {navEntries.filter(isInBar).map((entry) => (
        <Link key={entry.key} to={paths[entry.key]} aria-current={currentInBar(place, entry)} className="dock-item">
          <MemberIcon name={entry.icon} />
          {t(entry.name)}
        </Link>
      ))}
      <MemberMenu {...props} />
    </nav>
  );
}
