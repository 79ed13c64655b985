import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { components } from '#openapi/api.gen.d.ts';
import { formatDate } from '#src/i18n/format.ts';
import { useServices } from '#src/services/services.ts';
import { Avatar } from '#src/ui/member-avatar.tsx';
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
/** Rows at first: about two windows of a phone, so that what follows the list is in reach. The nearest come first. */
const ROWS_AT_FIRST = 12;
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
  const { state, problem, readOn } = pages;
  const [isWhole, setWhole] = useState(false);
  const items = isWhole ? pages.items : pages.items.slice(0, ROWS_AT_FIRST);
  // What is loaded already is shown before more is asked for.
  const isCut = items.length < pages.items.length;
  const more = isCut || pages.more;
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <section aria-label={t('list.title')} className="flex flex-col gap-4">
      {items.length > 0 && <RowBlocks items={items} keyOf={keyOf} Row={Row} />}
      {state === 'loading' && items.length === 0 && <Skeleton what={t('list.loading')} lines={LINES} />}
      {state === 'ready' && items.length === 0 && <Empty>{isFiltered ? t('list.noneFiltered') : t('list.none')}</Empty>}
      {problem !== null && <ReadFailed problem={problem} onRetry={readOn} />}
      {items.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <MoreButton
            pages={isCut ? { more, problem: null, state: 'ready', readOn: () => setWhole(true) } : pages}
            label={t('list.more')}
            loading={t('list.loading')}
          />
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
        className="flex min-h-18 items-center gap-3 px-3 py-3 -outline-offset-3 hover:bg-base-200 sm:gap-4 sm:px-6"
      >
        <Avatar name={name} className="size-10 text-sm" />
        <span className="min-w-0 grow">
          <span className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
            {name}
            {rank !== 'member' && <span className="badge border-line bg-transparent">{t(`rank.${rank}`)}</span>}
          </span>
          <span className="block text-sm wrap-anywhere text-muted">{username}</span>
        </span>
        <span className="shrink-0 text-right whitespace-nowrap">
          <span className="block font-medium">
            {t('level', { level })}
            {position !== null && (
              <>
                <span data-beside-name className="max-sm:sr-only">
                  {t('common:separator')}
                </span>
                <span className="max-sm:block max-sm:text-sm max-sm:font-normal max-sm:text-muted">
                  {t(`side.${position}`)}
                </span>
              </>
            )}
          </span>
          {/* A phone has room for it on the member's own page. */}
          <span data-beside-name className="block text-sm text-muted max-sm:hidden">
            {t('joined', { date: formatDate(joinedAt) })}
            {t('common:separator')}
            {positionId}
          </span>
        </span>
      </Link>
    </div>
  );
}
