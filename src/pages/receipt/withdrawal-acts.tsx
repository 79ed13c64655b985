import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exactOf } from '#money/shown.ts';
import { Refusable } from '#src/flow/refusable.tsx';
import { useServices } from '#src/services/services.ts';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { useToast } from '#src/ui/toast.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { useAct } from '#src/reads/use-act.ts';
import { sizeOf, type Receipt } from './receipt.ts';
import type { WithdrawalProps } from './withdrawal-props.ts';

/**
 * What the member can do about a withdrawal: cancel it while it is in process, or confirm that the payment arrived
 * (D-05). Each has one key forever: repeating it after a lost response, even in another tab, repeats the same act
 * (P-3).
 */
export function WithdrawalActs({
  receipt,
  details,
  isOpen,
  onChanged,
  onStale,
}: WithdrawalProps & { readonly isOpen: boolean }) {
  const { t } = useTranslation('receipt');
  return (
    <div className="flex flex-col items-start gap-3 print:hidden">
      {isOpen && (
        <p className="text-sm text-muted">
          {details.cancellable ? t('withdrawal.cancellable') : t('withdrawal.notCancellable')}
        </p>
      )}
      {details.cancellable && <Cancel receipt={receipt} id={details.id} onDone={onChanged} onStale={onStale} />}
      {receipt.status === 'completed' && <Seen id={details.id} onDone={onChanged} />}
    </div>
  );
}

interface ActProps {
  readonly id: string;
  readonly onDone: (receipt: Receipt) => void;
}

function Cancel({ receipt, id, onDone, onStale }: ActProps & Pick<WithdrawalProps, 'receipt' | 'onStale'>) {
  const { t } = useTranslation('receipt');
  const { api } = useServices();
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const { busy, problem, run, forgetProblem } = useAct(
    (withdrawal: string) =>
      dataOf(
        api.POST('/withdrawals/{id}/cancel', {
          params: { path: { id: withdrawal }, header: { 'Idempotency-Key': `cancel-${withdrawal}` } },
        }),
      ),
    (after) => {
      setAsking(false);
      toast('success', t('withdrawal.cancelled'));
      onDone(after);
    },
  );
  const close = () => {
    setAsking(false);
    forgetProblem();
    // Decided in the meantime: the page shows how.
    if (problem?.code === 'not_cancellable') onStale();
  };
  return (
    <>
      <Button kind="secondary" onClick={() => setAsking(true)}>
        {t('withdrawal.cancel')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('withdrawal.confirmTitle')}
          keep={t('withdrawal.keep')}
          act={t('withdrawal.confirm')}
          acting={t('withdrawal.cancelling')}
          destructive
          busy={busy !== null}
          onConfirm={() => run(id)}
          onClose={close}
        >
          <p>
            {t('withdrawal.confirmText', {
              amount: `${exactOf(sizeOf(receipt.amount), receipt.asset)} ${receipt.asset}`,
            })}
          </p>
          <Refusable problem={problem} />
        </ConfirmDialog>
      )}
    </>
  );
}

function Seen({ id, onDone }: ActProps) {
  const { t } = useTranslation('receipt');
  const { api } = useServices();
  const { busy, problem, run } = useAct(
    (withdrawal: string) =>
      dataOf(
        api.POST('/withdrawals/{id}/acknowledge', {
          params: { path: { id: withdrawal }, header: { 'Idempotency-Key': `seen-${withdrawal}` } },
        }),
      ),
    onDone,
  );
  return (
    <>
      <p className="text-sm text-muted">{t('withdrawal.seenText')}</p>
      <Refusable problem={problem} />
      <Button busy={busy !== null} onClick={() => run(id)}>
        {busy === null ? t('withdrawal.seen') : t('withdrawal.sending')}
      </Button>
    </>
  );
}
