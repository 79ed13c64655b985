import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { components } from '#openapi/api.gen.d.ts';
import type { Asset } from '#money/assets.ts';
import { shown } from '#money/shown.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { addressOf, paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { Empty } from '#src/ui/member-empty.tsx';
import { KindMark } from '#src/ui/member-marks.tsx';
import { RecordStatus } from '#src/ui/record-status.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useStageWords } from '#src/ui/stage-words.ts';
import { dataOf } from '#src/reads/answers.ts';
import { MoreButton } from '../more-button.tsx';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { MovedAmount } from '../receipt/moved-amount.tsx';
import { movementOf } from '../receipt/movement.ts';
import { RowBlocks } from '../row-blocks.tsx';
import { usePages } from '#src/reads/use-pages.ts';
import type { HistoryFilter } from './filters.ts';
import type { HistoryKind } from './kinds.ts';

type HistoryItem = components['schemas']['HistoryItem'];

const LINES = 6;
/** Acts under way change automatically: a payment is seen, a withdrawal approved and paid. */
const UNDER_WAY_SECONDS = 30;

function againAfter(items: readonly HistoryItem[]): number | null {
  return items.some(({ status }) => status === 'awaitingPayment' || status === 'inProcess' || status === 'approved')
    ? UNDER_WAY_SECONDS
    : null;
}

const keyOf = (item: HistoryItem) => item.id;

/**
 * A record with the requested asset first: of a bonus that was paid in two assets, the part that this list is about.
 */
function seenFrom(item: HistoryItem, about: Asset | undefined): HistoryItem {
  const { asset, amount, counterAsset, counterAmount } = item;
  if (about === undefined || counterAsset !== about || counterAmount === null) return item;
  return { ...item, asset: counterAsset, amount: counterAmount, counterAsset: asset, counterAmount: amount };
}

/** The records of a history, newest first, a page at a time; each opens its receipt. */
export function HistoryList({ kind, filter }: { readonly kind: HistoryKind; readonly filter: HistoryFilter }) {
  const { t } = useTranslation(['history', 'common']);
  const { api } = useServices();
  const pages = usePages<HistoryItem>(
    `history ${kind} ${JSON.stringify(filter)}`,
    (cursor, signal) =>
      dataOf(
        api.GET('/histories/{kind}', {
          params: { path: { kind }, query: { ...filter, ...(cursor === null ? {} : { cursor }) } },
          signal,
        }),
      ),
    againAfter,
  );
  const { state, problem, more, readOn } = pages;
  const about = kind === 'pp' ? 'PP' : filter.asset;
  const items = useMemo(() => pages.items.map((item) => seenFrom(item, about)), [pages.items, about]);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <section aria-label={t('list')} className="flex flex-col gap-4">
      {items.length > 0 && <RowBlocks items={items} keyOf={keyOf} Row={Row} />}
      {state === 'loading' && items.length === 0 && <Skeleton what={t('loading')} lines={LINES} />}
      {state === 'ready' && items.length === 0 && <Empty>{isFiltered ? t('noneFiltered') : t('none')}</Empty>}
      {problem !== null && <ReadFailed problem={problem} onRetry={readOn} />}
      {items.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <MoreButton pages={pages} label={t('more')} loading={t('loading')} />
          <p role="status" className="text-sm text-muted">
            {t('count', { count: items.length })}
            {!more && `${t('common:separator')}${t('end')}`}
          </p>
        </div>
      )}
    </section>
  );
}

function Row({ item }: { readonly item: HistoryItem }) {
  const { t } = useTranslation(['history', 'receipt', 'common']);
  const words = useStageWords();
  const { id, reference, kind, status, at, asset, amount, fee, counterAsset, counterAmount, counterparty, stage } =
    item;
  const { moved } = movementOf(item);
  const details = [
    ...(counterparty === null ? [] : [t('with', { member: counterparty })]),
    ...(stage === null ? [] : [words.full(stage)]),
  ];
  return (
    <div role="listitem">
      <Link
        to={addressOf(paths.receipt, { id })}
        className="grid min-h-18 grid-cols-[auto_minmax(min-content,1fr)_auto] items-start gap-x-4 gap-y-0.5 px-4 py-3 -outline-offset-3 hover:bg-base-200 sm:px-6"
      >
        <span className="row-span-2 self-center">
          <KindMark kind={kind} />
        </span>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {t(`receipt:kind.${kind}`)} {status !== null && <RecordStatus status={status} />}
        </span>
        <span className="text-right font-semibold">
          <MovedAmount amount={amount} asset={asset} moved={moved} />
        </span>
        <span className="col-span-2 text-sm text-muted sm:col-span-1">
          <time dateTime={at} className="whitespace-nowrap">
            {formatDateTime(at)}
          </time>
          {t('common:separator')}
          <span className="whitespace-nowrap">{reference}</span>
          {details.map((detail) => `${t('common:separator')}${detail}`)}
        </span>
        <span className="col-span-2 text-right text-sm text-muted empty:hidden sm:col-span-1">
          {counterAsset !== null && counterAmount !== null && (
            <MovedAmount amount={counterAmount} asset={counterAsset} moved={moved} />
          )}
          {fee !== null && moved !== 'never' && t('fee', { amount: shown(fee, asset) })}
        </span>
      </Link>
    </div>
  );
}
