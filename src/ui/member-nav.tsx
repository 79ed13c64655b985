import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { currentAt, type NavEntry, type NavPlace } from './navigation.ts';
import { paths } from '#src/paths.ts';
import { MemberIcon } from './member-icon.tsx';
import { UnreadCount } from './unread-count.tsx';

/** The props that every part of the navigation gets. */
export interface NavProps {
  readonly place: NavPlace | null;
  /** How much of the news is unread. */
  readonly unread: number;
}

/** The props of the bars around a page. */
export interface BarProps extends NavProps {
  readonly name: string;
  readonly userName: string;
  /** The number of notices that the bell shows. */
  readonly notices: number;
  /** Opens the list of notices. */
  readonly onBell: () => void;
  /** Opens the member's menu. */
  readonly onMenu: () => void;
}

interface NavListProps extends NavProps {
  /** The name of the group; the main places and the member's own pages need none. */
  readonly name?: 'group.earn' | 'group.network' | 'group.help';
  readonly entries: readonly NavEntry[];
}

/** Some entries of the navigation, below the name of their group. */
export function NavList({ name, entries, ...rest }: NavListProps) {
  const { t } = useTranslation('nav');
  const id = useId();
  return (
    <div>
      {name !== undefined && (
        <p id={id} className="px-2.5 pb-0.5 text-sm leading-4 font-semibold tracking-wide opacity-75">
          {t(name)}
        </p>
      )}
      <ul aria-labelledby={name && id} className="flex flex-col">
        {entries.map((entry) => (
          <li key={entry.key}>
            <NavLink entry={entry} className="side-link" {...rest} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** One entry: its icon, its name, and the count of what is new there. */
export function NavLink({
  entry,
  className,
  place,
  unread,
}: NavProps & { readonly entry: NavEntry; readonly className: string }) {
  const { t } = useTranslation('nav');
  return (
    <Link to={paths[entry.key]} aria-current={currentAt(place, entry)} className={className}>
      <MemberIcon name={entry.icon} />
      {t(entry.name)}
      {entry.key === 'newsList' && <UnreadCount count={unread} />}
    </Link>
  );
}
