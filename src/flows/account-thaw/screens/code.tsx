import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { CodeOfMethod, RecoveryCodeField } from '#src/flow/recovery-code-field.tsx';
import { Button } from '#src/ui/button.tsx';
import { CodeField, plainCode } from '#src/ui/code-field.tsx';
import { Form } from '#src/ui/form.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { object, string } from '#src/ui/schema.ts';
import type { AccountThawScreenProps } from './screen.ts';

/** The account has a second factor: a code of the app, or one of the recovery codes. */
export function CodeScreen({ snapshot, send }: AccountThawScreenProps) {
  const { t } = useTranslation(['account-thaw', 'challenge', 'common']);
  const busy = snapshot.hasTag('waiting');
  const { method, problem } = snapshot.context;
  const isApp = method === 'totp';
  const label = isApp ? t('challenge:code') : t('challenge:recoveryCode');
  const code = string()
    .trim()
    .required(isApp ? t('common:field.codeRequired') : t('common:field.required', { item: label }));
  return (
    <>
      <PageHeading title={t('code.title')} tab={t('tab')} note={t('code.note')} />
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      <Formik
        initialValues={{ code: '', other: '' }}
        validationSchema={object({ code: isApp ? code.matches(/^\d{6}$/, t('challenge:sixDigits')) : code })}
        validateOnBlur={false}
        validateOnChange={false}
        onSubmit={(values) => send({ type: 'SUBMIT_CODE', code: plainCode(values.code) })}
      >
        <Form aria-label={t('code.title')}>
          <CodeOfMethod method={method} />
          {isApp ? (
            <CodeField name="code" label={label} readOnly={busy} />
          ) : (
            <RecoveryCodeField name="code" label={label} hint={t('challenge:recoveryHint')} readOnly={busy} />
          )}
          <Button type="submit" block busy={busy} data-event="SUBMIT_CODE">
            {busy ? t('code.working') : t('code.submit')}
          </Button>
        </Form>
      </Formik>
      {snapshot.can({ type: 'USE_RECOVERY_CODE' }) && (
        <div>
          <Button kind="quiet" data-event="USE_RECOVERY_CODE" onClick={() => send({ type: 'USE_RECOVERY_CODE' })}>
            {t('challenge:useRecoveryCode')}
          </Button>
        </div>
      )}
      {snapshot.can({ type: 'USE_APP_CODE' }) && (
        <div>
          <Button kind="quiet" data-event="USE_APP_CODE" onClick={() => send({ type: 'USE_APP_CODE' })}>
            {t('challenge:useAppCode')}
          </Button>
        </div>
      )}
    </>
  );
}
