import { useDeferredValue, useImperativeHandle, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { formatDateTime } from '#src/i18n/format.ts';
import '#src/styles/app.css';
import { placeOf } from './navigation.ts';
import { MemberMenu } from './member-menu.tsx';
import { NoticesSheet } from './member-notices.tsx';
import { MoveSheet } from './member-move.tsx';
import type { BarProps } from './member-nav.tsx';
import { BottomBar, TopBar } from './member-phone.tsx';
import { PageProgress } from './member-progress.tsx';
import { openSheet } from './member-sheet.tsx';
import { SideBar } from './member-side.tsx';
import { OfflineBanner, type OfflineBannerProps } from './offline-banner.tsx';
import { PublicFooter, PublicHeader, PUBLIC_COLUMNS } from './public-layout.tsx';
import { useOnline } from './use-online.ts';
import { WholeWords } from './whole-words.tsx';

export interface MemberLayoutProps extends Pick<OfflineBannerProps, 'onAgain'> {
  /** When the oldest stale value on the page was read, if it can't be refreshed now; otherwise null. */
  readonly readAt?: number | null;
  /** The member's own name; empty if it is not known. */
  readonly name: string;
  readonly userName: string;
  /** How much of the news is unread. */
  readonly unread: number;
  /** What the bell counts and lists; the list is read whenever it is opened. */
  readonly notices: {
    readonly unread: number;
    readonly list: ReactNode;
    /** Is given what opens the list. */
    readonly openList?: RefObject<(() => void) | null>;
  };
  /** Whether the session is over while its last page is still shown: nothing that needs a session is offered then. */
  readonly isOver?: boolean;
  readonly children: ReactNode;
}

/**
 * The frame of every page that needs a session: bars above and below the page on a phone, one at the side of anything
 * wider. Once the session is over, it becomes the visitors' frame around the same page: a flow that reports how it
 * ended must not start over.
 */
export function MemberLayout({
  name,
  userName,
  unread,
  notices,
  isOver = false,
  readAt = null,
  onAgain,
  children,
}: MemberLayoutProps) {
  const place = placeOf(useLocation());
  const menu = useRef<HTMLDialogElement>(null);
  const moves = useRef<HTMLDialogElement>(null);
  const bell = useRef<HTMLDialogElement>(null);
  const [isListed, setListed] = useState(false);
  const onBell = () => {
    setListed(true);
    openSheet(bell);
  };
  useImperativeHandle(notices.openList, () => () => {
    // The message that was pressed is gone by the time the list is closed, and the focus returns to the page.
    document.getElementById('content')?.focus({ preventScroll: true });
    onBell();
  });
  const bar = {
    name,
    userName,
    unread,
    place,
    notices: notices.unread,
    onBell,
    onMenu: () => openSheet(menu),
  };
  return (
    <div
      className={isOver ? PUBLIC_COLUMNS : 'flex grow flex-col md:grid print:block md:grid-cols-[auto_minmax(0,1fr)]'}
    >
      <PageProgress />
      {isOver ? <PublicHeader /> : <Bars {...bar} />}
      <div className={`flex min-w-0 grow flex-col ${isOver ? 'lg:pt-16' : ''}`}>
        <main
          id="content"
          tabIndex={-1}
          data-old={readAt === null ? undefined : ''}
          className={`old-when-marked mx-auto flex grow flex-col gap-6 ${
            isOver ? 'w-full max-w-md px-5 py-8 sm:justify-center' : 'member-page'
          }`}
        >
          {children}
        </main>
        {isOver && <PublicFooter width="max-w-md" />}
        <OfflineBanner
          className={isOver ? 'beside-night' : ''}
          old={readAt === null ? null : <ReadAt at={readAt} />}
          {...(onAgain === undefined ? {} : { onAgain })}
        />
      </div>
      {!isOver && (
        <>
          <BottomBar place={place} onMove={() => openSheet(moves)} />
          <MoveSheet sheet={moves} place={place} />
          <NoticesSheet sheet={bell} onClose={() => setListed(false)}>
            {isListed && notices.list}
          </NoticesSheet>
          <MemberMenu sheet={menu} name={name} userName={userName} unread={unread} place={place} />
        </>
      )}
    </div>
  );
}

/** Of when a stale page is. The moment is never broken: browsers would do so after its hyphens. */
function ReadAt({ at }: { readonly at: number }) {
  const { t } = useTranslation();
  const online = useOnline();
  const moment = formatDateTime(new Date(at));
  return <WholeWords text={t(online ? 'old.text' : 'offline.readAt', { moment })} also={moment} />;
}

/** From this width the style sheet shows the bar at the side (`md`). */
const SIDE_FROM_PX = 768;

/** What precedes the page: the skip link, and the bar at the side or at the top. */
function Bars(props: BarProps) {
  const { t } = useTranslation();
  // A phone's page doesn't wait for the bar that a phone doesn't show; the prerendered frame has both.
  const hasSide = useDeferredValue(true, !(globalThis.innerWidth < SIDE_FROM_PX));
  return (
    <>
      <a href="#content" className="btn on-night skip-link">
        {t('skip')}
      </a>
      {hasSide && <SideBar {...props} />}
      <TopBar {...props} />
    </>
  );
}
