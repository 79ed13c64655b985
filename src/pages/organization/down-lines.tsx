import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { components } from '#openapi/api.gen.d.ts';
import { formatDate } from '#src/i18n/format.ts';
import { useServices } from '#src/services/services.ts';
import { Empty } from '#src/ui/member-empty.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { MoreButton } from '../more-button.tsx';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { RowBlocks } from '../row-blocks.tsx';
import { usePages } from '#src/reads/use-pages.ts';
import { memberAddress } from './addresses.ts';
import type { DownLineFilter } from './filter.ts';

type Seat = components['schemas']['Seat'];

const LINES = 6;
const keyOf = (seat: Seat) => String(seat.seatNo);

/** SRC §7 ListDownLines: the members below the member's own seat, nearest level first, a page at a time. */
export function DownLines({ filter }: { readonly filter: DownLineFilter }) {
  const { t } = useTranslation(['organization', 'common']);
  const { api } = useServices();
  const pages = usePages<Seat>(`down lines ${JSON.stringify(filter)}`, (cursor, signal) =>
    dataOf(
      api.GET('/account/ListDownLines', {
        params: { query: { ...filter, ...(cursor === null ? {} : { cursor }) } },
        signal,
      }),
    ),
  );
  const { items, state, problem, more, readOn } = pages;
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <section aria-label={t('list.title')} className="flex flex-col gap-4">
      {items.length > 0 && <RowBlocks items={items} keyOf={keyOf} Row={Row} />}
      {state === 'loading' && items.length === 0 && <Skeleton what={t('list.loading')} lines={LINES} />}
      {state === 'ready' && items.length === 0 && <Empty>{isFiltered ? t('list.noneFiltered') : t('list.none')}</Empty>}
      {problem !== null && <ReadFailed problem={problem} onRetry={readOn} />}
      {items.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <MoreButton pages={pages} label={t('list.more')} loading={t('list.loading')} />
          <p role="status" className="text-sm text-muted">
            {t('list.count', { count: items.length })}
            {!more && `${t('common:separator')}${t('list.end')}`}
          </p>
        </div>
      )}
    </section>
  );
}

function Row({ item }: { readonly item: Seat }) {
  const { t } = useTranslation(['organization', 'common']);
  const { username, name, position, level, rank, joinedAt, positionId } = item;
  return (
    <div role="listitem">
      <Link
        to={memberAddress(username)}
        className="grid min-h-18 grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-0.5 px-4 py-3 -outline-offset-3 hover:bg-base-200 sm:px-6"
      >
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {name} <span className="font-normal text-muted">{username}</span>
          {rank !== 'member' && <span className="badge border-line bg-transparent">{t(`rank.${rank}`)}</span>}
        </span>
        <span className="text-right font-medium whitespace-nowrap">
          {t('level', { level })}
          {position !== null && `${t('common:separator')}${t(`side.${position}`)}`}
        </span>
        <span className="col-span-2 text-sm text-muted">
          <span className="whitespace-nowrap">{t('joined', { date: formatDate(joinedAt) })}</span>
          {t('common:separator')}
          <span className="whitespace-nowrap">{positionId}</span>
        </span>
      </Link>
    </div>
  );
}
