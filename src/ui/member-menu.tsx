import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#src/paths.ts';
import { ButtonLink } from './button.tsx';
import { Icon } from './icon.tsx';
import { MemberIcon, type MemberIconName } from './member-icon.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { UnreadCount } from './unread-count.tsx';

export interface MemberMenuProps {
  readonly userName: string;
  readonly unread: number;
  /** Whether the page belongs to one of the places. */
  readonly isCurrent: boolean;
  readonly places: readonly { readonly to: string; readonly icon: MemberIconName; readonly name: string; readonly count: number; readonly current: 'page' | 'true' | undefined }[];
}

/** What a phone's bottom bar has no room for, in a native dialog: it keeps the focus inside and closes by Escape. */
export function MemberMenu({ userName, unread, isCurrent, places }: MemberMenuProps) {
  const { t } = useTranslation();
  const sheet = useRef<HTMLDialogElement>(null);
  const close = () => sheet.current?.close();
  return (
    <>
      <button type="button" aria-haspopup="dialog" aria-current={isCurrent || undefined} onClick={() => sheet.current?.showModal()} className="dock-item">
        <span className="relative">
          <MemberIcon name="menu" />
          {unread > 0 && <span aria-hidden="true" className="absolute -top-1 -right-1.5 size-2.5 rounded-full bg-accent" />}
        </span>
        {t('nav.menu')}
        {unread > 0 && <span className="sr-only">{t('nav.unread', { count: unread })}</span>}
      </button>
      <dialog
        ref={sheet}
        aria-label={t('nav.menu')}
        // A press beside the sheet lands on the dialog itself, its backdrop.
        onClick={(event) => event.target === event.currentTarget && close()}
        className="m-0 mt-auto w-full max-w-none rounded-t-box bg-base-100 text-base-content backdrop:bg-black/50"
      >
        <div className="flex flex-col gap-3 p-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))]">
          <div className="flex items-center justify-between gap-4">
            <p className="min-w-0 truncate font-semibold">{userName}</p>
            <button type="button" onClick={close} aria-label={t('action.close')} className="btn btn-ghost btn-square size-11">
              <Icon name="close" />
            </button>
          </div>
          {places.map(({ to, icon, name, count, current }) => (
            <ButtonLink key={to} kind="secondary" to={to} aria-current={current} onClick={close} className="aria-current:border-accent aria-current:border-4">
              <MemberIcon name={icon} />
              {name}
              <UnreadCount count={count} />
            </ButtonLink>
          ))}
          <LanguageSwitch />
          <ThemeSwitch />
          <ButtonLink kind="secondary" to={paths.signOut} onClick={close}>
            <MemberIcon name="exit" />
            {t('nav.signOut')}
          </ButtonLink>
        </div>
      </dialog>
    </>
  );
}
