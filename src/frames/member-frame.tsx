import { useContext, useEffect, useRef, useState, useSyncExternalStore, type ReactNode, type RefObject } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import { firstOf } from '#src/api/first-signal.ts';
import { useServices } from '#src/services/services.ts';
import { useDeviceItem } from '#src/services/use-device-item.ts';
import { reportSignOuts } from '#src/session/report-sign-outs.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { isPath, paths } from '#src/paths.ts';
import { registerWorker } from './register-worker.ts';
import { lazyPage, PageSlot } from '#src/ui/lazy-page.tsx';
import { HidingContext } from '#src/ui/member-hidden.tsx';
import { MemberLayout } from '#src/ui/member-layout.tsx';
import { FrameSkeleton } from '#src/ui/skeleton.tsx';
import { useToast } from '#src/ui/toast.tsx';
import { Waiting } from '#src/ui/waiting.tsx';
import { PartBoundary } from './part-boundary.tsx';
import { LiveContext, NoticesContext, UnreadContext } from '#src/reads/live.ts';
import { useNoticeCount, useUnreadCount } from './unread-counts.ts';
import { useDisplayCurrency } from '#src/reads/use-currency.ts';
import { useMemberStream } from '#src/reads/use-live.ts';
import { CurrencyContext } from '#src/ui/member-currency.ts';

const noticeList = lazyPage(() => import('./notice-list.tsx').then((module) => module.NoticeList));

/** The sheet keeps the focus. */
const stays = (): void => undefined;

/** The list behind the bell, whose code and texts are loaded with the first press. */
function NoticeSlot() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <PageSlot waiting={<Waiting what={t('wait.page')} />}>
      <PartBoundary at={pathname} takeFocus={stays}>
        <noticeList.Page />
      </PartBoundary>
    </PageSlot>
  );
}

export interface MemberFrameProps {
  /** Its content, if it is not the page of the URL. */
  readonly page?: ReactNode;
}

/** The members' layout around the page of the URL. */
export function MemberFrame({ page = <Outlet /> }: MemberFrameProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { userInfo } = useSession();
  const unread = useUnreadCount(isPath(pathname, paths.newsList));
  const live = useMemberStream();
  const openList = useRef<(() => void) | null>(null);
  const tell = useRef<TellsNew | null>(null);
  const notices = useNoticeCount(live, (before, signal) => tell.current?.(before, signal));
  const services = useServices();
  const { readings, session, checkpoints } = services;
  const isOver = useSyncExternalStore(
    session.subscribe,
    () => session.tokens() === null,
    () => false,
  );
  const readAt = useSyncExternalStore(readings.subscribe, readings.oldest, () => null);
  const username = userInfo?.username;
  // What somebody else was writing when their session ended in this tab.
  useEffect(() => {
    if (username !== undefined)
      checkpoints.forgetAll((flow) => !flow.startsWith('contact-') || checkpoints.load(flow, username) !== null);
  }, [checkpoints, username]);
  // Here and not on the first page, whose budget has no room for it: a person who returns without a network is a
  // member.
  useEffect(() => registerWorker(window), []);
  useEffect(openFoldsOnPaper, []);
  // Not of the sign-out that is being reported at the moment.
  useEffect(() => {
    if (session.tokens() !== null) reportSignOuts(services);
  }, [services, session]);
  return (
    <LiveContext value={live}>
      <MembersCurrency>
        <MembersHiding>
          <NewNotices tellRef={tell} openList={openList} />
          <NoticesContext value={notices}>
            <UnreadContext value={unread}>
              <MemberLayout
                name={userInfo?.name ?? ''}
                userName={userInfo?.username ?? ''}
                unread={unread.count}
                notices={{ unread: notices.count, list: <NoticeSlot />, openList }}
                isOver={isOver}
                readAt={readAt}
                onAgain={readings.readAgain}
              >
                <PageSlot waiting={<FrameSkeleton what={t('wait.page')} />}>
                  <PartBoundary at={pathname}>{page}</PartBoundary>
                </PageSlot>
              </MemberLayout>
            </UnreadContext>
          </NoticesContext>
        </MembersHiding>
      </MembersCurrency>
    </LiveContext>
  );
}

/** Whether the member hides amounts on this device: a press renders what asks for it, and not the whole frame. */
function MembersHiding({ children }: { readonly children: ReactNode }) {
  const [stored, set] = useDeviceItem('amountsHidden');
  const isHidden = stored ?? false;
  return <HidingContext value={[isHidden, () => set(!isHidden)]}>{children}</HidingContext>;
}

type TellsNew = (before: number, signal: AbortSignal) => void;

interface NewNoticesProps {
  /** What tells of them, once the frame has counted more than `before`. */
  readonly tellRef: RefObject<TellsNew | null>;
  readonly openList: RefObject<(() => void) | null>;
}

/**
 * Tells of what happened while the member looks on: a hint, so nothing is said if its code or texts don't load. It may
 * name an amount, so it ends when the member hides amounts, and with the frame.
 */
function NewNotices({ tellRef, openList }: NewNoticesProps) {
  const { api } = useServices();
  const { i18n } = useTranslation();
  const toast = useToast();
  const [isHidden] = useContext(HidingContext);
  const [told] = useState(() => new Set<string>());
  useEffect(() => {
    const choice = new AbortController();
    tellRef.current = (before, given) => {
      const signal = firstOf(given, choice.signal);
      void import('./new-notice.ts')
        .then(({ tellNew }) => tellNew({ api, i18n, toast, isHidden, before, told, openList, signal }))
        .catch(() => undefined);
    };
    return () => choice.abort();
  }, [api, i18n, toast, isHidden, told, tellRef, openList]);
  return null;
}

/**
 * Browsers that know `::details-content` open what is folded on paper by the style sheet (D-29); Safari has it only
 * from 18.4 on.
 */
function openFoldsOnPaper(): void {
  if (typeof CSS === 'object' && !CSS.supports('selector(::details-content)'))
    void import('#src/ui/printed-folds.ts').then((folds) => folds.openOnPaper()).catch(() => undefined);
}

/** Below the stream, which tells the reading of the rate how long it is good for. */
function MembersCurrency({ children }: { readonly children: ReactNode }) {
  return <CurrencyContext value={useDisplayCurrency()}>{children}</CurrencyContext>;
}
