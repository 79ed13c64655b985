import { Formik, useFormikContext } from 'formik';
import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { SnapshotFrom } from 'xstate';
import type { signInMachine } from '#machines/sign-in/sign-in.machine.ts';
import type { Credentials } from '#machines/sign-in/sign-in.types.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { isPath, paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import type { Session } from '#src/session/session.provider.tsx';
import { takeEarlyValues } from '#src/ui/typed-early.ts';
import { Button } from '#src/ui/button.tsx';
import { CheckboxField } from '#src/ui/checkbox-field.tsx';
import { Form } from '#src/ui/form.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { PasswordField } from '#src/ui/password-field.tsx';
import { boolean, object, string } from '#src/ui/schema.ts';
import { TextField } from '#src/ui/text-field.tsx';

interface CredentialsScreenProps {
  readonly snapshot: SnapshotFrom<typeof signInMachine>;
  /** Why the member is here again, if a session has ended. */
  readonly ended: Session['signedOutBy'];
  readonly onSubmit: (credentials: Credentials) => void;
}

/** Whether the link of an email change led here: the page then says why signing in comes first. */
function useIsForEmailChange(): boolean {
  const { recall } = useServices();
  const isFor = () => {
    const [pathname = ''] = (recall.address() ?? '').split('?');
    return [paths.changeEmail, paths.changeEmailAddress, paths.changeEmailConfirm].some((path) =>
      isPath(pathname, path),
    );
  };
  // False in the first render, which must match the prerendered page.
  return useSyncExternalStore(neverChanges, isFor, () => false);
}

const neverChanges = () => () => undefined;

/**
 * Username and password. The form stays in place while the server is asked and after a refusal, so nothing typed is
 * lost.
 */
export function CredentialsScreen({ snapshot, ended, onSubmit }: CredentialsScreenProps) {
  const { t } = useTranslation(['sign-in', 'common']);
  const busy = snapshot.matches('creatingToken') || snapshot.matches('signedIn');
  const { problem } = snapshot.context;
  const isEmailChange = useIsForEmailChange();
  const schema = object({
    username: string()
      .trim()
      .required(t('common:field.required', { item: t('username') })),
    password: string().required(t('common:field.required', { item: t('password') })),
    keepSignedIn: boolean().required(),
  });
  return (
    <>
      <PageHeading title={t('title')} note={t('note')} />
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      {isEmailChange && <Notice title={t('forEmailChange.title')}>{t('forEmailChange.text')}</Notice>}
      {!snapshot.hasTag('error') && !busy && !isEmailChange && ended === 'ended' && (
        <Notice title={t('ended.title')}>{t('ended.text')}</Notice>
      )}
      {!snapshot.hasTag('error') && !busy && ended === 'byMember' && <Notice kind="success" title={t('left')} />}
      <Formik<Credentials>
        initialValues={{ username: '', password: '', keepSignedIn: false }}
        validationSchema={schema}
        validateOnBlur={false}
        validateOnChange={false}
        onSubmit={(credentials) => onSubmit({ ...credentials, username: credentials.username.trim() })}
      >
        <Form aria-label={t('title')}>
          <StartValues />
          <TextField
            name="username"
            label={t('username')}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={64}
            readOnly={busy}
          />
          <PasswordField name="password" label={t('password')} autoComplete="current-password" readOnly={busy} />
          <CheckboxField name="keepSignedIn" label={t('keepSignedIn')} hint={t('keepSignedInHint')} />
          <Button type="submit" block busy={busy} data-event="SUBMIT_FORM">
            {busy ? t('signingIn') : t('submit')}
          </Button>
        </Form>
      </Formik>
      {!busy && (
        <div className="text-center">
          {problem?.code === 'invalid_login' && (
            // A frozen account is refused like a wrong password (D-15), so everybody who is refused sees how to thaw
            // one.
            <p>
              {t('frozen')}{' '}
              <Link to={paths.frozen} className="text-link inline-flex min-h-11 items-center">
                {t('thaw')}
              </Link>
            </p>
          )}
          <p>
            <Link to={paths.passkeySignIn} className="text-link inline-flex min-h-11 items-center">
              {t('passkey')}
            </Link>
          </p>
          <Link to={paths.forgot} className="text-link inline-flex min-h-11 items-center">
            {t('forgot')}
          </Link>
          <p>
            {t('newHere')}{' '}
            <Link to={paths.signUp} className="text-link inline-flex min-h-11 items-center">
              {t('signUp')}
            </Link>
          </p>
        </div>
      )}
    </>
  );
}

/**
 * Fills the form with what was typed before the script loaded, and with the name of a member who just registered or
 * asked to stay signed in. After the first render, since the prerendered page knows neither.
 */
function StartValues() {
  const { storage } = useServices();
  const { state } = useLocation();
  const { setValues } = useFormikContext<Credentials>();
  const fill = useEffectEvent(() => {
    const early = takeEarlyValues(document);
    const username = early['username'] || registeredName(state) || (storage.get('loginUser') ?? '');
    const keepSignedIn = early['keepSignedIn'] === 'on' || storage.get('keepSignedIn') === true;
    void setValues(
      (values) => ({
        username: username || values.username,
        password: early['password'] || values.password,
        keepSignedIn,
      }),
      false,
    );
  });
  useLayoutEffect(() => fill(), []);
  return null;
}

/** The username that a sign-up passed in the navigation state; empty if there was none. */
function registeredName(state: unknown): string {
  const { username } = (state ?? {}) as { readonly username?: unknown };
  return typeof username === 'string' ? username : '';
}
