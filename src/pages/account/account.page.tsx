import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { useServices } from '#src/session/services.ts';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { dataOf } from '../answers.ts';
import { useRead } from '../use-read.ts';
import { ActivityPanel } from './activity-panel.tsx';
import { FreezePanel } from './freeze-panel.tsx';
import { PersonalPanel } from './personal-panel.tsx';
import { PreferencesPanel } from './preferences-panel.tsx';
import { SecurityPanel } from './security-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

/** What a flow that is over leaves for this page to say. */
const notices = ['emailChanged', 'emailVerified', 'emailAlreadyVerified', 'passwordChanged'] as const;

/** The farewell of the flow that led here, said once: it is gone when the page is loaded again or come back to. */
function useFarewell(): (typeof notices)[number] | null {
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const left = typeof state === 'object' && state !== null && 'notice' in state ? state.notice : null;
  const [farewell] = useState(() => notices.find((known) => known === left) ?? null);
  useEffect(() => {
    if (left !== null) void navigate(pathname, { replace: true, state: null });
  }, [left, navigate, pathname]);
  return farewell;
}

/** /Account: who the member is, how the account is guarded, where it is open, what happened on it. Each part loads by itself. */
export function AccountPage() {
  const { t } = useTranslation('account');
  const { api, session } = useServices();
  const farewell = useFarewell();
  const readMember = useCallback(
    async (signal: AbortSignal) => {
      const member = await dataOf(api.GET('/account/userInfo', { signal }));
      session.keepUserInfo(member);
      return member;
    },
    [api, session],
  );
  const member = useRead(readMember);
  return (
    <>
      <PageHeading title={t('title')} note={t('text')} />
      {farewell !== null && <Notice kind="success">{t(`notice.${farewell}`)}</Notice>}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex flex-col gap-5">
          <PersonalPanel member={member} />
          <SecurityPanel member={member} />
          <PreferencesPanel />
        </div>
        <div className="flex flex-col gap-5">
          <SessionsPanel />
          <ActivityPanel />
          <FreezePanel />
        </div>
      </div>
    </>
  );
}
