import { useSelector } from '@xstate/react';
import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import type { challengeMachine } from '#machines/challenge/challenge.machine.ts';
import type { ActorShowing } from '#src/flow/child-flow.tsx';
import { FlowScreen } from '#src/flow/flow-screen.tsx';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { CodeOfMethod, RecoveryCodeField } from '#src/flow/recovery-code-field.tsx';
import { Button } from '#src/ui/button.tsx';
import { CodeField, plainCode } from '#src/ui/code-field.tsx';
import { Form } from '#src/ui/form.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { object, string } from '#src/ui/schema.ts';
import { challengeEntries } from '../sign-in.ports.ts';

/** The second-factor step: a code of the app, or one of the recovery codes. */
export function Challenge({ actor }: { readonly actor: ActorShowing<typeof challengeMachine, 'challenge-code'> }) {
  const { t } = useTranslation(['challenge', 'common']);
  const snapshot = useSelector(actor, (state) => state);
  const { method, problem } = snapshot.context;
  const busy = snapshot.hasTag('waiting') || snapshot.status === 'done';
  const isApp = method === 'totp';
  const another = isApp ? 'USE_RECOVERY_CODE' : 'USE_APP_CODE';
  const label = isApp ? t('code') : t('recoveryCode');
  const required = isApp ? t('common:field.codeRequired') : t('common:field.required', { item: label });
  const code = string().trim().required(required);
  return (
    <FlowScreen snapshot={snapshot} entries={challengeEntries}>
      <PageHeading title={t('title')} note={isApp ? t('note') : t('recoveryNote')} />
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      <Formik
        initialValues={{ code: '', other: '' }}
        validationSchema={object({ code: isApp ? code.matches(/^\d{6}$/, t('sixDigits')) : code })}
        validateOnBlur={false}
        validateOnChange={false}
        onSubmit={({ code }) => actor.send({ type: 'SUBMIT_CODE', code: plainCode(code) })}
      >
        <Form aria-label={t('title')}>
          <CodeOfMethod method={method} />
          {isApp ? (
            <CodeField name="code" label={label} readOnly={busy} />
          ) : (
            <RecoveryCodeField name="code" label={label} hint={t('recoveryHint')} readOnly={busy} />
          )}
          <Button type="submit" block busy={busy} data-event="SUBMIT_CODE">
            {busy ? t('checking') : t('submit')}
          </Button>
        </Form>
      </Formik>
      {!busy && (
        <div className="flex flex-wrap justify-between gap-2">
          <Button kind="quiet" data-event="BACK" onClick={() => actor.send({ type: 'BACK' })}>
            {t('common:action.back')}
          </Button>
          {snapshot.can({ type: another }) && (
            <Button kind="quiet" data-event={another} onClick={() => actor.send({ type: another })}>
              {isApp ? t('useRecoveryCode') : t('useAppCode')}
            </Button>
          )}
        </div>
      )}
    </FlowScreen>
  );
}
