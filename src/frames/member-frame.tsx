import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import { useServices } from '#src/services/services.ts';
import { HidingContext, useHidingOfDevice, type Hiding } from '#src/services/use-hidden.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { isPath, paths } from '#src/paths.ts';
import { registerWorker } from './register-worker.ts';
import { lazyPage, PageSlot } from '#src/ui/lazy-page.tsx';
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

/** The list behind the bell, whose code and texts are loaded with the first press. */
function NoticeSlot() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <PageSlot waiting={<Waiting what={t('wait.page')} />}>
      <PartBoundary at={pathname}>
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
  const hiding = useHidingOfDevice();
  const openList = useRef<(() => void) | null>(null);
  const notices = useNoticeCount(
    live,
    useNewNotices(hiding, () => openList.current?.()),
  );
  const { readings, session } = useServices();
  const isOver = useSyncExternalStore(
    session.subscribe,
    () => session.tokens() === null,
    () => false,
  );
  const readAt = useSyncExternalStore(readings.subscribe, readings.oldest, () => null);
  // Here and not on the first page, whose budget has no room for it: a person who returns without a network is a
  // member.
  useEffect(() => registerWorker(window), []);
  return (
    <LiveContext value={live}>
      <MembersCurrency>
        <HidingContext value={hiding}>
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
        </HidingContext>
      </MembersCurrency>
    </LiveContext>
  );
}

/**
 * Tells of what happened while the member looks on: a hint, so nothing is said if its code or texts don't load. It may
 * name an amount, so it ends when the member hides amounts, and with the frame.
 */
function useNewNotices([isHidden]: Hiding, openList: () => void): (before: number, signal: AbortSignal) => void {
  const { api } = useServices();
  const { i18n } = useTranslation();
  const toast = useToast();
  const [told] = useState(() => new Set<string>());
  const choice = useRef<AbortController | null>(null);
  useEffect(() => {
    choice.current = new AbortController();
    return () => choice.current?.abort();
  }, [isHidden]);
  return (before, given) => {
    const signal = AbortSignal.any([given, ...(choice.current === null ? [] : [choice.current.signal])]);
    void import('./new-notice.ts')
      .then(({ tellNew }) => tellNew({ api, i18n, toast, isHidden, before, told, openList, signal }))
      .catch(() => undefined);
  };
}

/** Below the stream, which tells the reading of the rate how long it is good for. */
function MembersCurrency({ children }: { readonly children: ReactNode }) {
  return <CurrencyContext value={useDisplayCurrency()}>{children}</CurrencyContext>;
}
