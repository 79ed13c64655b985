import { Formik, useFormikContext } from 'formik';
import { useTranslation } from 'react-i18next';
import { object, string } from 'yup';
import type { Recipient } from '#machines/transfer/transfer.types.ts';
import { KeepEntries, useKeptEntries } from '#src/flow/kept-entries.tsx';
import { AmountProblemAlert } from '#src/flow/amount-problem-alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { RecipientName, SentBefore } from './recipient-name.tsx';
import type { TransferScreenProps } from './screen-props.ts';
import { TransferSteps } from './transfer-steps.tsx';

const ENTRIES = 'transfer/recipient';

/** The recipient, by username: looked up before anything else is entered. */
export function RecipientScreen({ snapshot, send }: TransferScreenProps) {
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
          <Button type="submit" block busy={busy} data-event="SUBMIT_RECIPIENT">
            {busy ? t('finding') : t('next')}
          </Button>
          <Recent recent={options?.recent ?? []} busy={busy} />
        </Form>
      </Formik>
    </>
  );
}

interface RecentProps {
  readonly recent: readonly Recipient[];
  readonly busy: boolean;
}

/** Whom the sender has paid before: a press fills in their username and looks them up, as typing it does. */
function Recent({ recent, busy }: RecentProps) {
  const { t } = useTranslation('transfer');
  const { setFieldValue, submitForm } = useFormikContext();
  if (recent.length === 0) return null;
  const choose = async (username: string) => {
    await setFieldValue('username', username);
    await submitForm();
  };
  return (
    <section>
      <h2 className="text-sm font-semibold">{t('recent.title')}</h2>
      <ul className="mt-1 divide-y divide-base-300">
        {recent.map((recipient) => (
          <li key={recipient.username}>
            <button
              type="button"
              disabled={busy}
              onClick={() => void choose(recipient.username)}
              className="btn btn-ghost h-auto w-full flex-wrap justify-between gap-x-4 gap-y-0 px-2 py-2 text-left font-normal"
            >
              <RecipientName recipient={recipient} />
              <span className="pl-14 text-sm text-muted sm:pl-0">
                <SentBefore recipient={recipient} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
