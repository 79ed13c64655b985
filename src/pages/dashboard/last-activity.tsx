import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { components } from '#openapi/api.gen.d.ts';
import { formatDate } from '#src/i18n/format.ts';
import { addressOf, paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { KindMark } from '#src/ui/member-marks.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { RecordStatus } from '#src/ui/record-status.tsx';
import { PerchScene } from '#src/ui/perch-scene.tsx';
import { RowsSkeleton } from '#src/ui/skeleton.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { useRead } from '#src/reads/use-read.ts';
import { MovedAmount } from '../receipt/moved-amount.tsx';
import { movementOf } from '../receipt/movement.ts';

type HistoryItem = components['schemas']['HistoryItem'];

const SHOWN = 5;

/** The last records of all kinds, newest first. It has the height of its rows from the start, for what is below it. */
export function LastActivity() {
  const { t } = useTranslation('dashboard');
  const { api } = useServices();
  const read = useCallback(
    (signal: AbortSignal) =>
      dataOf(api.GET('/histories/{kind}', { params: { path: { kind: 'all' }, query: {} }, signal })).then(({ items }) =>
        items.slice(0, SHOWN),
      ),
    [api],
  );
  const { result, retry } = useRead('last activity', read);
  return (
    <Panel title={t('activity.title')} more={{ to: paths.histories, name: t('activity.open') }}>
      <div className="five-rows">
        {result.state === 'loading' && (
          <div role="status" aria-busy="true">
            <span className="sr-only">{t('activity.loading')}</span>
            <RowsSkeleton rows={SHOWN} />
          </div>
        )}
        {result.state === 'failed' && <ReadFailed problem={result.problem} onRetry={retry} />}
        {result.state === 'ready' && result.value.length === 0 && (
          <div className="five-rows flex flex-col items-center justify-center gap-3 text-center">
            <PerchScene />
            <p className="text-muted">{t('activity.none')}</p>
          </div>
        )}
        {result.state === 'ready' && result.value.length > 0 && (
          <ul className="flex flex-col">
            {result.value.map((item) => (
              <li key={item.id}>
                <Line item={item} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}

function Line({ item }: { readonly item: HistoryItem }) {
  const { t } = useTranslation('receipt');
  const { id, kind, status, at, asset, amount } = item;
  return (
    <Link to={addressOf(paths.receipt, { id })} className="sheet-row px-0">
      <KindMark kind={kind} />
      <span className="min-w-0 grow">
        <span className="block font-medium">{t(`kind.${kind}`)}</span>
        <time dateTime={at} className="block text-sm text-muted">
          {formatDate(at)}
        </time>
      </span>
      <span className="flex flex-col items-end gap-0.5 text-right font-semibold whitespace-nowrap">
        <MovedAmount amount={amount} asset={asset} moved={movementOf(item).moved} />
        {status !== null && status !== 'completed' && <RecordStatus status={status} />}
      </span>
    </Link>
  );
}
