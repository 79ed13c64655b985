import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import type { usernameRecoveryMachine } from '#machines/username-recovery/username-recovery.machine.ts';
import type { ScreenProps } from '#src/flow/screen-props.ts';
import { OtherWay } from '#src/flow/account-form.tsx';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmailField, emailRule } from '#src/ui/email-field.tsx';
import { Form } from '#src/ui/form.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { object } from '#src/ui/schema.ts';
import { RecoverySteps } from './recovery-steps.tsx';

/** Whose username is lost. The next screen is the same whether or not the address belongs to a member (D-15). */
export function EmailScreen({ snapshot, send }: ScreenProps<typeof usernameRecoveryMachine>) {
  const { t } = useTranslation(['username-recovery', 'common']);
  const busy = snapshot.hasTag('waiting');
  const { email, problem } = snapshot.context;
  const schema = object({
    email: emailRule(t('common:field.required', { item: t('email.label') }), t('email.form')),
  });
  return (
    <>
      <PageHeading title={t('email.title')} tab={t('tab')} note={t('email.note')} />
      <RecoverySteps current={0} />
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      <Formik
        initialValues={{ email: email ?? '' }}
        validationSchema={schema}
        validateOnBlur={false}
        validateOnChange={false}
        onSubmit={(values) => send({ type: 'SUBMIT_FORM', email: values.email.trim() })}
      >
        <Form aria-label={t('email.title')}>
          <EmailField label={t('email.label')} readOnly={busy} />
          <Button type="submit" block busy={busy} data-event="SUBMIT_FORM">
            {busy ? t('email.working') : t('email.submit')}
          </Button>
        </Form>
      </Formik>
      {!busy && <OtherWay>{t('email.otherWay')}</OtherWay>}
    </>
  );
}
