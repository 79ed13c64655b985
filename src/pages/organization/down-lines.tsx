import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { exactOf } from '#money/shown.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { formatDate } from '#src/i18n/format.ts';
import { useServices } from '#src/services/services.ts';
import { Avatar } from '#src/ui/member-avatar.tsx';
import { Empty } from '#src/ui/member-empty.tsx';
import { StageMark } from '#src/ui/member-marks.tsx';
import { isNothing } from '#src/ui/quiet-zero.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useStageWords } from '#src/ui/stage-words.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { MoreButton } from '#src/flow/more-button.tsx';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { RowBlocks } from '../row-blocks.tsx';
import { usePages } from '#src/reads/use-pages.ts';
import { memberAddress } from './addresses.ts';
import type { DownLineFilter } from './filter.ts';

type DownLine = components['schemas']['DownLine'];

const LINES = 6;
/** Rows at first: about two windows of a phone, so that what follows the list is in reach. The nearest come first. */
const ROWS_AT_FIRST = 12;
const keyOf = (seat: DownLine) => String(seat.seatNo);

/** What a list shows, once it is read. */
interface Listed {
  readonly items: readonly DownLine[];
  readonly more: boolean;
}

/**
 * SRC §7 ListDownLines: the members below the member's own seat, nearest level first, a page at a time. While those of
 * another filter are read, those of the last one stay, and how many there are is said in one place that stays too:
 * otherwise no screen reader would tell.
 */
export function DownLines({ filter }: { readonly filter: DownLineFilter }) {
  const { t } = useTranslation(['organization', 'common']);
  const [listed, setListed] = useState<Listed | null>(null);
  const [last, setLast] = useState<readonly DownLine[]>([]);
  const onListed = (next: Listed | null) => {
    setListed(next);
    if (next !== null) setLast(next.items);
  };
  return (
    <section aria-label={t('list.title')} className="@container flex flex-wrap items-center gap-4">
      {/* Another filter is a new list, which begins at its first page. */}
      <Lines key={JSON.stringify(filter)} filter={filter} last={last} onListed={onListed} />
      <p role="status" className={`text-sm text-muted ${listed?.items.length === 0 ? 'sr-only' : ''}`}>
        {listed !== null && t('list.count', { count: listed.items.length })}
        {listed?.more === false && `${t('common:separator')}${t('list.end')}`}
      </p>
    </section>
  );
}

interface LinesProps {
  readonly filter: DownLineFilter;
  /** The rows that were shown before these. */
  readonly last: readonly DownLine[];
  /** Told what the list shows, and null as long as it is not read. */
  readonly onListed: (listed: Listed | null) => void;
}

/** By the history's entry: where all rows were shown that were read, for who comes back to them. */
const whole = new Set<string>();

function Lines({ filter, last, onListed }: LinesProps) {
  const { t } = useTranslation('organization');
  const { api } = useServices();
  const pages = usePages<DownLine>(
    `down lines ${JSON.stringify(filter)}`,
    (cursor, signal) =>
      dataOf(
        api.GET('/account/ListDownLines', {
          params: { query: { ...filter, ...(cursor === null ? {} : { cursor }) } },
          signal,
        }),
      ),
    undefined,
    { isKept: filter.search === undefined },
  );
  const { state, problem, readOn } = pages;
  const { key } = useLocation();
  const [isWhole, setWhole] = useState(() => whole.has(key));
  const items = isWhole ? pages.items : pages.items.slice(0, ROWS_AT_FIRST);
  // What is loaded already is shown before more is asked for.
  const isCut = items.length < pages.items.length;
  const more = isCut || pages.more;
  const isFiltered = Object.keys(filter).length > 0;
  const showWhole = (): void => {
    whole.add(key);
    setWhole(true);
  };
  const isRead = state === 'ready' || items.length > 0;
  const tell = useEffectEvent(() => onListed(isRead ? { items, more } : null));
  useEffect(() => tell(), [isRead, items.length, more]);
  return (
    <>
      {items.length > 0 && (
        <div className="w-full">
          <Rows items={items} />
        </div>
      )}
      {!isRead && problem === null && <Awaited last={last} />}
      {state === 'ready' && items.length === 0 && (
        <div className="w-full">
          <Empty>{isFiltered ? t('list.noneFiltered') : t('list.none')}</Empty>
        </div>
      )}
      {problem !== null && (
        <div className="w-full">
          <ReadFailed problem={problem} onRetry={readOn} />
        </div>
      )}
      {items.length > 0 && (
        <MoreButton
          pages={isCut ? { more, problem: null, state: 'ready', readOn: showWhole } : pages}
          label={t('list.more')}
          loading={t('list.loading')}
        />
      )}
    </>
  );
}

/** What is seen until a list is read: the rows before, out of use, or where they will be. */
function Awaited({ last }: { readonly last: readonly DownLine[] }) {
  const { t } = useTranslation('organization');
  return (
    <div className="w-full">
      {last.length === 0 ? (
        <Skeleton what={t('list.loading')} lines={LINES} />
      ) : (
        <div inert className="opacity-60">
          <Rows items={last} />
        </div>
      )}
    </div>
  );
}

/** The rows, below what their figures are of. */
function Rows({ items }: { readonly items: readonly DownLine[] }) {
  const { t } = useTranslation('organization');
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-muted">{t('list.text')}</p>
      <RowBlocks items={items} keyOf={keyOf} Row={Row} />
    </div>
  );
}

/**
 * A member with their stage and this month's volumes: beside the name where there is room, and on a phone in two quiet
 * lines below it.
 */
function Row({ item }: { readonly item: DownLine }) {
  const { t } = useTranslation(['organization', 'common']);
  const words = useStageWords();
  const hasNone = isNothing(item.leftVolumeUsd) && isNothing(item.rightVolumeUsd);
  const { username, name, position, level, rank, joinedAt, positionId, stage, leftVolumeUsd, rightVolumeUsd } = item;
  return (
    <div role="listitem">
      <Link
        to={memberAddress(username)}
        className="flex min-h-18 items-center gap-3 px-3 py-3 -outline-offset-3 hover:bg-base-200 sm:gap-4 sm:px-6"
      >
        <Avatar name={name} className="size-10 self-start text-sm @4xl:self-center" />
        <span className="down-line">
          <span className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere [grid-area:name]">
            {name}
            {rank !== 'member' && <span className="badge border-line bg-transparent">{t(`rank.${rank}`)}</span>}
          </span>
          <span className="text-right text-sm whitespace-nowrap [grid-area:place]">
            {t('level', { level })}
            {position !== null && `${t('common:separator')}${t(`side.${position}`)}`}
          </span>
          <span className="min-w-0 text-sm wrap-anywhere text-muted [grid-area:user]">{username}</span>
          <span className="flex items-center justify-end gap-1.5 text-sm text-muted [grid-area:stage] @4xl:justify-start">
            {stage === null ? (
              t('list.noStage')
            ) : (
              <>
                <StageMark stage={stage} className="size-4.5" />
                <WholeWords text={words.name(stage)} />
              </>
            )}
          </span>
          <span className={`text-sm [grid-area:sales] @4xl:text-right ${hasNone ? 'text-muted' : ''}`}>
            <WholeWords
              text={
                hasNone
                  ? t('list.noVolume')
                  : t('list.volumes', { left: exactOf(leftVolumeUsd, 'USD'), right: exactOf(rightVolumeUsd, 'USD') })
              }
            />
          </span>
          {/* A phone has room for it on the member's own page. */}
          <span data-beside-name className="hidden text-right text-sm text-muted [grid-area:joined] @4xl:block">
            {t('joined', { date: formatDate(joinedAt) })}
            {t('common:separator')}
            {positionId}
          </span>
        </span>
      </Link>
    </div>
  );
}
