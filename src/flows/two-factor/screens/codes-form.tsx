import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import type { SnapshotFrom } from 'xstate';
import type { twoFactorMachine } from '#machines/two-factor/two-factor.machine.ts';
import type { TwoFactorEvent } from '#machines/two-factor/two-factor.types.ts';
import { mailWaitEnd } from '#src/flow/wait.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { Alert } from '#src/ui/alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { CodeField } from '#src/ui/code-field.tsx';
import { Form } from '#src/ui/form.tsx';
import { MailCodeField } from '#src/ui/mail-code.tsx';
import { PasswordField } from '#src/ui/password-field.tsx';
import { object, string } from '#src/ui/schema.ts';

interface CodesFormProps {
  readonly snapshot: SnapshotFrom<typeof twoFactorMachine>;
  /** Where the mailed code went. */
  readonly address: string;
  readonly now: () => number;
  readonly send: (event: TwoFactorEvent) => void;
}

/**
 * What binding requires: the password and the mailed code, which protect the account until then, and a first code of
 * the app. It stays in place while the server is asked and after a refusal.
 */
export function CodesForm({ snapshot, address, now, send }: CodesFormProps) {
  const { t } = useTranslation(['two-factor', 'common']);
  const { problem, terms } = snapshot.context;
  const busy = snapshot.matches({ binding: 'enabling' })
    ? 'checking'
    : snapshot.matches({ binding: 'resendingCode' })
      ? 'sending'
      : null;
  const wrong = whichCode(snapshot);
  const digits = string()
    .required(t('common:field.codeRequired'))
    .matches(/^\d{6}$/, t('sixDigits'));
  const schema = object({
    password: string().required(t('common:field.required', { item: t('password') })),
    emailCode: digits,
    code: digits,
  });
  return (
    <>
      {snapshot.hasTag('error') && problem !== null && (
        <ProblemAlert problem={problem} actions={wrong !== null && <p>{t(wrong)}</p>} />
      )}
      {snapshot.matches({ binding: { enteringFirstCode: 'notDone' } }) && (
        <Alert title={t('notDone.title')}>{t('notDone.text')}</Alert>
      )}
      <Formik
        initialValues={{ password: '', emailCode: '', code: '' }}
        validationSchema={schema}
        validateOnBlur={false}
        validateOnChange={false}
        onSubmit={({ password, emailCode, code }) => send({ type: 'SUBMIT_CODES', password, emailCode, code })}
      >
        <Form aria-label={t('code.submit')}>
          <MailCodeField
            name="emailCode"
            label={t('emailCode')}
            address={address}
            terms={terms}
            now={now}
            refusedUntil={mailWaitEnd(problem, now)}
            busy={busy}
            onResend={() => send({ type: 'RESEND_CODE' })}
          />
          <CodeField name="code" label={t('codeLabel')} readOnly={busy !== null} />
          <PasswordField
            name="password"
            label={t('password')}
            autoComplete="current-password"
            readOnly={busy !== null}
          />
          <div className="flex flex-wrap gap-3">
            {busy !== 'sending' && (
              <Button type="submit" busy={busy === 'checking'} data-event="SUBMIT_CODES">
                {busy === 'checking' ? t('code.working') : t('code.submit')}
              </Button>
            )}
            {busy === null && (
              <Button kind="quiet" data-event="BACK" onClick={() => send({ type: 'BACK' })}>
                {t('common:action.back')}
              </Button>
            )}
          </div>
        </Form>
      </Formik>
    </>
  );
}

/** Which of the two codes was wrong, which the general message can't say; null if it is about something else. */
function whichCode(snapshot: CodesFormProps['snapshot']): 'wrongCode' | 'wrongEmailCode' | null {
  const isAt = (wrong: 'wrongCode' | 'wrongEmailCode') => snapshot.matches({ binding: { enteringFirstCode: wrong } });
  return isAt('wrongCode') ? 'wrongCode' : isAt('wrongEmailCode') ? 'wrongEmailCode' : null;
}
