import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import { object, string } from 'yup';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { EitherCodeField } from '#src/ui/either-code-field.tsx';
import { Form } from '#src/ui/form.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Fact, Facts } from '#src/ui/panel.tsx';
import { PasswordField } from '#src/ui/password-field.tsx';
import { EmailChangeSteps, type EmailChangeScreenProps } from './steps.tsx';

/** The first step: what a change means, which address the link goes to, and the password. */
export function PasswordScreen({
  snapshot,
  send,
  presentAddress,
}: EmailChangeScreenProps & { readonly presentAddress: string }) {
  const { t } = useTranslation(['email-change', 'challenge', 'common']);
  const busy = snapshot.hasTag('waiting');
  const { problem, bound } = snapshot.context;
  const schema = object({
    password: string().required(t('common:field.required', { item: t('password') })),
    code: bound
      ? string()
          .trim()
          .required(t('common:field.required', { item: t('challenge:eitherCode') }))
      : string(),
  });
  return (
    <>
      <PageHeading title={t('title')} note={t('text')} />
      <EmailChangeSteps current={0} />
      <Facts>
        <Fact term={t('present')}>
          <span className="wrap-anywhere" translate="no">
            {presentAddress}
          </span>
        </Fact>
      </Facts>
      <Notice kind="warning">{t('consequences')}</Notice>
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      <Formik
        initialValues={{ password: '', code: '' }}
        validationSchema={schema}
        validateOnBlur={false}
        onSubmit={({ password, code }) =>
          send(bound ? { type: 'SUBMIT_WITH_CODE', password, code } : { type: 'SUBMIT_PASSWORD', password })
        }
      >
        <Form aria-label={t('title')}>
          <PasswordField name="password" label={t('password')} autoComplete="current-password" readOnly={busy} />
          {bound && <EitherCodeField readOnly={busy} />}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={busy} data-event={bound ? 'SUBMIT_WITH_CODE' : 'SUBMIT_PASSWORD'}>
              {busy ? t('sending') : t('submit')}
            </Button>
            {!busy && (
              <Button kind="quiet" data-event="CANCEL" onClick={() => send({ type: 'CANCEL' })}>
                {t('common:action.cancel')}
              </Button>
            )}
          </div>
        </Form>
      </Formik>
    </>
  );
}
