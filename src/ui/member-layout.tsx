import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router-dom';
import '#src/styles/app.css';
import { paths } from '#src/paths.ts';
import { Icon, type IconName } from './icon.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { Logo } from './logo.tsx';
import { MemberMenu } from './member-menu.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { UnreadCount } from './unread-count.tsx';

const places = [
  { to: paths.dashboard, icon: 'home', name: 'nav.dashboard' },
  { to: paths.wallet, icon: 'wallet', name: 'nav.wallet' },
  { to: paths.histories, icon: 'list', name: 'nav.history' },
  { to: paths.account, icon: 'user', name: 'nav.account' },
] as const satisfies readonly { to: string; icon: IconName; name: string }[];

/** What a phone's bar has no room for and its menu shows. */
const furtherPlaces = [
  { to: paths.staking, icon: 'stack', name: 'nav.staking' },
  { to: paths.organization, icon: 'people', name: 'nav.organization' },
  { to: paths.organizationChart, icon: 'branch', name: 'nav.organizationChart' },
  { to: paths.sales, icon: 'bars', name: 'nav.sales' },
  { to: paths.referral, icon: 'share', name: 'nav.referral' },
  { to: paths.authentication, icon: 'shield', name: 'nav.security' },
  { to: paths.newsList, icon: 'bell', name: 'nav.news' },
  { to: paths.faq, icon: 'question', name: 'nav.faq' },
  { to: paths.contact, icon: 'letter', name: 'nav.contact' },
  { to: paths.top, icon: 'menu', name: 'nav.top' },
] as const satisfies readonly { to: string; icon: IconName; name: string }[];

/** Each history is part of the place of all of them. */
const isWhole = (to: string) => to !== paths.histories;

/** The frame of every page that needs a session: a bar at the bottom of a phone, at the side of anything wider. */
export function MemberLayout({ userName, unread, children }: { userName: string; unread: number; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="flex grow flex-col md:grid print:block md:grid-cols-[15rem_minmax(0,1fr)]">
      <a href="#content" className="btn btn-primary sr-only z-50 focus:not-sr-only focus:fixed focus:top-3 focus:left-3">
        {t('skip')}
      </a>
      <SideBar userName={userName} unread={unread} />
      <header className="on-night flex min-h-14 items-center px-4 pt-[env(safe-area-inset-top)] md:hidden print:hidden">
        <Link to={paths.dashboard} className="flex min-h-11 items-center rounded-field">
          <Logo />
        </Link>
      </header>
      <div className="flex min-w-0 grow flex-col">
        <OfflineBanner />
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto flex w-full max-w-5xl grow flex-col gap-6 px-4 pt-6 pb-[calc(6rem+env(safe-area-inset-bottom))] md:px-8 md:pt-10 md:pb-10"
        >
          {children}
        </main>
      </div>
      <BottomBar userName={userName} unread={unread} />
    </div>
  );
}

function SideBar({ userName, unread }: { userName: string; unread: number }) {
  const { t } = useTranslation();
  return (
    <aside className="on-night sticky top-0 hidden h-dvh flex-col gap-8 overflow-y-auto p-4 md:flex print:hidden">
      <Link to={paths.dashboard} className="flex min-h-12 items-center rounded-field px-2">
        <Logo />
      </Link>
      <nav aria-label={t('nav.main')} className="flex flex-col gap-1">
        {[...places, ...furtherPlaces].map(({ to, icon, name }) => (
          <NavLink key={to} to={to} end={isWhole(to)} className="side-link">
            <Icon name={icon} />
            {t(name)}
            {to === paths.newsList && <UnreadCount count={unread} />}
          </NavLink>
        ))}
      </nav>
      <div className="mt-auto flex flex-col gap-1">
        <LanguageSwitch />
        <ThemeSwitch />
        <p className="mt-2 truncate border-t border-branch px-3 pt-4 text-sm font-semibold">{userName}</p>
        <NavLink to={paths.signOut} className="side-link">
          <Icon name="exit" />
          {t('nav.signOut')}
        </NavLink>
      </div>
    </aside>
  );
}

function BottomBar({ userName, unread }: { userName: string; unread: number }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('nav.main')} className="fixed inset-x-0 bottom-0 z-40 flex border-t border-base-300 bg-base-100 pb-[env(safe-area-inset-bottom)] md:hidden print:hidden">
      {places.map(({ to, icon, name }) => (
        <NavLink key={to} to={to} end={isWhole(to)} className="dock-item">
          <Icon name={icon} />
          {t(name)}
        </NavLink>
      ))}
      <MemberMenu userName={userName} unread={unread} places={furtherPlaces.map(({ to, icon, name }) => ({ to, icon, name: t(name), count: to === paths.newsList ? unread : 0 }))} />
    </nav>
  );
}
