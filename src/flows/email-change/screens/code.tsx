import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { mailWaitEnd } from '#src/flow/wait.ts';
import { MailCode } from '#src/ui/mail-code.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { NotDone } from '#src/ui/outcome-unknown.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { EmailChangeSteps, type EmailChangeScreenProps } from './steps.tsx';

/** The third step: the code that went to the new address confirms the change. */
export function CodeScreen({ snapshot, send, now }: EmailChangeScreenProps & { readonly now: () => number }) {
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
      <MailCode
        address={email}
        terms={terms}
        now={now}
        refusedUntil={mailWaitEnd(problem, now)}
        busy={busy}
        submit={t('code.submit')}
        onSubmit={(code) => send({ type: 'SUBMIT_CODE', code })}
        onResend={() => send({ type: 'RESEND_CODE' })}
        onBack={() => send({ type: 'BACK' })}
      />
    </>
  );
}
