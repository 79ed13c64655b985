import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { accountEntries, currentAt, mainPlaces, navGroups, type NavPlace } from './navigation.ts';
import { paths } from '#src/paths.ts';
import { Logo } from './logo.tsx';
import { Bell } from './member-bell.tsx';
import { Avatar } from './member-avatar.tsx';
import { MoneyTiles } from './member-move.tsx';
import { NavList, type BarProps } from './member-nav.tsx';
import { MemberIcon } from './member-icon.tsx';

/** The bar beside a page. The places scroll if the window is low; the member's menu is always at its foot. */
export function SideBar({ name, userName, notices, onBell, onMenu, ...nav }: BarProps) {
  const { t } = useTranslation(['nav', 'common']);
  const list = useCurrentInSight(nav.place);
  const shown = name || userName;
  return (
    <aside className="side-bar on-night hidden flex-col md:flex print:hidden">
      <div className="mb-1 flex shrink-0 items-center justify-between">
        <Link to={paths.dashboard} className="flex min-h-12 items-center rounded-field px-2">
          <Logo />
        </Link>
        <Bell unread={notices} onOpen={onBell} />
      </div>
      <nav ref={list} aria-label={t('main')} className="side-list">
        <NavList entries={mainPlaces} {...nav} />
        <MoneyTiles place={nav.place} />
        {navGroups.map((group) => (
          <NavList key={group.name} {...group} {...nav} />
        ))}
      </nav>
      <button
        type="button"
        name="menu"
        aria-haspopup="dialog"
        aria-current={accountEntries.some((entry) => currentAt(nav.place, entry) !== undefined) || undefined}
        aria-label={t('common:labelled', { label: t('menu'), value: shown })}
        onClick={onMenu}
        className="side-link mt-2 shrink-0 cursor-pointer text-left"
      >
        <Avatar name={shown} className="size-8 text-sm" />
        <span className="min-w-0 grow truncate" title={shown}>
          {shown}
        </span>
        <MemberIcon name="more" className="size-4" />
      </button>
    </aside>
  );
}

/** Keeps the current entry of a scrolling list visible, without scrolling the page. */
function useCurrentInSight(place: NavPlace | null) {
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    // With the next frame, which lays the page out in any case.
    const asked = requestAnimationFrame(() => {
      const current = list.current?.querySelector<HTMLElement>('[aria-current]');
      if (list.current === null || current === undefined || current === null) return;
      const { offsetTop, offsetHeight } = current;
      const lowest = offsetTop + offsetHeight - list.current.clientHeight;
      list.current.scrollTop = Math.min(Math.max(list.current.scrollTop, lowest), offsetTop);
    });
    return () => cancelAnimationFrame(asked);
  }, [place?.entry.key]);
  return list;
}
