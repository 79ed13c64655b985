import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/ui/button.tsx';
import { CodeField } from '#src/ui/code-field.tsx';
import { CodeOf } from '#src/ui/code-of.tsx';
import { Form } from '#src/ui/form.tsx';
import { Submit } from '#src/ui/submit.tsx';
import { object, string } from '#src/ui/schema.ts';
import { CONFIRMED_ID } from '../confirmed-list.tsx';

interface AppCodeProps {
  readonly busy: boolean;
  readonly submit: string;
  readonly onSubmit: (code: string) => void;
  readonly onBack: () => void;
}

/** The six digits that the authenticator app shows now. */
export function AppCode({ busy, submit, onSubmit, onBack }: AppCodeProps) {
  const { t } = useTranslation(['confirmation', 'common']);
  const schema = object({
    code: string()
      .required(t('common:field.codeRequired'))
      .matches(/^\d{6}$/, t('sixDigits')),
  });
  return (
    <Formik
      initialValues={{ code: '' }}
      validationSchema={schema}
      validateOnBlur={false}
      validateOnChange={false}
      onSubmit={({ code }) => onSubmit(code)}
    >
      <Form aria-label={t('title')}>
        <CodeOf about={CONFIRMED_ID}>
          <CodeField name="code" label={t('code')} readOnly={busy} />
        </CodeOf>
        <Submit>
          <Button type="submit" block busy={busy} data-event="SUBMIT_CODE">
            {busy ? t('working') : submit}
          </Button>
          {!busy && (
            <Button kind="quiet" data-event="BACK" onClick={onBack}>
              {t('common:action.back')}
            </Button>
          )}
        </Submit>
      </Form>
    </Formik>
  );
}
