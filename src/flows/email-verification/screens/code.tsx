import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { MailedCode } from '#src/flow/mailed-code.tsx';
import { NotDone } from '#src/flow/outcome-unknown.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import type { EmailVerificationScreenProps } from './offer.tsx';

/** The code from the mail proves the address. */
export function CodeScreen({ snapshot, send, address }: EmailVerificationScreenProps) {
  const { t } = useTranslation('email-verification');
  const { problem, terms } = snapshot.context;
  const busy = snapshot.matches('verifyingCode') ? 'checking' : snapshot.matches('resendingCode') ? 'sending' : null;
  return (
    <>
      <PageHeading title={t('code.title')} tab={t('title')} note={t('code.text')} />
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      {snapshot.matches({ enteringCode: 'notDone' }) && <NotDone />}
      <MailedCode address={address} terms={terms} problem={problem} busy={busy} send={send} />
    </>
  );
}
