import { useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import { useSession } from '#src/session/session.provider.tsx';
import { registerWorker } from '#src/shell/register-worker.ts';
import { PageSlot } from '#src/ui/lazy-page.tsx';
import { MemberLayout } from '#src/ui/member-layout.tsx';
import { Waiting } from '#src/ui/waiting.tsx';
import { UnreadContext, useUnreadCount } from './news/unread.ts';

/** The members' layout around the page of the address. */
export function MemberFrame() {
  const { t } = useTranslation();
  const { userInfo } = useSession();
  const unread = useUnreadCount();
  // Here and not on the first page, which has no time for it: who comes back without a network is a member.
  useEffect(() => registerWorker(window), []);
  return (
    <UnreadContext value={unread}>
      <MemberLayout userName={userInfo?.username ?? ''} unread={unread.count}>
        <PageSlot waiting={<Waiting what={t('wait.page')} />}>
          <Outlet />
        </PageSlot>
      </MemberLayout>
    </UnreadContext>
  );
}
