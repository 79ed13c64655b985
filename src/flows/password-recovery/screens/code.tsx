import { useTranslation } from 'react-i18next';
import type { passwordRecoveryMachine } from '#machines/password-recovery/password-recovery.machine.ts';
import type { ScreenProps } from '#src/flow/screen-props.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { MailedCode } from '#src/flow/mailed-code.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { RecoverySteps } from './recovery-steps.tsx';

/** The code from the mailbox. The screen does not reveal whether one was really sent (D-15). */
export function CodeScreen({ snapshot, send }: ScreenProps<typeof passwordRecoveryMachine>) {
  const { t } = useTranslation('password-recovery');
  const { account, terms, problem } = snapshot.context;
  const busy = snapshot.matches('verifyingCode') ? 'checking' : snapshot.matches('resendingCode') ? 'sending' : null;
  return (
    <>
      <PageHeading title={t('code.title')} tab={t('tab')} note={t('code.note')} />
      <RecoverySteps current={1} />
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      {snapshot.matches({ enteringCode: 'sentAgain' }) && <Notice kind="success">{t('code.sentAgain')}</Notice>}
      {snapshot.matches({ enteringCode: 'accepted' }) && <Notice>{t('code.accepted')}</Notice>}
      <MailedCode address={account?.email ?? ''} terms={terms} problem={problem} busy={busy} send={send} />
    </>
  );
}
