import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { accountEntries, currentInBar, isInBar, navEntries, navGroups } from './navigation.ts';
import { paths } from '#src/paths.ts';
import { Icon } from './icon.tsx';
import { MemberIcon } from './member-icon.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { MoneyActs, NavGroup, type NavProps } from './member-nav.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

export interface MemberMenuProps extends NavProps {
  readonly userName: string;
}

/**
 * What a phone's bottom bar has no room for, in a native dialog, which keeps the focus inside and closes on Escape. The
 * groups are those of the side bar; the list scrolls, while the member's name and signing out are always visible.
 */
export function MemberMenu({ userName, unread, place }: MemberMenuProps) {
  const { t } = useTranslation();
  const sheet = useRef<HTMLDialogElement>(null);
  const close = () => sheet.current?.close();
  const { key: visit } = useLocation();
  // Back and Forward lead to another page just like an entry: the menu must not stay open over it.
  useEffect(() => {
    if (sheet.current?.open === true) sheet.current.close();
  }, [visit]);
  // If the bar shows the place, or the one it is under, the menu need not.
  const isCurrent =
    place !== null && !navEntries.some((entry) => isInBar(entry) && currentInBar(place, entry) !== undefined);
  const nav = { unread, place, onGo: close };
  const groups = [...navGroups, { key: 'you', name: 'nav.group.you', entries: accountEntries } as const];
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-current={isCurrent || undefined}
        onClick={() => sheet.current?.showModal()}
        className="dock-item"
      >
        <span className="relative">
          <MemberIcon name="menu" />
          {unread > 0 && (
            <span aria-hidden="true" className="absolute -top-1 -right-1.5 size-2.5 rounded-full bg-accent" />
          )}
        </span>
        {t('nav.menu')}
        {unread > 0 && <span className="sr-only">{t('nav.unread', { count: unread })}</span>}
      </button>
      <dialog
        ref={sheet}
        aria-label={t('nav.menu')}
        // A press beside the sheet hits the dialog itself, its backdrop.
        onClick={(event) => event.target === event.currentTarget && close()}
        className="m-0 mt-auto max-h-[92dvh] w-full max-w-none overflow-hidden rounded-t-box bg-base-100 text-base-content backdrop:bg-black/50"
      >
        <div className="flex max-h-[92dvh] flex-col">
          <div className="flex shrink-0 items-center justify-between gap-4 py-2 pr-3 pl-5">
            <p className="min-w-0 truncate font-semibold">{userName}</p>
            <button
              type="button"
              onClick={close}
              aria-label={t('action.close')}
              className="btn btn-ghost btn-square size-11"
            >
              <Icon name="close" />
            </button>
          </div>
          <div className="flex min-h-0 grow flex-col gap-4 overflow-y-auto px-3 pb-3">
            <MoneyActs
              className="grid-cols-2 gap-1.5 min-[22.5rem]:grid-cols-4"
              tile="flex-col justify-center px-0.5 text-center text-xs"
              {...nav}
            />
            {groups.map(({ key, name, entries }) => {
              const rest = entries.filter((entry) => !isInBar(entry));
              return rest.length === 0 ? null : <NavGroup key={key} name={name} entries={rest} {...nav} />;
            })}
          </div>
          <div className="flex shrink-0 flex-wrap items-center justify-between gap-x-1 border-t border-base-300 px-2 pt-1.5 pb-[calc(0.375rem+env(safe-area-inset-bottom))]">
            <LanguageSwitch />
            <ThemeSwitch />
            <Link to={paths.signOut} onClick={close} className="side-link">
              <MemberIcon name="exit" />
              {t('nav.signOut')}
            </Link>
          </div>
        </div>
      </dialog>
    </>
  );
}
