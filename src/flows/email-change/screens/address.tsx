import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmailField } from '#src/ui/email-field.tsx';
import { Form } from '#src/ui/form.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Fact, Facts } from '#src/ui/panel.tsx';
import { object, string } from '#src/ui/schema.ts';
import { EmailChangeSteps, type EmailChangeScreenProps } from './steps.tsx';

/** The second step, opened by the mailed link: the new address. */
export function AddressScreen({
  snapshot,
  send,
  presentAddress,
}: EmailChangeScreenProps & { readonly presentAddress: string }) {
  const { t } = useTranslation(['email-change', 'common']);
  const busy = snapshot.hasTag('waiting');
  const label = t('address.email');
  const schema = object({
    email: string()
      .trim()
      .required(t('common:field.required', { item: label }))
      .email(t('address.noAddress')),
  });
  return (
    <>
      <PageHeading title={t('address.title')} tab={t('title')} note={t('address.text')} />
      <EmailChangeSteps current={1} />
      <Facts>
        <Fact term={t('present')}>
          <span className="wrap-anywhere" translate="no">
            {presentAddress}
          </span>
        </Fact>
      </Facts>
      <AddressProblem snapshot={snapshot} />
      <Formik
        initialValues={{ email: snapshot.context.email }}
        validationSchema={schema}
        validateOnBlur={false}
        validateOnChange={false}
        onSubmit={({ email }) => send({ type: 'SUBMIT_EMAIL', email: email.trim() })}
      >
        <Form aria-label={t('address.title')}>
          <EmailField label={label} hint={t('address.hint')} readOnly={busy} />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={busy} data-event="SUBMIT_EMAIL">
              {busy ? t('address.sending') : t('address.submit')}
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

/** What went wrong, and what to do: the catalogue's sentences for some codes suit other flows only. */
function AddressProblem({ snapshot }: Pick<EmailChangeScreenProps, 'snapshot'>) {
  const { t } = useTranslation('email-change');
  const { problem } = snapshot.context;
  if (!snapshot.hasTag('error') || problem === null) return null;
  if (problem.code === 'email_taken') return <ProblemAlert problem={problem} hint={t('address.taken')} />;
  if (problem.code === 'email_different') return <ProblemAlert problem={problem} hint={t('address.different')} />;
  return <ProblemAlert problem={problem} />;
}
