import { useTranslation } from 'react-i18next';
import type texts from '#locales/en-US/account.json';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { useFlowNotice } from '../use-flow-notice.ts';
import { useMember } from '#src/reads/use-member.ts';
import { ActivityPanel } from './activity-panel.tsx';
import { PersonalPanel } from './personal-panel.tsx';
import { PreferencesPanel } from './preferences-panel.tsx';
import { MembershipPanel } from './membership-panel.tsx';
import { SecurityPanel } from './security-panel.tsx';
import { SessionPanel } from './session-panel.tsx';
import { StatementsPanel } from './statements-panel.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    account: typeof texts;
  }
}

/** The messages that a finished flow leaves for this page to show. */
const notices = ['emailChanged', 'emailVerified', 'emailAlreadyVerified', 'passwordChanged', 'noticesSaved'] as const;

/**
 * /Account: who the member is, how well the account is protected, their preferences, and the activity of the account.
 * Each part loads separately.
 */
export function AccountPage() {
  const { t } = useTranslation('account');
  const flowNotice = useFlowNotice(notices);
  const member = useMember();
  return (
    <>
      <PageHeading title={t('title')} note={t('text')} />
      {flowNotice !== null && <Notice kind="success">{t(`notice.${flowNotice}`)}</Notice>}
      <div className="in-turn grid items-start gap-5 lg:grid-cols-2">
        <div className="in-turn flex flex-col gap-5">
          <PersonalPanel member={member} />
          <SecurityPanel member={member} />
          <SessionPanel member={member} />
        </div>
        <div className="in-turn flex flex-col gap-5">
          <PreferencesPanel />
          <MembershipPanel member={member} />
          <StatementsPanel />
        </div>
      </div>
      <ActivityPanel />
    </>
  );
}
