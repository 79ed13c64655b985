import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { currentTab, tabs, type NavPlace } from './navigation.ts';
import { paths } from '#src/paths.ts';
import { Bird } from './logo.tsx';
import { Bell, TopCount } from './member-bell.tsx';
import { Avatar } from './member-avatar.tsx';
import { MemberIcon } from './member-icon.tsx';
import type { BarProps } from './member-nav.tsx';

/**
 * A phone's top bar: the way back from a page below a tab, the title once the page's own has scrolled out of sight, the
 * bell and the member's menu, with the number of unread news that its entry of the news has too.
 */
export function TopBar({ name, userName, unread, place, notices, onBell, onMenu }: BarProps) {
  const { t } = useTranslation(['nav', 'common']);
  const menu = t('menu');
  const title = useTitleOutOfSight();
  return (
    <header data-covers="head" className="on-night top-bar">
      <Start up={place?.up ?? null} isShort={title !== null} />
      <p aria-hidden="true" className="truncate text-center font-semibold">
        {title}
      </p>
      <div className="flex justify-end">
        <Bell unread={notices} onOpen={onBell} />
        <button
          type="button"
          name="menu"
          aria-haspopup="dialog"
          aria-label={
            unread === 0 ? menu : t('common:labelled', { label: menu, value: t('unread', { count: unread }) })
          }
          aria-current={(place !== null && place.tab === null) || undefined}
          onClick={onMenu}
          className="top-item cursor-pointer"
        >
          <Avatar name={name || userName} className="size-8 text-sm" />
          <TopCount count={unread} />
        </button>
      </div>
    </header>
  );
}

/** The way back, named after where it leads; on the page of a tab, the way home. */
function Start({ up, isShort }: { readonly up: NavPlace['up']; readonly isShort: boolean }) {
  const { t } = useTranslation('nav');
  if (up === null)
    return (
      <Link to={paths.dashboard} aria-label="Perch" className="top-item w-max">
        <Bird />
      </Link>
    );
  return (
    <Link to={paths[up.key]} aria-label={t('up', { place: t(up.name) })} className="up-link">
      <MemberIcon name="back" />
      {!isShort && <span className="truncate">{t(up.name)}</span>}
    </Link>
  );
}

/** The title of the page while its heading is above the window; otherwise null. */
function useTitleOutOfSight(): string | null {
  const [title, setTitle] = useState<string | null>(null);
  useEffect(() => {
    let asked = 0;
    const look = () => {
      asked = 0;
      const heading = document.querySelector<HTMLElement>('main h1');
      const { bottom } = heading?.getBoundingClientRect() ?? { bottom: 1 };
      setTitle(
        window.scrollY > 0 && bottom <= HEAD_PX ? (heading?.dataset['short'] ?? heading?.textContent ?? null) : null,
      );
    };
    const onScroll = () => {
      if (asked === 0) asked = requestAnimationFrame(look);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
      cancelAnimationFrame(asked);
    };
  }, []);
  return title;
}

/** The height of the bar, below which a heading can be seen. */
const HEAD_PX = 56;

/** The other props of a phone's bar. */
export interface BottomBarProps extends Pick<BarProps, 'place'> {
  readonly onMove: () => void;
}

/** A phone's bar: four tabs, and the acts in its middle. */
export function BottomBar({ place, onMove }: BottomBarProps) {
  const { t } = useTranslation('nav');
  const [first, second, ...others] = tabs.map(({ key, icon, name }) => (
    <Link key={key} to={paths[key]} aria-current={currentTab(place, key)} className="dock-item">
      <MemberIcon name={icon} />
      {t(name)}
    </Link>
  ));
  return (
    <nav aria-label={t('main')} data-covers="bar" className="bottom-bar">
      {first}
      {second}
      <button type="button" name="move" aria-haspopup="dialog" onClick={onMove} className="dock-item">
        <span aria-hidden="true" className="dock-move">
          <MemberIcon name="move" />
        </span>
        {t('move.label')}
      </button>
      {others}
    </nav>
  );
}
