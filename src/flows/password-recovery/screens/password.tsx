import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import type { SnapshotFrom } from 'xstate';
import { object } from 'yup';
import type { passwordRecoveryMachine } from '#machines/password-recovery/password-recovery.machine.ts';
import type { PasswordRecoveryEvent } from '#machines/password-recovery/password-recovery.types.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { minutesOf } from '#src/i18n/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { newPasswordRule, NewPasswordField } from '#src/ui/new-password-field.tsx';
import { NotDone } from '#src/ui/outcome-unknown.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { RecoverySteps } from './recovery-steps.tsx';

interface PasswordScreenProps {
  readonly snapshot: SnapshotFrom<typeof passwordRecoveryMachine>;
  readonly send: (event: PasswordRecoveryEvent) => void;
}

const none: readonly string[] = [];

/** The new password, typed once: it can be shown, and whoever mistypes it recovers once more (decision 0014). */
export function PasswordScreen({ snapshot, send }: PasswordScreenProps) {
  const { t } = useTranslation(['password-recovery', 'common']);
  const { t: tRule } = useTranslation(['new-password', 'common']);
  const schema = object({ password: newPasswordRule(tRule, t('password.label')) });
  const busy = snapshot.hasTag('waiting');
  const { account, grant, problem } = snapshot.context;
  const username = account?.username ?? '';
  const refusals = snapshot.matches({ enteringPassword: 'passwordRefused' }) ? (problem?.errors ?? none) : none;
  const note = grant === null ? t('password.note') : t('password.noteWithTime', { count: minutesOf(grant) });
  return (
    <>
      <PageHeading title={t('password.title')} tab={t('tab')} note={note} />
      <RecoverySteps current={2} />
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      {snapshot.matches({ enteringPassword: 'notDone' }) && <NotDone />}
      <Formik
        initialValues={{ password: '' }}
        validationSchema={schema}
        validateOnBlur={false}
        onSubmit={({ password }) => send({ type: 'SUBMIT_PASSWORD', password })}
      >
        <Form aria-label={t('password.title')}>
          {/* Nobody sees it: password managers keep the new password under this name. */}
          <input type="text" autoComplete="username" value={username} readOnly hidden />
          <NewPasswordField
            name="password"
            label={t('password.label')}
            username={username}
            refusals={refusals}
            readOnly={busy}
          />
          <Button type="submit" block busy={busy} data-event="SUBMIT_PASSWORD">
            {busy ? t('password.working') : t('password.submit')}
          </Button>
        </Form>
      </Formik>
      {!busy && (
        <div>
          <Button kind="quiet" data-event="BACK" onClick={() => send({ type: 'BACK' })}>
            {t('common:action.back')}
          </Button>
        </div>
      )}
    </>
  );
}
