import { Formik } from 'formik';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { useAct } from '#src/reads/use-act.ts';
import type { Reading } from '#src/reads/use-read.ts';
import { useServices } from '#src/services/services.ts';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { useToast } from '#src/ui/toast.tsx';
import { object, string } from '#src/ui/schema.ts';
import type { Proof } from './step-up-form.tsx';
import { StepUpDialog } from './step-up-dialog.tsx';

type EmailPhrase = components['schemas']['EmailPhrase'];

const LINES = 2;
const LEAST = 4;
const MOST = 40;

/**
 * The phrase by which the member knows genuine mails (decision 0066): set, changed or removed after another
 * proof. It is shown in mails only.
 */
export function PhrasePanel({ reading }: { readonly reading: Reading<EmailPhrase> }) {
  const { t } = useTranslation(['account', 'common']);
  const { api } = useServices();
  const toast = useToast();
  const [wanted, setWanted] = useState<{ readonly phrase: string | null } | null>(null);
  const [changes, setChanges] = useState(0);
  const { result, retry, put } = reading;
  const act = useAct(
    ({ phrase, proof }: { readonly phrase: string | null; readonly proof: Proof }, key) =>
      dataOf(
        api.POST('/account/emailPhrase', {
          body: { phrase, ...proof },
          params: { header: { 'Idempotency-Key': key } },
        }),
      ),
    (now: EmailPhrase) => {
      setWanted(null);
      setChanges((before) => before + 1);
      put(now);
      toast('success', now.set ? t('phrase.saved') : t('phrase.removed'));
    },
  );
  const ask = (phrase: string | null) => {
    act.forgetProblem();
    setWanted({ phrase });
  };
  return (
    <Panel title={t('phrase.title')} note={t('phrase.text')}>
      {result.state === 'loading' && <Skeleton what={t('phrase.loading')} lines={LINES} />}
      {result.state === 'failed' && <ReadFailed problem={result.problem} onRetry={retry} />}
      {result.state === 'ready' && <PhraseForm key={changes} present={result.value} onAsk={ask} />}
      {wanted !== null && (
        <StepUpDialog
          title={wanted.phrase === null ? t('phrase.confirm.remove') : t('phrase.confirm.save')}
          keep={t('phrase.confirm.keep')}
          act={wanted.phrase === null ? t('phrase.remove') : t('phrase.save')}
          acting={t('phrase.saving')}
          busy={act.busy !== null}
          problem={act.problem}
          onProof={(proof) => act.run({ phrase: wanted.phrase, proof })}
          onClose={() => setWanted(null)}
        >
          <p>{t('phrase.confirm.text')}</p>
        </StepUpDialog>
      )}
    </Panel>
  );
}

function PhraseForm({
  present,
  onAsk,
}: {
  readonly present: EmailPhrase;
  readonly onAsk: (phrase: string | null) => void;
}) {
  const { t } = useTranslation(['account', 'common']);
  const label = present.set ? t('phrase.newLabel') : t('phrase.label');
  const length = t('phrase.length', { least: LEAST, most: MOST });
  const schema = object({
    phrase: string()
      .trim()
      .required(t('common:field.required', { item: label }))
      .min(LEAST, length)
      .max(MOST, length),
  });
  return (
    <Formik
      initialValues={{ phrase: '' }}
      validationSchema={schema}
      validateOnBlur={false}
      validateOnChange={false}
      onSubmit={({ phrase }) => onAsk(phrase.trim())}
    >
      <Form aria-label={t('phrase.title')}>
        {present.set && <p className="text-sm">{present.shown ? t('phrase.set') : t('phrase.unverified')}</p>}
        <TextField name="phrase" label={label} hint={length} autoComplete="off" />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" kind="secondary">
            {t('phrase.save')}
          </Button>
          {present.set && (
            <Button kind="quiet" onClick={() => onAsk(null)}>
              {t('phrase.remove')}
            </Button>
          )}
        </div>
      </Form>
    </Formik>
  );
}
