import { useDeferredValue, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { accountEntries, mainPlaces, navGroups, tabs, type NavEntry } from './navigation.ts';
import { isPath, paths } from '#src/paths.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { Avatar } from './member-avatar.tsx';
import { CurrencySwitch } from './currency-switch.tsx';
import { MemberIcon } from './member-icon.tsx';
import { NavList, type NavProps } from './member-nav.tsx';
import { Sheet } from './member-sheet.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

export interface MemberMenuProps extends NavProps {
  readonly sheet: RefObject<HTMLDialogElement | null>;
  readonly name: string;
  readonly userName: string;
}

const isNoTab = ({ key }: NavEntry): boolean => !tabs.some((tab) => tab.key === key);

/**
 * The member's own menu: account, security, language, theme, currency, signing out. On a phone it also has the places
 * for which the bar has no room.
 */
export function MemberMenu({ sheet, name, userName, unread, place }: MemberMenuProps) {
  const { t } = useTranslation(['nav', 'common']);
  const { pathname } = useLocation();
  const nav = { unread, place };
  // As in the sheet of acts: after the page.
  const isFilled = useDeferredValue(true, false);
  return (
    <Sheet sheet={sheet} label={t('menu')} head={<Whose name={name} userName={userName} />} className="sheet-at-foot">
      <div className="flex min-h-0 grow flex-col gap-4 overflow-y-auto px-3 pt-2 pb-3">
        {isFilled && (
          <>
            <NavList entries={accountEntries} {...nav} />
            <div className="flex flex-col gap-4 md:hidden">
              <NavList entries={mainPlaces.filter(isNoTab)} {...nav} />
              {navGroups.map((group) => (
                <NavList key={group.name} name={group.name} entries={group.entries.filter(isNoTab)} {...nav} />
              ))}
            </div>
          </>
        )}
      </div>
      <div className="menu-foot">
        <LanguageSwitch />
        <ThemeSwitch />
        <CurrencySwitch />
        <Link
          to={paths.signOut}
          aria-current={isPath(pathname, paths.signOut) ? 'page' : undefined}
          className="side-link"
        >
          <MemberIcon name="exit" />
          {t('common:action.signOut')}
        </Link>
      </div>
    </Sheet>
  );
}

function Whose({ name, userName }: Pick<MemberMenuProps, 'name' | 'userName'>) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar name={name || userName} className="size-11" />
      <p className="min-w-0">
        <span className="block truncate font-semibold" title={name}>
          {name}
        </span>
        <span className="block truncate text-sm text-muted" title={userName}>
          {userName}
        </span>
      </p>
    </div>
  );
}
