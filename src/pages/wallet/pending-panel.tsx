import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { components } from '#openapi/api.gen.d.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { formatAhead } from '#src/i18n/spans.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { addressOf, paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { Amount } from '#src/ui/amount.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { RecordStatus } from '#src/ui/record-status.tsx';
import { useNow } from '#src/ui/use-now.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';

type Pending = components['schemas']['Pending'];

/** Deposits and withdrawals under way: money that is not available never just disappears (D-27). */
export function PendingPanel({ pending }: { readonly pending: readonly Pending[] }) {
  const { t } = useTranslation('wallet');
  const { now } = useServices();
  // A due item becomes overdue while the member watches.
  const present = useNow(now, Math.max(0, ...pending.map(({ dueAt }) => (dueAt === null ? 0 : Date.parse(dueAt)))));
  return (
    <Panel title={t('pending.title')} note={t('pending.text')}>
      {pending.length === 0 ? (
        <p className="text-muted">{t('pending.none')}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-base-300">
          {pending.map((each) => (
            <PendingLine key={each.receiptId} pending={each} present={present} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function PendingLine({ pending, present }: { readonly pending: Pending; readonly present: number }) {
  const { t } = useTranslation('wallet');
  const { receiptId, reference, kind, status, asset, amount, dueAt } = pending;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <div className="min-w-0">
        <Link to={addressOf(paths.receipt, { id: receiptId })} className="text-link inline-flex min-h-11 items-center">
          <WholeWords
            text={kind === 'deposit' ? t('pending.deposit', { reference }) : t('pending.withdrawal', { reference })}
          />
        </Link>
        <p className="text-sm text-muted">
          {dueAt === null ? t('pending.unknown') : <Due at={dueAt} present={present} />}
        </p>
      </div>
      <div className="ml-auto flex flex-col items-end gap-1">
        <Amount value={amount} unit={asset} className="font-semibold" />
        <RecordStatus status={status} />
      </div>
    </li>
  );
}

function Due({ at, present }: { readonly at: string; readonly present: number }) {
  const { t } = useTranslation('wallet');
  const culture = useCulture();
  const moment = formatDateTime(at);
  if (Date.parse(at) <= present)
    return <span className="font-medium text-warning">{t('pending.overdue', { moment })}</span>;
  return <>{t('pending.due', { moment, relative: formatAhead(at, present, culture) })}</>;
}
