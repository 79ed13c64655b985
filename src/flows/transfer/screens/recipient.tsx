import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import { KeepEntries, useKeptEntries } from '#src/flow/kept-entries.tsx';
import { AmountProblemAlert } from '#src/flow/amount-problem-alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Submit } from '#src/ui/submit.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { object, string } from '#src/ui/schema.ts';
import type { Favorites } from '../use-favorites.ts';
import { People } from './people.tsx';
import type { TransferScreenProps } from './screen-props.ts';
import { TransferSteps } from './transfer-steps.tsx';

const ENTRIES = 'transfer/recipient';

/** The recipient, by username: looked up before anything else is entered. */
export function RecipientScreen({
  snapshot,
  send,
  favorites,
}: TransferScreenProps & { readonly favorites: Favorites }) {
  const { t } = useTranslation(['transfer', 'common']);
  const { options, username, problem } = snapshot.context;
  const busy = snapshot.matches('findingRecipient');
  const initial = useKeptEntries(ENTRIES, { username });
  const schema = object({
    username: string()
      .trim()
      .required(t('common:field.required', { item: t('recipient') })),
  });
  return (
    <>
      <PageHeading title={t('title')} note={t('text')} />
      <TransferSteps current={0} />
      {snapshot.hasTag('error') && problem !== null && <AmountProblemAlert problem={problem} />}
      <Formik
        initialValues={initial}
        validationSchema={schema}
        validateOnBlur={false}
        validateOnChange={false}
        onSubmit={(values) => send({ type: 'SUBMIT_RECIPIENT', username: values.username.trim() })}
      >
        <Form aria-label={t('title')}>
          <KeepEntries form={ENTRIES} names={Object.keys(initial)} />
          <TextField
            name="username"
            label={t('recipient')}
            hint={t('recipientHint')}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={64}
            readOnly={busy}
          />
          <Submit>
            <Button type="submit" block busy={busy} data-event="SUBMIT_RECIPIENT">
              {busy ? t('finding') : t('next')}
            </Button>
          </Submit>
          <People options={options} favorites={favorites} busy={busy} />
        </Form>
      </Formik>
    </>
  );
}
