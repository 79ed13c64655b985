import { useTranslation } from 'react-i18next';
import type { SnapshotFrom } from 'xstate';
import type { passwordRecoveryMachine } from '#machines/password-recovery/password-recovery.machine.ts';
import type { PasswordRecoveryEvent } from '#machines/password-recovery/password-recovery.types.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { mailWaitEnd } from '#src/flow/wait.ts';
import { useServices } from '#src/services/services.ts';
import { MailCode } from '#src/ui/mail-code.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { RecoverySteps } from './recovery-steps.tsx';

interface CodeScreenProps {
  readonly snapshot: SnapshotFrom<typeof passwordRecoveryMachine>;
  readonly send: (event: PasswordRecoveryEvent) => void;
}

/** The code from the mailbox. Whether one was really sent is not told (D-15). */
export function CodeScreen({ snapshot, send }: CodeScreenProps) {
  const { t } = useTranslation('password-recovery');
  const { now } = useServices();
  const { account, terms, problem } = snapshot.context;
  const busy = snapshot.matches('verifyingCode') ? 'checking' : snapshot.matches('resendingCode') ? 'sending' : null;
  return (
    <>
      <PageHeading title={t('code.title')} tab={t('tab')} note={t('code.note')} />
      <RecoverySteps current={1} />
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      {snapshot.matches({ enteringCode: 'sentAgain' }) && <Notice kind="success">{t('code.sentAgain')}</Notice>}
      {snapshot.matches({ enteringCode: 'accepted' }) && <Notice>{t('code.accepted')}</Notice>}
      <MailCode
        address={account?.email ?? ''}
        terms={terms}
        now={now}
        refusedUntil={mailWaitEnd(problem, now)}
        busy={busy}
        onSubmit={(code) => send({ type: 'SUBMIT_CODE', code })}
        onResend={() => send({ type: 'RESEND_CODE' })}
        onBack={() => send({ type: 'BACK' })}
      />
    </>
  );
}
