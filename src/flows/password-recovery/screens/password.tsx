import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import type { passwordRecoveryMachine } from '#machines/password-recovery/password-recovery.machine.ts';
import type { ScreenProps } from '#src/flow/screen-props.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { minutesOf } from '#src/i18n/spans.ts';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { newPasswordRule, NewPasswordField } from '#src/ui/new-password-field.tsx';
import { NotDone } from '#src/flow/outcome-unknown.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { object } from '#src/ui/schema.ts';
import { RecoverySteps } from './recovery-steps.tsx';

const none: readonly string[] = [];

/** The new password, typed once: it can be shown, and a member who mistypes it recovers again (decision 0014). */
export function PasswordScreen({ snapshot, send }: ScreenProps<typeof passwordRecoveryMachine>) {
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
        validateOnChange={false}
        onSubmit={({ password }) => send({ type: 'SUBMIT_PASSWORD', password })}
      >
        <Form aria-label={t('password.title')}>
          {/* Invisible: password managers store the new password under this name. */}
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
