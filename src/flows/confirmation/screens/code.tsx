import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SnapshotFrom } from 'xstate';
import type { confirmationMachine } from '#machines/confirmation/confirmation.machine.ts';
import type { ConfirmationEvent } from '#machines/confirmation/confirmation.types.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { stateName } from '#src/flow/step.ts';
import { useServices } from '#src/session/services.ts';
import { MailCode } from '#src/ui/mail-code.tsx';
import { NotDone } from '#src/ui/outcome-unknown.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Waiting } from '#src/ui/waiting.tsx';
import { AppCode } from './app-code.tsx';

interface CodeScreenProps {
  readonly snapshot: SnapshotFrom<typeof confirmationMachine>;
  readonly tab: string;
  readonly summary: ReactNode;
  readonly send: (event: ConfirmationEvent) => void;
}

/** A code of the app or of a mail; where none is asked for, only the wait for the answer. */
export function CodeScreen({ snapshot, tab, summary, send }: CodeScreenProps) {
  const { t } = useTranslation('confirmation');
  const { now } = useServices();
  const { method, codeTo, problem } = snapshot.context;
  const sending = snapshot.matches('sendingCode');
  const checking = snapshot.matches('confirming');
  const mails = useMailCount(sending, snapshot.matches({ enteringCode: 'blank' }));
  const codes = { submit: t('submit'), onSubmit: (code: string) => send({ type: 'SUBMIT_CODE', code }), onBack: () => send({ type: 'BACK' }) };
  return (
    <>
      <PageHeading title={t('title')} tab={tab} note={t(`note.${method}`)} />
      {summary}
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      {stateName(snapshot).endsWith('.notDone') && <NotDone />}
      {method === 'none' && <Waiting what={t('working')} />}
      {method === 'totp' && <AppCode busy={checking} {...codes} />}
      {method === 'email' && (
        <MailCode
          key={mails}
          address={codeTo ?? t('ownAddress')}
          terms={null}
          now={now}
          busy={checking ? 'checking' : sending ? 'sending' : null}
          onResend={() => send({ type: 'RESEND_CODE' })}
          {...codes}
        />
      )}
    </>
  );
}

/** How many mails were sent while the screen stands: a code that was typed for an earlier one is of no use any more. */
function useMailCount(sending: boolean, sent: boolean): number {
  const [seen, setSeen] = useState({ sending, mails: 0 });
  if (seen.sending !== sending) setSeen({ sending, mails: seen.mails + (sent ? 1 : 0) });
  return seen.mails;
}
