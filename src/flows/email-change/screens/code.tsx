import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { MailedCode } from '#src/flow/mailed-code.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { NotDone } from '#src/flow/outcome-unknown.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { EmailChangeSteps, type EmailChangeScreenProps } from './steps.tsx';

/** The third step: the code that went to the new address confirms the change. */
export function CodeScreen({ snapshot, send }: EmailChangeScreenProps) {
  const { t } = useTranslation('email-change');
  const { problem, email, terms } = snapshot.context;
  const busy = snapshot.matches({ confirming: 'changingEmail' })
    ? 'checking'
    : snapshot.matches({ confirming: 'resendingCode' })
      ? 'sending'
      : null;
  return (
    <>
      <PageHeading title={t('code.title')} tab={t('title')} note={t('code.text')} />
      <EmailChangeSteps current={2} />
      <Notice kind="warning">{t('consequences')}</Notice>
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      {snapshot.matches({ confirming: { enteringCode: 'notDone' } }) && <NotDone />}
      <MailedCode address={email} terms={terms} problem={problem} busy={busy} submit={t('code.submit')} send={send} />
    </>
  );
}
