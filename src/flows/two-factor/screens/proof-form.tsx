import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import type { SnapshotFrom } from 'xstate';
import type { twoFactorMachine } from '#machines/two-factor/two-factor.machine.ts';
import type { TwoFactorContext, TwoFactorEvent } from '#machines/two-factor/two-factor.types.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { CodeOfMethod, RecoveryCodeField } from '#src/flow/recovery-code-field.tsx';
import { Alert } from '#src/ui/alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { CodeField, plainCode } from '#src/ui/code-field.tsx';
import { Form } from '#src/ui/form.tsx';
import { PasswordField } from '#src/ui/password-field.tsx';
import { object, string } from '#src/ui/schema.ts';

interface ProofFormProps {
  readonly snapshot: SnapshotFrom<typeof twoFactorMachine>;
  readonly method: TwoFactorContext['method'];
  readonly submit: string;
  readonly working: string;
  readonly send: (event: TwoFactorEvent) => void;
}

/** Password and code, which both calls require; it stays in place while the server is asked and after a refusal. */
export function ProofForm({ snapshot, method, submit, working, send }: ProofFormProps) {
  const { t } = useTranslation(['two-factor', 'common']);
  const busy = snapshot.hasTag('waiting');
  const { problem } = snapshot.context;
  const isApp = method === 'totp';
  const codeLabel = isApp ? t('codeLabel') : t('recoveryCode');
  const code = string()
    .trim()
    .required(isApp ? t('common:field.codeRequired') : t('common:field.required', { item: codeLabel }));
  const schema = object({
    password: string().required(t('common:field.required', { item: t('password') })),
    code: isApp ? code.matches(/^\d{6}$/, t('sixDigits')) : code,
  });
  return (
    <>
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      {(snapshot.matches({ unbinding: { enteringProof: 'notDone' } }) ||
        snapshot.matches({ renewing: { enteringProof: 'notDone' } })) && (
        <Alert title={t('notDone.title')}>{t('notDone.text')}</Alert>
      )}
      <Formik
        initialValues={{ password: '', code: '', other: '' }}
        validationSchema={schema}
        validateOnBlur={false}
        validateOnChange={false}
        onSubmit={(values) => send({ type: 'SUBMIT_FORM', password: values.password, code: plainCode(values.code) })}
      >
        <Form aria-label={submit}>
          <CodeOfMethod method={method} />
          <PasswordField name="password" label={t('password')} autoComplete="current-password" readOnly={busy} />
          {isApp ? (
            <CodeField name="code" label={codeLabel} readOnly={busy} />
          ) : (
            <RecoveryCodeField name="code" label={codeLabel} hint={t('recoveryHint')} readOnly={busy} />
          )}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={busy} data-event="SUBMIT_FORM">
              {busy ? working : submit}
            </Button>
            {!busy && (
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
