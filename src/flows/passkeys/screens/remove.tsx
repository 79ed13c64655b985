import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import { object, string } from 'yup';
import type { passkeysMachine } from '#machines/passkeys/passkeys.machine.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import type { ScreenProps } from '#src/flow/screen-props.ts';
import { Button } from '#src/ui/button.tsx';
import { EitherCodeField } from '#src/ui/either-code-field.tsx';
import { Form } from '#src/ui/form.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Fact, Facts } from '#src/ui/panel.tsx';
import { PasswordField } from '#src/ui/password-field.tsx';

/** Removing a passkey: says which one and what follows, and asks for the password and, with an app, a code. */
export function RemoveScreen({
  snapshot,
  name,
  send,
}: ScreenProps<typeof passkeysMachine> & { readonly name: string }) {
  const { t } = useTranslation(['passkeys', 'challenge', 'common']);
  const { problem, proof } = snapshot.context;
  const busy = snapshot.hasTag('waiting');
  const bound = proof === 'app';
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
      <PageHeading title={t('remove.title')} tab={t('title')} note={t('remove.text')} />
      <Facts>
        <Fact term={t('name')}>
          <span className="wrap-anywhere">{name}</span>
        </Fact>
      </Facts>
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      <Formik
        initialValues={{ password: '', code: '' }}
        validationSchema={schema}
        validateOnBlur={false}
        onSubmit={({ password, code }) =>
          send(bound ? { type: 'SUBMIT_WITH_CODE', password, code } : { type: 'SUBMIT_PASSWORD', password })
        }
      >
        <Form aria-label={t('remove.title')}>
          <PasswordField name="password" label={t('password')} autoComplete="current-password" readOnly={busy} />
          {bound && <EitherCodeField readOnly={busy} />}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={busy} data-event={bound ? 'SUBMIT_WITH_CODE' : 'SUBMIT_PASSWORD'}>
              {busy ? t('remove.working') : t('remove.submit')}
            </Button>
            {!busy && (
              <Button kind="quiet" data-event="BACK" onClick={() => send({ type: 'BACK' })}>
                {t('common:action.back')}
              </Button>
            )}
          </div>
        </Form>
      </Formik>
    </>
  );
}
