import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Draft, Side } from '#machines/sign-up/sign-up.types.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { paths } from '#src/paths.ts';
import { Alert } from '#src/ui/alert.tsx';
import { Form } from '#src/ui/form.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { object, string } from '#src/ui/schema.ts';
import { FormActions } from './form-actions.tsx';
import type { ScreenProps } from './screen-props.ts';
import { SideField } from './side-field.tsx';
import { SignUpSteps } from './sign-up-steps.tsx';

type Values = Pick<Draft, 'introducer' | 'position' | 'seatUser'>;

/** The most characters of a code or username, as in the contract. */
const longest = 64;

/** /Signup: who introduces the newcomer, on which side, and below whom. */
export function IntroducerScreen({ snapshot, send }: ScreenProps) {
  const { t } = useTranslation(['sign-up', 'common']);
  const busy = snapshot.hasTag('waiting');
  const { introducer, position, seatUser } = snapshot.context.draft;
  const name = string()
    .trim()
    .max(longest, t('introducer.tooLong', { count: longest }));
  const schema = object({
    introducer: name.required(t('common:field.required', { item: t('introducer.label') })),
    position: string().required(t('position.required')),
    seatUser: name,
  });
  const submit = (values: Values) =>
    // The schema requires a side.
    send({
      type: 'SUBMIT_INTRODUCER',
      introducer: values.introducer.trim(),
      position: values.position as Side,
      seatUser: values.seatUser.trim(),
    });
  const isUnknown = snapshot.matches({ enteringIntroducer: 'unknownIntroducer' });
  const isSeatUserUnknown = snapshot.matches({ enteringIntroducer: 'unknownSeatUser' });
  return (
    <>
      <PageHeading title={t('introducer.title')} tab={t('title')} note={t('introducer.note')} />
      <SignUpSteps current={0} />
      <IntroducerProblem snapshot={snapshot} named={isUnknown ? introducer : isSeatUserUnknown ? seatUser : null} />
      <Formik<Values>
        initialValues={{ introducer, position, seatUser }}
        validationSchema={schema}
        validateOnBlur={false}
        validateOnChange={false}
        onSubmit={submit}
      >
        <Form aria-label={t('introducer.title')}>
          <TextField
            name="introducer"
            label={t('introducer.label')}
            hint={t('introducer.hint')}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            readOnly={busy}
          />
          <SideField name="position" disabled={busy} />
          <TextField
            name="seatUser"
            label={t('seatUser.label')}
            hint={t('seatUser.hint')}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            readOnly={busy}
          />
          <FormActions
            event="SUBMIT_INTRODUCER"
            submit={t('introducer.submit')}
            working={busy ? t('introducer.working') : null}
          />
        </Form>
      </Formik>
      {!busy && (
        <p className="text-center">
          {t('member.question')}{' '}
          <Link to={paths.signIn} className="text-link">
            {t('member.signIn')}
          </Link>
        </p>
      )}
    </>
  );
}

/** What went wrong; for a name that nobody has, which one it was. */
function IntroducerProblem({
  snapshot,
  named,
}: {
  readonly snapshot: ScreenProps['snapshot'];
  readonly named: string | null;
}) {
  const { t } = useTranslation(['problems', 'sign-up']);
  const { problem } = snapshot.context;
  if (!snapshot.hasTag('error') || problem === null) return null;
  if (named === null) return <ProblemAlert problem={problem} />;
  return (
    <Alert title={t('user_not_found')}>
      <strong className="wrap-anywhere" translate="no">
        {named}
      </strong>
      {`\n${t('sign-up:introducer.unknownHint')}`}
    </Alert>
  );
}
