import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import type { SnapshotFrom } from 'xstate';
import type { passwordChangeMachine } from '#machines/password-change/password-change.machine.ts';
import type { PasswordChangeEvent } from '#machines/password-change/password-change.types.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { EitherCodeField } from '#src/ui/either-code-field.tsx';
import { Form } from '#src/ui/form.tsx';
import { NewPasswordField, newPasswordRule } from '#src/ui/new-password-field.tsx';
import { NotDone } from '#src/flow/outcome-unknown.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { PasswordField } from '#src/ui/password-field.tsx';
import { object, string } from '#src/ui/schema.ts';

const NO_REFUSALS: readonly string[] = [];

interface PasswordsScreenProps {
  readonly snapshot: SnapshotFrom<typeof passwordChangeMachine>;
  readonly send: (event: PasswordChangeEvent) => void;
  /** For password managers, which store a password with its username. */
  readonly username: string;
}

/** The current password and the new one, which is typed once: it can be shown instead of being typed again. */
export function PasswordsScreen({ snapshot, send, username }: PasswordsScreenProps) {
  const { t } = useTranslation(['password-change', 'challenge', 'common']);
  const { t: rule } = useTranslation(['new-password', 'common']);
  const busy = snapshot.hasTag('waiting');
  const { problem, bound } = snapshot.context;
  const refusals = problem?.code === 'password_refused' ? problem.errors : NO_REFUSALS;
  const schema = object({
    password: string().required(t('common:field.required', { item: t('password') })),
    newPassword: newPasswordRule(rule, t('newPassword')),
    code: bound
      ? string()
          .trim()
          .required(t('common:field.required', { item: t('challenge:eitherCode') }))
      : string(),
  });
  return (
    <>
      <PageHeading title={t('title')} note={t('text')} />
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      {snapshot.matches({ enteringPasswords: 'notDone' }) && <NotDone />}
      <Formik
        initialValues={{ password: '', newPassword: '', code: '' }}
        validationSchema={schema}
        validateOnBlur={false}
        validateOnChange={false}
        onSubmit={({ password, newPassword, code }) =>
          send(
            bound
              ? { type: 'SUBMIT_WITH_CODE', password, newPassword, code }
              : { type: 'SUBMIT_FORM', password, newPassword },
          )
        }
      >
        <Form aria-label={t('title')}>
          <input type="text" autoComplete="username" value={username} readOnly hidden />
          <PasswordField name="password" label={t('password')} autoComplete="current-password" readOnly={busy} />
          <NewPasswordField
            name="newPassword"
            label={t('newPassword')}
            username={username}
            refusals={refusals}
            readOnly={busy}
          />
          {bound && <EitherCodeField readOnly={busy} />}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={busy} data-event={bound ? 'SUBMIT_WITH_CODE' : 'SUBMIT_FORM'}>
              {busy ? t('working') : t('submit')}
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
