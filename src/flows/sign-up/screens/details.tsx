import { Formik, useFormikContext, type FormikHelpers } from 'formik';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { phonePattern, usernameForm } from '#machines/sign-up/sign-up.rules.ts';
import type { Draft } from '#machines/sign-up/sign-up.types.ts';
import { KeepEntries, useKeptEntries } from '#src/flow/kept-entries.tsx';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { Form } from '#src/ui/form.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { object, string } from '#src/ui/schema.ts';
import { FormActions } from './form-actions.tsx';
import type { ScreenProps } from './screen-props.ts';
import { SignUpSteps } from './sign-up-steps.tsx';
import { isWellFormed, UsernameField, useTaken, type KnownNames } from './username-field.tsx';

/** Kept while it is typed: a reload restores the step with it (P-1). */
const ENTRIES = 'sign-up/details';

type Values = Pick<Draft, 'username' | 'name' | 'phone'>;

/** The most characters of a name, as in the contract. */
const longestName = 128;

/** /Signup4: username, name and phone number. */
export function DetailsScreen({ snapshot, send }: ScreenProps) {
  const { t } = useTranslation(['sign-up', 'problems', 'common']);
  const { draft, problem } = snapshot.context;
  const { least, most } = usernameForm;
  const [names] = useState<KnownNames>(() => new Map());
  const isTaken = useTaken(names);
  const initial = useKeptEntries<Values>(ENTRIES, { username: draft.username, name: draft.name, phone: draft.phone });
  const required = (item: string) => string().trim().required(t('common:field.required', { item }));
  const schema = object({
    username: required(t('username.label'))
      .test('form', t('username.wrongForm', { least, most }), isWellFormed)
      // Checked before the password is required, so that nobody has to type it twice.
      .test('free', t('problems:username_taken'), (username) => names.get(username) !== true),
    name: required(t('name.label')).max(longestName, t('name.tooLong', { count: longestName })),
    phone: string()
      .trim()
      .matches(phonePattern, { message: t('phone.wrongForm'), excludeEmptyString: true }),
  });
  const submit = async ({ username, name, phone }: Values, { setFieldError }: FormikHelpers<Values>) => {
    if ((await isTaken(username.trim())) === true) setFieldError('username', t('problems:username_taken'));
    else send({ type: 'SUBMIT_DETAILS', username: username.trim(), name: name.trim(), phone: phone.trim() });
  };
  return (
    <>
      <PageHeading title={t('details.title')} tab={t('title')} note={t('details.note')} />
      <SignUpSteps current={3} />
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      <Formik<Values>
        initialValues={initial}
        validationSchema={schema}
        validateOnBlur={false}
        validateOnChange={false}
        onSubmit={submit}
      >
        <Form aria-label={t('details.title')}>
          <KeepEntries form={ENTRIES} names={Object.keys(initial)} />
          <UsernameField name="username" known={names} />
          <TextField name="name" label={t('name.label')} hint={t('name.hint')} autoComplete="name" />
          <TextField name="phone" type="tel" label={t('phone.label')} hint={t('phone.hint')} autoComplete="tel" />
          <Actions onBack={() => send({ type: 'BACK' })} />
        </Form>
      </Formik>
    </>
  );
}

/** How the form is sent; its username may still be being looked up. */
function Actions({ onBack }: { readonly onBack: () => void }) {
  const { t } = useTranslation('sign-up');
  const { isSubmitting } = useFormikContext();
  return (
    <FormActions
      event="SUBMIT_DETAILS"
      submit={t('details.submit')}
      working={isSubmitting ? t('details.working') : null}
      onBack={onBack}
    />
  );
}
