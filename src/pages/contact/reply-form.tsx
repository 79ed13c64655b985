import { Formik } from 'formik';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { replyDraft, useWriter } from '#src/flows/contact/drafts.ts';
import { KeepEntries, useKeptEntries } from '#src/flow/kept-entries.tsx';
import { Refusable } from '#src/flow/refusable.tsx';
import { useServices } from '#src/services/services.ts';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { TextAreaField } from '#src/ui/text-area-field.tsx';
import { useToast } from '#src/ui/toast.tsx';
import { object, string } from '#src/ui/schema.ts';
import { dataOf } from '#src/reads/answers.ts';
import { useAct } from '#src/reads/use-act.ts';

type Inquiry = components['schemas']['Inquiry'];

/** How many characters a message to support has at most. */
export const LONGEST = 4000;
const EMPTY = { text: '' };
const NAMES = ['text'];

/** Sends another message of the member (L-04). The text is kept in this tab until it has arrived. */
export function ReplyForm({
  ticket,
  onChanged,
}: {
  readonly ticket: string;
  readonly onChanged: (inquiry: Inquiry) => void;
}) {
  const { t } = useTranslation(['contact', 'common']);
  const { api, checkpoints } = useServices();
  const toast = useToast();
  const draft = replyDraft(ticket);
  const owner = useWriter();
  const kept = useKeptEntries(draft, EMPTY, { owner });
  const [run, setRun] = useState(0);
  const {
    busy,
    problem,
    run: send,
  } = useAct(
    (text: string, key) =>
      dataOf(
        api.POST('/inquiries/{id}/messages', {
          body: { text },
          params: { path: { id: ticket }, header: { 'Idempotency-Key': key } },
        }),
      ),
    (inquiry) => {
      checkpoints.forget(draft);
      toast('success', t('reply.sent'));
      // An empty form replaces the one that was sent.
      setRun((count) => count + 1);
      onChanged(inquiry);
    },
  );
  const isBusy = busy !== null;
  const schema = object({
    text: string()
      .trim()
      .required(t('common:field.required', { item: t('reply.label') })),
  });
  return (
    <Panel title={t('reply.title')}>
      <Formik
        key={run}
        initialValues={run === 0 ? kept : EMPTY}
        validationSchema={schema}
        validateOnBlur={false}
        validateOnChange={false}
        onSubmit={({ text }) => send(text.trim())}
      >
        <Form aria-label={t('reply.title')}>
          <Refusable problem={problem}>
            <TextAreaField name="text" label={t('reply.label')} maxLength={LONGEST} readOnly={isBusy} />
            <div>
              <Button type="submit" busy={isBusy}>
                {isBusy ? t('reply.working') : t('reply.submit')}
              </Button>
            </div>
            <KeepEntries form={draft} owner={owner} names={NAMES} forgetsEmpty />
          </Refusable>
        </Form>
      </Formik>
    </Panel>
  );
}
