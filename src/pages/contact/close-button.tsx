import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { Refusable } from '#src/flow/refusable.tsx';
import { useServices } from '#src/services/services.ts';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { useToast } from '#src/ui/toast.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { useAct } from '#src/reads/use-act.ts';

type Inquiry = components['schemas']['Inquiry'];

/** Ends an inquiry (L-04), after asking once more. */
export function CloseButton({
  ticket,
  onClosed,
}: {
  readonly ticket: string;
  readonly onClosed: (inquiry: Inquiry) => void;
}) {
  const { t } = useTranslation('contact');
  const { api } = useServices();
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const { busy, problem, run, forgetProblem } = useAct(
    (id: string, key) =>
      dataOf(api.POST('/inquiries/{id}/close', { params: { path: { id }, header: { 'Idempotency-Key': key } } })),
    (inquiry) => {
      setAsking(false);
      toast('success', t('close.done'));
      onClosed(inquiry);
    },
  );
  return (
    <div>
      <Button kind="secondary" onClick={() => setAsking(true)}>
        {t('close.button')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('close.title')}
          keep={t('close.keep')}
          act={t('close.confirm')}
          acting={t('close.closing')}
          destructive={false}
          busy={busy !== null}
          onConfirm={() => run(ticket)}
          onClose={() => {
            setAsking(false);
            forgetProblem();
          }}
        >
          <p>{t('close.text')}</p>
          <Refusable problem={problem} />
        </ConfirmDialog>
      )}
    </div>
  );
}
