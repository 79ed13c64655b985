import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { components } from '#openapi/api.gen.d.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { formatAhead } from '#src/i18n/spans.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { addressOf, paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { useAmountWords } from '#src/ui/member-hidden.tsx';
import { KindMark } from '#src/ui/member-marks.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { RecordStatus } from '#src/ui/record-status.tsx';
import { useNow } from '#src/ui/use-now.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { MovedAmount } from '../receipt/moved-amount.tsx';

export type PendingPanelProps = Readonly<Pick<components['schemas']['Wallet'], 'pending' | 'awaited'>>;

/**
 * Deposits and withdrawals under way: money that is not available never just disappears (D-27). Below them the requests
 * for a deposit that wait for their payment.
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
            <Line
              key={receiptId}
              id={receiptId}
              kind={kind}
              name={kind === 'deposit' ? t('pending.deposit', { reference }) : t('pending.withdrawal', { reference })}
              note={dueAt === null ? t('pending.unknown') : <Due at={dueAt} present={present} />}
              status={<RecordStatus status={status} />}
            >
              <span>
                <MovedAmount amount={amount} asset={asset} moved="kept" />
              </span>
            </Line>
          ))}
          {awaited.map(({ receiptId, reference, asset, amount, requestedAt }) => (
            <Line
              key={receiptId}
              id={receiptId}
              kind="deposit"
              name={t('pending.awaited', { amount: said(amount, asset) })}
              note={<WholeWords text={t('pending.awaitedSince', { reference, moment: formatDateTime(requestedAt) })} />}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface LineProps {
  readonly id: string;
  readonly kind: 'deposit' | 'withdrawal';
  readonly name: string;
  readonly note: ReactNode;
  readonly status?: ReactNode;
  /** The amount. */
  readonly children?: ReactNode;
}

/**
 * One of them, as a row of Activity, which leads to its receipt: that of a request has the address and what to pay.
 */
function Line({ id, kind, name, note, status, children }: LineProps) {
  return (
    <li>
      <Link to={addressOf(paths.receipt, { id })} className="sheet-row px-0">
        <KindMark kind={kind} />
        <span className="min-w-0 grow">
          <span className={children === undefined ? 'font-medium' : 'moved-head'}>
            <span>
              <WholeWords text={name} />
            </span>{' '}
            {children}
          </span>{' '}
          <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm text-muted">
            <span>{note}</span> {status}
          </span>
        </span>
      </Link>
    </li>
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
