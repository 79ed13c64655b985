import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SnapshotFrom } from 'xstate';
import type { confirmationMachine } from '#machines/confirmation/confirmation.machine.ts';
import type { ConfirmationEvent } from '#machines/confirmation/confirmation.types.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { mailWaitEnd } from '#src/flow/wait.ts';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { Button } from '#src/ui/button.tsx';
import { MailCode } from '#src/ui/mail-code.tsx';
import { NotDone } from '#src/flow/outcome-unknown.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { CONFIRMED_ID } from '../confirmed-list.tsx';
import { AppCode } from './app-code.tsx';

interface CodeScreenProps {
  readonly snapshot: SnapshotFrom<typeof confirmationMachine>;
  readonly title: string;
  readonly summary: ReactNode;
  readonly rest: ReactNode;
  readonly send: (event: ConfirmationEvent) => void;
}

/** A code from the app or from a mail. */
export function CodeScreen({ snapshot, title, summary, rest, send }: CodeScreenProps) {
  const { t } = useTranslation('confirmation');
  const { now } = useServices();
  const { method, passkey, codeTo, terms, problem } = snapshot.context;
  const byMail = method === 'email';
  const sending = snapshot.matches('sendingCode');
  const checking = snapshot.matches('confirming');
  const codes = {
    submit: t('submit'),
    onSubmit: (code: string) => send({ type: 'SUBMIT_CODE', code }),
    onBack: () => send({ type: 'BACK' }),
  };
  return (
    <>
      <PageHeading title={t('title')} tab={title} note={byMail ? t('note.email') : t('note.totp')} />
      {summary}
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      {snapshot.matches({ enteringCode: 'notDone' }) && <NotDone />}
      {byMail ? (
        <>
          <MailCode
            address={codeTo ?? t('ownAddress')}
            terms={terms}
            now={now}
            refusedUntil={mailWaitEnd(problem, now)}
            busy={checking ? 'checking' : sending ? 'sending' : null}
            onResend={() => send({ type: 'RESEND_CODE' })}
            about={CONFIRMED_ID}
            {...codes}
          />
          {!passkey && !sending && !checking && (
            <p>
              <Link to={paths.authentication} className="text-link inline-flex min-h-11 items-center">
                {t('byApp')}
              </Link>
            </p>
          )}
        </>
      ) : (
        <AppCode busy={checking} {...codes} />
      )}
      {passkey && !sending && !checking && (
        <div>
          <Button kind="quiet" data-event="USE_PASSKEY" onClick={() => send({ type: 'USE_PASSKEY' })}>
            {t('passkey.use')}
          </Button>
        </div>
      )}
      {rest}
    </>
  );
}
