import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { MailedCode } from '#src/flow/mailed-code.tsx';
import { paths } from '#src/paths.ts';
import { Alert } from '#src/ui/alert.tsx';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { EmailField } from '#src/ui/email-field.tsx';
import { Form } from '#src/ui/form.tsx';
import type { CodeTerms } from '#machines/chart/code-terms.ts';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { object, string } from '#src/ui/schema.ts';
import { FormActions } from './form-actions.tsx';
import type { ScreenProps } from './screen-props.ts';
import { SignUpSteps } from './sign-up-steps.tsx';

/** The step of the address, counted from 0. */
const STEP = 2;
/** The most characters of an address, as in the contract. */
const longest = 254;

/** /Signup3: the address. */
export function EmailScreen({ snapshot, send }: ScreenProps) {
  const { t } = useTranslation(['sign-up', 'common']);
  const { draft, problem } = snapshot.context;
  const busy = snapshot.hasTag('waiting');
  const schema = object({
    email: string()
      .trim()
      .required(t('common:field.required', { item: t('email.label') }))
      .email(t('email.wrongForm'))
      .max(longest, t('email.wrongForm')),
  });
  return (
    <>
      <PageHeading title={t('email.title')} tab={t('title')} note={t('email.note')} />
      <SignUpSteps current={STEP} />
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      <Formik
        initialValues={{ email: draft.email }}
        validationSchema={schema}
        validateOnBlur={false}
        validateOnChange={false}
        onSubmit={({ email }) => send({ type: 'SUBMIT_EMAIL', email: email.trim() })}
      >
        <Form aria-label={t('email.title')}>
          <EmailField label={t('email.label')} readOnly={busy} />
          <FormActions
            event="SUBMIT_EMAIL"
            submit={t('email.submit')}
            working={busy ? t('email.working') : null}
            onBack={() => send({ type: 'BACK' })}
          />
        </Form>
      </Formik>
    </>
  );
}

interface CodeScreenProps extends ScreenProps {
  readonly terms: CodeTerms | null;
}

/** /Signup3?step=code: the code from the mail. */
export function CodeScreen({ snapshot, send, terms }: CodeScreenProps) {
  const { t } = useTranslation('sign-up');
  const { draft, problem } = snapshot.context;
  return (
    <>
      <PageHeading title={t('code.title')} tab={t('title')} note={t('code.another')} />
      <SignUpSteps current={STEP} />
      {snapshot.matches({ enteringCode: 'notVerified' }) && problem === null && (
        <Alert title={t('code.notVerified.title')}>{t('code.notVerified.text')}</Alert>
      )}
      {snapshot.hasTag('error') && problem !== null && (
        <ProblemAlert
          problem={problem}
          hint={snapshot.matches({ enteringCode: 'notVerified' }) ? t('code.notVerified.text') : undefined}
        />
      )}
      {snapshot.matches({ enteringCode: 'sentAgain' }) && <Notice kind="success">{t('code.sentAgain')}</Notice>}
      <MailedCode
        address={draft.email}
        terms={terms}
        problem={problem}
        busy={snapshot.matches('resendingCode') ? 'sending' : snapshot.hasTag('waiting') ? 'checking' : null}
        send={send}
      />
    </>
  );
}

/** The code was sent, but the check whether the address is free failed. */
export function UncheckedScreen({ snapshot, send }: ScreenProps) {
  const { t } = useTranslation(['sign-up', 'common']);
  const { problem } = snapshot.context;
  if (problem === null) return null;
  const again = (
    <>
      <Button data-event="RETRY" onClick={() => send({ type: 'RETRY' })}>
        {t('common:action.retry')}
      </Button>
      <Button kind="quiet" data-event="BACK" onClick={() => send({ type: 'BACK' })}>
        {t('common:action.back')}
      </Button>
    </>
  );
  return (
    <>
      <PageHeading title={t('unchecked.title')} tab={t('title')} />
      <SignUpSteps current={STEP} />
      <ProblemAlert problem={problem} actions={again} />
    </>
  );
}

/** The proven address belongs to a member: the ways into that account, or another address. */
export function TakenScreen({ snapshot, send }: ScreenProps) {
  const { t } = useTranslation(['sign-up', 'problems']);
  const ways = (
    <>
      <ButtonLink to={paths.signIn}>{t('taken.signIn')}</ButtonLink>
      <ButtonLink kind="secondary" to={paths.forgot}>
        {t('taken.recover')}
      </ButtonLink>
      <Button kind="quiet" data-event="BACK" onClick={() => send({ type: 'BACK' })}>
        {t('taken.another')}
      </Button>
    </>
  );
  return (
    <>
      <PageHeading title={t('taken.title')} tab={t('title')} />
      <SignUpSteps current={STEP} />
      <Alert kind="warning" title={t('problems:email_taken')} actions={ways}>
        <strong className="wrap-anywhere" translate="no">
          {snapshot.context.draft.email}
        </strong>
        {`\n${t('problems:hint.email_taken')}`}
      </Alert>
    </>
  );
}
