import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/ui/button.tsx';
import { EitherCodeField } from '#src/ui/either-code-field.tsx';
import { Form } from '#src/ui/form.tsx';
import { PasswordField } from '#src/ui/password-field.tsx';
import { object, string } from '#src/ui/schema.ts';

type ProofEvent<TLeave extends string> =
  | { readonly type: 'SUBMIT_PASSWORD'; readonly password: string }
  | { readonly type: 'SUBMIT_WITH_CODE'; readonly password: string; readonly code: string }
  | { readonly type: TLeave };

interface ProofFormProps<TLeave extends string> {
  readonly title: string;
  readonly words: {
    readonly password: string;
    readonly submit: string;
    readonly working: string;
    readonly leave: string;
  };
  /** Whether an app is set up, whose code is asked for too. */
  readonly bound: boolean;
  readonly busy: boolean;
  /** The event that leads away from the form. */
  readonly leave: TLeave;
  readonly send: (event: ProofEvent<TLeave>) => void;
}

/** What proves the member before a change: the password and, with an app, a code of it or a recovery code. */
export function ProofForm<const TLeave extends string>({
  title,
  words,
  bound,
  busy,
  leave,
  send,
}: ProofFormProps<TLeave>) {
  const { t } = useTranslation(['common', 'challenge']);
  const schema = object({
    password: string().required(t('field.required', { item: words.password })),
    code: bound
      ? string()
          .trim()
          .required(t('field.required', { item: t('challenge:eitherCode') }))
      : string(),
  });
  return (
    <Formik
      initialValues={{ password: '', code: '' }}
      validationSchema={schema}
      validateOnBlur={false}
      validateOnChange={false}
      onSubmit={({ password, code }) =>
        send(bound ? { type: 'SUBMIT_WITH_CODE', password, code } : { type: 'SUBMIT_PASSWORD', password })
      }
    >
      <Form aria-label={title}>
        <PasswordField name="password" label={words.password} autoComplete="current-password" readOnly={busy} />
        {bound && <EitherCodeField readOnly={busy} />}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy} data-event={bound ? 'SUBMIT_WITH_CODE' : 'SUBMIT_PASSWORD'}>
            {busy ? words.working : words.submit}
          </Button>
          {!busy && (
            <Button kind="quiet" data-event={leave} onClick={() => send({ type: leave })}>
              {words.leave}
            </Button>
          )}
        </div>
      </Form>
    </Formik>
  );
}
