import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SnapshotFrom } from 'xstate';
import { object, string } from 'yup';
import type { usernameRecoveryMachine } from '#machines/username-recovery/username-recovery.machine.ts';
import type { UsernameRecoveryEvent } from '#machines/username-recovery/username-recovery.types.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { RecoverySteps } from './recovery-steps.tsx';

interface EmailScreenProps {
  readonly snapshot: SnapshotFrom<typeof usernameRecoveryMachine>;
  readonly send: (event: UsernameRecoveryEvent) => void;
}

/**
 * Whose user name is lost. What is shown afterwards is the same whether or not the address belongs to a member (D-15).
 */
export function EmailScreen({ snapshot, send }: EmailScreenProps) {
  const { t } = useTranslation(['username-recovery', 'common']);
  const busy = snapshot.hasTag('waiting');
  const { email, problem } = snapshot.context;
  const schema = object({
    email: string()
      .trim()
      .required(t('common:field.required', { item: t('email.label') }))
      .matches(/^[^\s@]+@[^\s@]+$/, t('email.form')),
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
        onSubmit={(values) => send({ type: 'SUBMIT_FORM', email: values.email.trim() })}
      >
        <Form aria-label={t('email.title')}>
          <TextField
            name="email"
            label={t('email.label')}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={254}
            readOnly={busy}
          />
          <Button type="submit" block busy={busy} data-event="SUBMIT_FORM">
            {busy ? t('email.working') : t('email.submit')}
          </Button>
        </Form>
      </Formik>
      {!busy && (
        <p>
          <Link to={paths.forgot} className="text-link inline-block py-2">
            {t('email.otherWay')}
          </Link>
        </p>
      )}
    </>
  );
}
