import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { formatDate } from '#src/i18n/format.ts';
import { formatAhead } from '#src/i18n/spans.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { addressOf, paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { Panel } from '#src/ui/panel.tsx';
import { useNow } from '#src/ui/use-now.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { MovedAmount } from '../receipt/moved-amount.tsx';
import { MovedRow } from '../receipt/moved-row.tsx';

export interface PendingPanelProps extends Readonly<Pick<components['schemas']['Wallet'], 'pending' | 'awaited'>> {
  /** As many of them as are shown; the wallet has the rest. */
  readonly most?: number;
}

/**
 * Deposits and withdrawals under way: money that is not available never just disappears (D-27). Below them the requests
 * for a deposit that wait for their payment: the receipt of one has the address and what to pay.
 */
export function PendingPanel({ pending, awaited, most = Infinity }: PendingPanelProps) {
  const { t } = useTranslation('wallet');
  const { serverNow } = useServices();
  // A due item becomes overdue while the member watches.
  const present = useNow(
    serverNow,
    Math.max(0, ...pending.map(({ dueAt }) => (dueAt === null ? 0 : Date.parse(dueAt)))),
  );
  const count = pending.length + awaited.length;
  // A payment that is waited for keeps its place: the member has to act.
  const shown = pending.slice(0, awaited.length > 0 ? Math.max(1, most - 1) : most);
  return (
    <Panel
      title={t('pending.title')}
      // What was not paid yet can't be lost.
      note={(count === 0 || pending.length > 0) && t('pending.text')}
      more={count > most ? { to: paths.wallet, name: t('pending.all', { count }) } : undefined}
    >
      {count === 0 ? (
        <p className="text-muted">{t('pending.none')}</p>
      ) : (
        <ul className="-my-2 flex flex-col">
          {shown.map(({ receiptId, kind, asset, amount, dueAt }) => (
            <li key={receiptId}>
              <MovedRow
                to={addressOf(paths.receipt, { id: receiptId })}
                kind={kind}
                title={t(`pending.${kind}`)}
                amount={<MovedAmount amount={amount} asset={asset} moved="kept" />}
              >
                {dueAt === null ? t('pending.unknown') : <Due at={dueAt} present={present} />}
              </MovedRow>
            </li>
          ))}
          {awaited.slice(0, most - shown.length).map(({ receiptId, asset, amount }) => (
            <li key={receiptId}>
              <MovedRow
                to={addressOf(paths.receipt, { id: receiptId })}
                kind="deposit"
                title={t('pending.deposit')}
                amount={<MovedAmount amount={amount} asset={asset} moved="coming" />}
              >
                {t('pending.awaited')}
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
  const day = formatDate(at);
  if (Date.parse(at) <= present)
    return (
      <span className="font-medium text-warning">
        <WholeWords text={t('pending.overdue', { day })} />
      </span>
    );
  return <WholeWords text={t('pending.due', { day, relative: formatAhead(at, present, culture) })} />;
}
