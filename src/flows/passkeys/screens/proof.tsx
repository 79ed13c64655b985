import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import type { passkeysMachine } from '#machines/passkeys/passkeys.machine.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import type { ScreenProps } from '#src/flow/screen-props.ts';
import { mailWaitEnd } from '#src/flow/wait.ts';
import { Button } from '#src/ui/button.tsx';
import { EitherCodeField } from '#src/ui/either-code-field.tsx';
import { Form } from '#src/ui/form.tsx';
import { MailCodeField } from '#src/ui/mail-code.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { PasswordField } from '#src/ui/password-field.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { object, string } from '#src/ui/schema.ts';

/** As in the contract. */
export const LONGEST_NAME = 40;

interface ProofScreenProps extends ScreenProps<typeof passkeysMachine> {
  /** Where a mailed code went. */
  readonly address: string;
  readonly now: () => number;
}

/**
 * What protects the account until then, and what the new passkey is called. It stays in place while the server is asked
 * and after a refusal.
 */
export function ProofScreen({ snapshot, address, now, send }: ProofScreenProps) {
  const { t } = useTranslation(['passkeys', 'challenge', 'common']);
  const { problem, terms, proof } = snapshot.context;
  const isApp = proof === 'app';
  const isMailing = snapshot.matches({ adding: 'sendingCode' }) || snapshot.matches({ adding: 'resendingCode' });
  const busy = isMailing ? 'sending' : snapshot.matches({ adding: 'beginning' }) ? 'checking' : null;
  const needed = (item: string) => string().trim().required(t('common:field.required', { item }));
  const schema = object({
    name: needed(t('name')),
    password: string().required(t('common:field.required', { item: t('password') })),
    code: isApp
      ? needed(t('challenge:eitherCode'))
      : string()
          .required(t('common:field.codeRequired'))
          .matches(/^\d{6}$/, t('sixDigits')),
  });
  return (
    <>
      <PageHeading title={t('proof.title')} tab={t('title')} note={isApp ? t('proof.byApp') : t('proof.byMail')} />
      <Notice kind="warning">{t('proof.consequences')}</Notice>
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      <Formik
        initialValues={{ name: '', password: '', code: '' }}
        validationSchema={schema}
        validateOnBlur={false}
        validateOnChange={false}
        onSubmit={({ name, password, code }) =>
          send({ type: 'SUBMIT_CODES', name: name.trim(), password, code: code.trim() })
        }
      >
        <Form aria-label={t('proof.title')}>
          <TextField
            name="name"
            label={t('name')}
            hint={t('nameHint')}
            maxLength={LONGEST_NAME}
            autoComplete="off"
            readOnly={busy !== null}
          />
          {isApp ? (
            <EitherCodeField readOnly={busy !== null} />
          ) : (
            <MailCodeField
              name="code"
              label={t('emailCode')}
              address={address}
              terms={terms}
              now={now}
              refusedUntil={mailWaitEnd(problem, now)}
              busy={busy}
              onResend={() => send({ type: 'RESEND_CODE' })}
            />
          )}
          <PasswordField
            name="password"
            label={t('password')}
            autoComplete="current-password"
            readOnly={busy !== null}
          />
          <div className="flex flex-wrap gap-3">
            {busy !== 'sending' && (
              <Button type="submit" busy={busy === 'checking'} data-event="SUBMIT_CODES">
                {busy === 'checking' ? t('proof.working') : t('proof.submit')}
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
