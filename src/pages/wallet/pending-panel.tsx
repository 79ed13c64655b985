import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { formatAhead } from '#src/i18n/spans.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { addressOf, paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { useAmountWords } from '#src/ui/member-hidden.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { RecordStatus } from '#src/ui/record-status.tsx';
import { useNow } from '#src/ui/use-now.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { MovedAmount } from '../receipt/moved-amount.tsx';
import { MovedRow } from '../receipt/moved-row.tsx';

export type PendingPanelProps = Readonly<Pick<components['schemas']['Wallet'], 'pending' | 'awaited'>>;

/**
 * Deposits and withdrawals under way: money that is not available never just disappears (D-27). Below them the requests
 * for a deposit that wait for their payment: the receipt of one has the address and what to pay.
 */
export function PendingPanel({ pending, awaited }: PendingPanelProps) {
  const { t } = useTranslation('wallet');
  const { serverNow } = useServices();
  const said = useAmountWords();
  // A due item becomes overdue while the member watches.
  const present = useNow(
    serverNow,
    Math.max(0, ...pending.map(({ dueAt }) => (dueAt === null ? 0 : Date.parse(dueAt)))),
  );
  const isNothing = pending.length + awaited.length === 0;
  return (
    // What was not paid yet can't be lost.
    <Panel title={t('pending.title')} note={(isNothing || pending.length > 0) && t('pending.text')}>
      {isNothing ? (
        <p className="text-muted">{t('pending.none')}</p>
      ) : (
        <ul className="-my-2 flex flex-col">
          {pending.map(({ receiptId, reference, kind, status, asset, amount, dueAt }) => (
            <li key={receiptId}>
              <MovedRow
                to={addressOf(paths.receipt, { id: receiptId })}
                kind={kind}
                title={
                  kind === 'deposit' ? t('pending.deposit', { reference }) : t('pending.withdrawal', { reference })
                }
                amount={<MovedAmount amount={amount} asset={asset} moved="kept" />}
                status={<RecordStatus status={status} />}
              >
                {dueAt === null ? t('pending.unknown') : <Due at={dueAt} present={present} />}
              </MovedRow>
            </li>
          ))}
          {awaited.map(({ receiptId, reference, asset, amount, requestedAt }) => (
            <li key={receiptId}>
              <MovedRow
                to={addressOf(paths.receipt, { id: receiptId })}
                kind="deposit"
                title={t('pending.awaited', { amount: said(amount, asset) })}
              >
                <WholeWords text={t('pending.awaitedSince', { reference, moment: formatDateTime(requestedAt) })} />
              </MovedRow>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Due({ at, present }: { readonly at: string; readonly present: number }) {
  const { t } = useTranslation('wallet');
  const culture = useCulture();
  const moment = formatDateTime(at);
  if (Date.parse(at) <= present)
    return (
      <span className="font-medium text-warning">
        <WholeWords text={t('pending.overdue', { moment })} />
      </span>
    );
  return <WholeWords text={t('pending.due', { moment, relative: formatAhead(at, present, culture) })} />;
}
