import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { components } from '#openapi/api.gen.d.ts';
import { isNegative } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import { shown } from '#money/shown.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { addressOf, paths } from '#src/paths.ts';
import { useServices } from '#src/session/services.ts';
import { Button } from '#src/ui/button.tsx';
import { RecordStatus } from '#src/ui/record-status.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { dataOf } from '../answers.ts';
import { ReadFailed } from '../read-failed.tsx';
import { usePages } from '../use-pages.ts';
import type { HistoryFilter } from './filters.ts';
import type { HistoryKind } from './kinds.ts';

type HistoryItem = components['schemas']['HistoryItem'];

const LINES = 6;
/** The height of a row of two lines, for blocks that were never drawn. */
const ROW_REM = 4.5;
/** So many rows are drawn or left out together. */
const ROWS_IN_BLOCK = 50;

/** The records of a history, the newest first, a page at a time; each opens its receipt. */
export function HistoryList({ kind, filter }: { readonly kind: HistoryKind; readonly filter: HistoryFilter }) {
  const { t } = useTranslation('history');
  const { api } = useServices();
  const { items, state, problem, more, readOn } = usePages<HistoryItem>((cursor, signal) =>
    dataOf(api.GET('/histories/{kind}', { params: { path: { kind }, query: { ...filter, ...(cursor === null ? {} : { cursor }) } }, signal })),
  );
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <section aria-label={t('list')} className="flex flex-col gap-4">
      {items.length > 0 && <Rows items={items} />}
      {state === 'loading' && items.length === 0 && <Skeleton what={t('loading')} lines={LINES} />}
      {state === 'ready' && items.length === 0 && <p className="panel p-6 text-muted">{isFiltered ? t('noneFiltered') : t('none')}</p>}
      {problem !== null && <ReadFailed problem={problem} onRetry={readOn} />}
      {items.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {more && problem === null && (
            <Button kind="secondary" busy={state === 'loading'} onClick={readOn}>
              {state === 'loading' ? t('loading') : t('more')}
            </Button>
          )}
          <p role="status" className="text-sm text-muted">
            {t('count', { count: items.length })}
            {!more && ` · ${t('end')}`}
          </p>
        </div>
      )}
    </section>
  );
}

/**
 * All rows stay in the page, where the browser's search and a screen reader find them; blocks after the first that are out of
 * view are not drawn (`rows-block`), and blocks that did not change are not rendered again, so ten thousand rows stay as smooth as ten.
 */
const Rows = memo(function Rows({ items }: { readonly items: readonly HistoryItem[] }) {
  const starts = Array.from({ length: Math.ceil(items.length / ROWS_IN_BLOCK) }, (_, block) => block * ROWS_IN_BLOCK);
  return (
    <div role="list" className="panel divide-y divide-base-300 overflow-hidden">
      {starts.map((start) => (
        <Block key={start} items={items} start={start} end={Math.min(start + ROWS_IN_BLOCK, items.length)} />
      ))}
    </div>
  );
});

interface BlockProps {
  readonly items: readonly HistoryItem[];
  readonly start: number;
  readonly end: number;
}

/** Rows are only ever added at the end, so a block of the same length holds the same rows. */
const Block = memo(
  function Block({ items, start, end }: BlockProps) {
    return (
      <div role="presentation" className={`divide-y divide-base-300 ${start > 0 ? 'rows-block' : ''}`} style={start > 0 ? { containIntrinsicBlockSize: `auto ${(end - start) * ROW_REM}rem` } : undefined}>
        {items.slice(start, end).map((item) => (
          <Row key={item.id} item={item} />
        ))}
      </div>
    );
  },
  (before, after) => before.start === after.start && before.end === after.end,
);

function Row({ item }: { readonly item: HistoryItem }) {
  const { t } = useTranslation(['history', 'receipt']);
  const { id, reference, kind, status, at, asset, amount, fee, counterAsset, counterAmount, counterparty, stage } = item;
  const details = [...(counterparty === null ? [] : [t('with', { member: counterparty })]), ...(stage === null ? [] : [t('stage', { stage })])];
  return (
    <div role="listitem">
      <Link
        to={addressOf(paths.receipt, { id })}
        className="grid min-h-18 grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-0.5 px-4 py-3 -outline-offset-3 hover:bg-base-200 sm:px-6"
      >
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {t(`receipt:kind.${kind}`)} {status !== null && <RecordStatus status={status} />}
        </span>
        <span className={`text-right font-semibold ${isNegative(amount) ? '' : 'text-success'}`}>{signed(amount, asset)}</span>
        <span className="col-span-2 text-sm text-muted sm:col-span-1">
          <time dateTime={at} className="whitespace-nowrap">
            {formatDateTime(at)}
          </time>
          {' · '}
          <span className="whitespace-nowrap">{reference}</span>
          {details.map((detail) => ` · ${detail}`)}
        </span>
        <span className="col-span-2 text-right text-sm text-muted empty:hidden sm:col-span-1">
          {counterAsset !== null && counterAmount !== null && signed(counterAmount, counterAsset)}
          {fee !== null && t('fee', { amount: shown(fee, asset) })}
        </span>
      </Link>
    </div>
  );
}

/** What goes out has its sign already; what comes in is told apart by one, too, and not by colour alone. */
function signed(amount: string, asset: Asset): string {
  return `${isNegative(amount) ? '' : '+'}${shown(amount, asset)} ${asset}`;
}
