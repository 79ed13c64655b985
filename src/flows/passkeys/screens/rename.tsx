import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import type { passkeysMachine } from '#machines/passkeys/passkeys.machine.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import type { ScreenProps } from '#src/flow/screen-props.ts';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { object, string } from '#src/ui/schema.ts';
import { LONGEST_NAME } from './proof.tsx';

/** Another name for a passkey. */
export function RenameScreen({
  snapshot,
  name,
  send,
}: ScreenProps<typeof passkeysMachine> & { readonly name: string }) {
  const { t } = useTranslation(['passkeys', 'common']);
  const { problem } = snapshot.context;
  const busy = snapshot.hasTag('waiting');
  const schema = object({
    name: string()
      .trim()
      .required(t('common:field.required', { item: t('name') })),
  });
  return (
    <>
      <PageHeading title={t('rename.title')} tab={t('title')} />
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      <Formik
        initialValues={{ name }}
        validationSchema={schema}
        validateOnBlur={false}
        validateOnChange={false}
        onSubmit={(entries) => send({ type: 'SUBMIT_NAME', name: entries.name.trim() })}
      >
        <Form aria-label={t('rename.title')}>
          <TextField
            name="name"
            label={t('name')}
            hint={t('nameHint')}
            maxLength={LONGEST_NAME}
            autoComplete="off"
            readOnly={busy}
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={busy} data-event="SUBMIT_NAME">
              {busy ? t('rename.working') : t('rename.submit')}
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
