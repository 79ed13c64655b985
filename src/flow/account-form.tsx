import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { EmailField, emailRule } from '#src/ui/email-field.tsx';
import { Form } from '#src/ui/form.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { object, string } from '#src/ui/schema.ts';

/** Whose account it is. */
interface Account {
  readonly email: string;
  readonly username: string;
}

interface AccountFormProps {
  /** What the form and its controls are called. */
  readonly words: {
    readonly title: string;
    readonly email: string;
    readonly emailForm: string;
    readonly username: string;
    readonly submit: string;
    readonly working: string;
    readonly otherWay: string;
  };
  /** What was entered before; null if nothing was. */
  readonly account: Account | null;
  readonly busy: boolean;
  readonly send: (event: { readonly type: 'SUBMIT_FORM'; readonly account: Account }) => void;
}

/** Asks for email and username, which only the member can pair, and offers another way to those who can't. */
export function AccountForm({ words, account, busy, send }: AccountFormProps) {
  const { t } = useTranslation('common');
  const required = (item: string) => t('field.required', { item });
  const schema = object({
    email: emailRule(required(words.email), words.emailForm),
    username: string().trim().required(required(words.username)),
  });
  return (
    <>
      <Formik
        initialValues={account ?? { email: '', username: '' }}
        validationSchema={schema}
        validateOnBlur={false}
        validateOnChange={false}
        onSubmit={({ email, username }) =>
          send({ type: 'SUBMIT_FORM', account: { email: email.trim(), username: username.trim() } })
        }
      >
        <Form aria-label={words.title}>
          <EmailField label={words.email} readOnly={busy} />
          <TextField
            name="username"
            label={words.username}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={64}
            readOnly={busy}
          />
          <Button type="submit" block busy={busy} data-event="SUBMIT_FORM">
            {busy ? words.working : words.submit}
          </Button>
        </Form>
      </Formik>
      {!busy && <OtherWay>{words.otherWay}</OtherWay>}
    </>
  );
}

/** Leads to the other ways back to an account. */
export function OtherWay({ children }: { readonly children: string }) {
  return (
    <p>
      <Link to={paths.forgot} className="text-link inline-flex min-h-11 items-center">
        {children}
      </Link>
    </p>
  );
}
