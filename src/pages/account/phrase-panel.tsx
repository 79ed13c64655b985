import { Formik } from 'formik';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { object, string } from 'yup';
import type { components } from '#openapi/api.gen.d.ts';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { useAct } from '#src/reads/use-act.ts';
import { useRead } from '#src/reads/use-read.ts';
import { useServices } from '#src/services/services.ts';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { useToast } from '#src/ui/toast.tsx';
import { StepUpDialog, type Proof } from './step-up-dialog.tsx';

type EmailPhrase = components['schemas']['EmailPhrase'];

const LINES = 2;
const LEAST = 4;
const MOST = 40;

/** The phrase by which the member knows genuine mails (decision 0066): set, changed or removed after another proof. */
export function PhrasePanel() {
  const { t } = useTranslation(['account', 'common']);
  const { api } = useServices();
  const toast = useToast();
  const [wanted, setWanted] = useState<{ readonly phrase: string | null } | null>(null);
  const read = useCallback((signal: AbortSignal) => dataOf(api.GET('/account/emailPhrase', { signal })), [api]);
  const { result, retry, put } = useRead('email phrase', read);
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
      put(now);
      toast('success', now.phrase === null ? t('phrase.removed') : t('phrase.saved'));
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
      {result.state === 'ready' && <PhraseForm key={result.value.phrase} present={result.value} onAsk={ask} />}
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
  const label = t('phrase.label');
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
      initialValues={{ phrase: present.phrase ?? '' }}
      validationSchema={schema}
      validateOnBlur={false}
      onSubmit={({ phrase }) => onAsk(phrase.trim())}
    >
      <Form aria-label={t('phrase.title')}>
        <TextField name="phrase" label={label} hint={length} autoComplete="off" />
        {present.phrase !== null && !present.shown && <p className="text-sm text-warning">{t('phrase.unverified')}</p>}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" kind="secondary">
            {t('phrase.save')}
          </Button>
          {present.phrase !== null && (
            <Button kind="quiet" onClick={() => onAsk(null)}>
              {t('phrase.remove')}
            </Button>
          )}
        </div>
      </Form>
    </Formik>
  );
}
