import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import type { Draft, Seat } from '#machines/sign-up/sign-up.types.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { Alert } from '#src/ui/alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { NewPasswordField, newPasswordRule } from '#src/ui/new-password-field.tsx';
import { NotDone } from '#src/flow/outcome-unknown.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { boolean, object } from '#src/ui/schema.ts';
import type { SignUpRun } from '../sign-up.run.ts';
import { FormActions } from './form-actions.tsx';
import { PlaceTree } from './place-tree.tsx';
import type { ScreenProps } from './screen-props.ts';
import { SignUpSteps } from './sign-up-steps.tsx';
import { Terms } from './terms.tsx';

const nothingRefused: readonly string[] = [];

/** /Signup4?step=review: everything once more, password and terms. The form stays while the next place is searched. */
export function ReviewScreen({ snapshot, send, run }: ScreenProps & { readonly run: SignUpRun }) {
  const { t } = useTranslation('sign-up');
  const { t: tPassword } = useTranslation(['new-password', 'common']);
  const { draft, seat, problem } = snapshot.context;
  const busy = snapshot.hasTag('waiting');
  const schema = object({
    password: newPasswordRule(tPassword, t('password.label')),
    agreed: boolean()
      .oneOf([true], t('terms.required'))
      .test('shown', t('terms.notShown'), () => run.shownTerms() !== null),
  });
  const working = snapshot.matches('findingNextSeat') ? t('review.finding') : busy ? t('review.working') : null;
  const wasRefused = snapshot.matches({ reviewing: 'problem' }) && problem?.code === 'invalid_request';
  const refusals = snapshot.matches({ reviewing: 'passwordRefused' })
    ? (problem?.errors ?? nothingRefused)
    : nothingRefused;
  return (
    <>
      <PageHeading title={t('review.title')} tab={t('title')} note={t('review.note')} />
      <SignUpSteps current={4} />
      <ReviewProblem snapshot={snapshot} send={send} />
      {seat !== null && <Summary seat={seat} draft={draft} />}
      <Formik
        initialValues={{ password: '', agreed: false }}
        validationSchema={schema}
        validateOnBlur={false}
        validateOnChange={false}
        // The rules of a form may not be there, and a consent that nobody gave is never sent.
        onSubmit={async ({ password, agreed }, { setFieldError }) =>
          agreed && run.shownTerms() !== null
            ? send({ type: 'REGISTER', password, agreed })
            : setFieldError('agreed', t(agreed ? 'terms.notShown' : 'terms.required'))
        }
      >
        <Form aria-label={t('review.title')}>
          {/* A password manager stores the password under the username field beside it. */}
          <input type="text" name="registeredName" value={draft.username} autoComplete="username" readOnly hidden />
          <NewPasswordField
            name="password"
            label={t('password.label')}
            username={draft.username}
            refusals={refusals}
            readOnly={busy}
          />
          <Terms name="agreed" disabled={busy} wasRefused={wasRefused} onShown={run.termsShown} />
          <FormActions
            event="REGISTER"
            submit={t('review.submit')}
            working={working}
            onBack={() => send({ type: 'BACK' })}
          />
        </Form>
      </Formik>
    </>
  );
}

function ReviewProblem({ snapshot, send }: ScreenProps) {
  const { t } = useTranslation(['sign-up', 'problems']);
  const { problem } = snapshot.context;
  if (snapshot.matches({ reviewing: 'seatTaken' })) {
    // After another try to find the seat, the problem is forgotten.
    if (problem !== null) return <ProblemAlert kind="warning" problem={problem} />;
    return (
      <Alert kind="warning" title={t('problems:seat_taken')}>
        {t('problems:hint.seat_taken')}
      </Alert>
    );
  }
  if (snapshot.matches({ reviewing: 'notDone' })) return <NotDone />;
  if (!snapshot.hasTag('error') || problem === null) return null;
  if (!snapshot.matches({ reviewing: 'nextSeatUnknown' })) return <ProblemAlert problem={problem} />;
  return (
    <ProblemAlert
      problem={problem}
      actions={
        <Button kind="secondary" data-event="RETRY" onClick={() => send({ type: 'RETRY' })}>
          {t('review.findSeat')}
        </Button>
      }
    />
  );
}

function Summary({ seat, draft }: { readonly seat: Seat; readonly draft: Draft }) {
  const { t } = useTranslation('sign-up');
  const { introducer, place } = seat;
  return (
    <>
      <Panel title={t('review.seat')}>
        <PlaceTree seat={seat} />
        <Facts>
          <Fact term={t('review.introducer')}>{introducer.name}</Fact>
          <Fact term={t('review.side')}>{t(`position.${place.position}`)}</Fact>
          <Fact term={t('review.parent')}>{place.parentPositionId}</Fact>
        </Facts>
      </Panel>
      <Panel title={t('review.you')}>
        <Facts>
          <Fact term={t('username.label')}>{draft.username}</Fact>
          <Fact term={t('name.label')}>{draft.name}</Fact>
          <Fact term={t('email.label')}>
            <span className="wrap-anywhere">{draft.email}</span>
          </Fact>
          <Fact term={t('review.phone')}>{draft.phone === '' ? t('review.noPhone') : draft.phone}</Fact>
        </Facts>
      </Panel>
    </>
  );
}
