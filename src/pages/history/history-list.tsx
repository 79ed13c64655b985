import { useCallback, useContext, useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Asset } from '#money/assets.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { usePages } from '#src/reads/use-pages.ts';
import { useRead } from '#src/reads/use-read.ts';
import { useServices } from '#src/services/services.ts';
import { Empty } from '#src/ui/member-empty.tsx';
import { HiddenContext } from '#src/ui/member-hidden.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { whenIdle } from '#src/ui/when-idle.ts';
import { MoreButton } from '#src/flow/more-button.tsx';
import { CsvButton } from './csv-button.tsx';
import { DaySection } from './day-section.tsx';
import { worthOf } from './day-worth.tsx';
import { entriesOf, stretchesOf, type Entry } from './entries.ts';
import { ownZone, type HistoryFilter } from './filters.ts';
import type { HistoryKind } from './kinds.ts';

const LINES = 6;
/** As many days as a window can show before anybody scrolls. */
const FIRST_DAYS = 5;
/** Lists in which daily rewards are one row: those of several stakes, and those of days on which nothing else came. */
const FOLDED: readonly HistoryKind[] = ['all', 'profit'];
/** Acts under way change automatically: a payment is seen, a withdrawal approved and paid. */
const UNDER_WAY_SECONDS = 30;
/** As often as the rate of the display currency. */
const RATES_AGAIN_SECONDS = 60;

function againAfter(items: readonly Entry[]): number | null {
  return items.some(({ status }) => status === 'awaitingPayment' || status === 'inProcess' || status === 'approved')
    ? UNDER_WAY_SECONDS
    : null;
}

/**
 * A record with the requested asset first: of a bonus that was paid in two assets, the part that this list is about.
 */
function seenFrom(item: Entry, about: Asset | undefined): Entry {
  const { asset, amount, counterAsset, counterAmount } = item;
  if (about === undefined || counterAsset !== about || counterAmount === null) return item;
  return { ...item, asset: counterAsset, amount: counterAmount, counterAsset: asset, counterAmount: amount };
}

interface HistoryListProps {
  readonly kind: HistoryKind;
  readonly filter: HistoryFilter;
  /** The records are there, and the browser has nothing else to do. */
  readonly onIdle?: () => void;
  /** By which rate estimates are made, unless the page says so elsewhere. */
  readonly note?: ReactNode;
}

/** The rates by which days are estimated; none as long as they can't be read, since the records don't wait for them. */
function usePresentRates(): readonly components['schemas']['Rate'][] {
  const { api } = useServices();
  const read = useCallback((signal: AbortSignal) => dataOf(api.GET('/rates', { signal })), [api]);
  const { result } = useRead('rates', read, () => RATES_AGAIN_SECONDS);
  return result.state === 'ready' ? result.value.items : [];
}

/**
 * The records of a history by day, newest first, a page at a time; each opens its receipt. Another history or filter is
 * a new list, which begins at its first page; what it holds is said in one place that stays, since screen readers don't
 * tell of one that comes with its words.
 */
export function HistoryList(props: HistoryListProps) {
  const [told, setTold] = useState('');
  return (
    <>
      {/* What follows a list that is loading is not there, for a screen reader neither. */}
      <p role="status" className="sr-only">
        {told}
      </p>
      <Records key={`${props.kind} ${JSON.stringify(props.filter)}`} {...props} onTold={setTold} />
    </>
  );
}

interface RecordsProps extends HistoryListProps {
  /** Takes what is said of the list; nothing as long as it isn't read. */
  readonly onTold: (words: string) => void;
}

function Records({ kind, filter, onIdle, note, onTold }: RecordsProps) {
  const { t } = useTranslation(['history', 'common']);
  const { api } = useServices();
  const pages = usePages<Entry>(
    `history ${kind} ${JSON.stringify(filter)}`,
    async (cursor, signal) => {
      const query = { ...filter, ...ownZone(), ...(cursor === null ? {} : { cursor }) };
      return entriesOf(await dataOf(api.GET('/histories/{kind}', { params: { path: { kind }, query }, signal })));
    },
    againAfter,
  );
  const { state, problem, more, readOn } = pages;
  const about = kind === 'pp' ? 'PP' : filter.asset;
  const items = useMemo(() => pages.items.map((item) => seenFrom(item, about)), [pages.items, about]);
  const isFolded = FOLDED.includes(kind);
  const stretches = useMemo(() => stretchesOf(items, { isFolded, more }), [items, isFolded, more]);
  const rates = usePresentRates();
  const worths = stretches.map(({ sums }) => worthOf(sums, rates));
  const isFiltered = Object.keys(filter).length > 0;
  const isHidden = useContext(HiddenContext);
  const none = isFiltered ? t('noneFiltered') : t('none');
  const count = `${t('count', { count: items.length })}${more ? '' : `${t('common:separator')}${t('end')}`}`;
  const words = items.length > 0 ? count : state === 'ready' ? none : '';
  const tell = useEffectEvent(() => onTold(words));
  useEffect(() => tell(), [words]);
  const isThere = state !== 'loading';
  useEffect(() => (isThere && onIdle !== undefined ? whenIdle(onIdle) : undefined), [isThere, onIdle]);
  return (
    <section aria-label={t('list')} className="flex flex-col gap-4">
      {stretches.map((stretch, place) => (
        <DaySection
          key={stretch.day}
          stretch={stretch}
          usd={worths[place] ?? null}
          isFolded={isFolded}
          isFirst={place < FIRST_DAYS}
        />
      ))}
      {state === 'loading' && items.length === 0 && <Skeleton what={t('loading')} lines={LINES} />}
      {state === 'ready' && items.length === 0 && <Empty>{none}</Empty>}
      {problem !== null && <ReadFailed problem={problem} onRetry={readOn} />}
      {items.length > 0 && (
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <MoreButton pages={pages} label={t('more')} loading={t('loading')} />
            <p className="text-sm text-muted">{count}</p>
          </div>
          <div className="flex flex-wrap gap-3 print:hidden">
            <CsvButton kind={kind} filter={filter} />
          </div>
          {!isHidden && worths.some((usd) => usd !== null) && (
            <p className="text-sm text-muted">
              {t('day.worth')} {note}
            </p>
          )}
        </>
      )}
    </section>
  );
}
