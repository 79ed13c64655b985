import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { mailWaitEnd } from '#src/flow/wait.ts';
import { MailCode } from '#src/ui/mail-code.tsx';
import { NotDone } from '#src/ui/outcome-unknown.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import type { EmailVerificationScreenProps } from './offer.tsx';

/** The code from the mail proves the address. */
export function CodeScreen({
  snapshot,
  send,
  address,
  now,
}: EmailVerificationScreenProps & { readonly now: () => number }) {
  const { t } = useTranslation('email-verification');
  const { problem, terms } = snapshot.context;
  const busy = snapshot.matches('verifyingCode') ? 'checking' : snapshot.matches('resendingCode') ? 'sending' : null;
  return (
    <>
      <PageHeading title={t('code.title')} tab={t('title')} note={t('code.text')} />
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      {snapshot.matches({ enteringCode: 'notDone' }) && <NotDone />}
      <MailCode
        address={address}
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
