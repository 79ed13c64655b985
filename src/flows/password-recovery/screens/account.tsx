import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SnapshotFrom } from 'xstate';
import { object, string } from 'yup';
import type { passwordRecoveryMachine } from '#machines/password-recovery/password-recovery.machine.ts';
import type { PasswordRecoveryEvent } from '#machines/password-recovery/password-recovery.types.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { RecoverySteps } from './recovery-steps.tsx';

interface AccountScreenProps {
  readonly snapshot: SnapshotFrom<typeof passwordRecoveryMachine>;
  readonly send: (event: PasswordRecoveryEvent) => void;
}

/** Whose password is lost. What is shown afterwards is the same whether or not such an account exists (D-15). */
export function AccountScreen({ snapshot, send }: AccountScreenProps) {
  const { t } = useTranslation(['password-recovery', 'common']);
  const busy = snapshot.hasTag('waiting');
  const { account, problem } = snapshot.context;
  const required = (item: string) => t('common:field.required', { item });
  const schema = object({
    email: string()
      .trim()
      .required(required(t('account.email')))
      .matches(/^[^\s@]+@[^\s@]+$/, t('account.emailForm')),
    username: string()
      .trim()
      .required(required(t('account.username'))),
  });
  return (
    <>
      <PageHeading title={t('account.title')} tab={t('tab')} note={t('account.note')} />
      <RecoverySteps current={0} />
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      <Formik
        initialValues={account ?? { email: '', username: '' }}
        validationSchema={schema}
        validateOnBlur={false}
        onSubmit={({ email, username }) =>
          send({ type: 'SUBMIT_FORM', account: { email: email.trim(), username: username.trim() } })
        }
      >
        <Form aria-label={t('account.title')}>
          <TextField
            name="email"
            label={t('account.email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={254}
            readOnly={busy}
          />
          <TextField
            name="username"
            label={t('account.username')}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={64}
            readOnly={busy}
          />
          <Button type="submit" block busy={busy} data-event="SUBMIT_FORM">
            {busy ? t('account.working') : t('account.submit')}
          </Button>
        </Form>
      </Formik>
      {!busy && (
        <p>
          <Link to={paths.forgot} className="text-link inline-block py-2">
            {t('account.otherWay')}
          </Link>
        </p>
      )}
    </>
  );
}
