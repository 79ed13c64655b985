import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#src/i18n/format.ts';
import { addressOf, paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { Panel } from '#src/ui/panel.tsx';
import { RecordStatus } from '#src/ui/record-status.tsx';
import { PerchScene } from '#src/ui/perch-scene.tsx';
import { RowsSkeleton } from '#src/ui/skeleton.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { useRead } from '#src/reads/use-read.ts';
import {
  endsOf,
  entriesOf,
  rowsOf,
  stretchesOf,
  type Entry,
  type HistoryItem,
  type StretchRow,
} from '../history/entries.ts';
import { historyAddress } from '../history/kinds.ts';
import { MovedAmount } from '../receipt/moved-amount.tsx';
import { MovedRow } from '../receipt/moved-row.tsx';
import { isPlain, movementOf } from '../receipt/movement.ts';
import { useOtherWords } from '../receipt/other-words.ts';

/** As many rows as are shown, and as many pages of records as are read for them at most. */
const SHOWN = 5;
const MOST_PAGES = 3;

/**
 * The last of what happened, newest first: records of all kinds, rewards being one row where they are one in
 * Activity.
 */
export function useLastActivity() {
  const { api } = useServices();
  const read = useCallback((signal: AbortSignal) => readRows(api, signal), [api]);
  return useRead('last activity', read);
}

/**
 * If the rows are still loading when the panel is first shown, it keeps the height of five rows, so that nothing below
 * it moves; otherwise a member with fewer rows sees no empty space.
 */
export function LastActivity({ result, retry }: ReturnType<typeof useLastActivity>) {
  const { t } = useTranslation('dashboard');
  const [isAwaited] = useState(result.state === 'loading');
  return (
    <Panel title={t('activity.title')} more={{ to: paths.histories, name: t('activity.open') }}>
      <div className={isAwaited ? 'five-rows' : undefined}>
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
            {result.value.map((row) => (
              <li key={'entry' in row ? row.entry.id : row.rewards[0].id}>
                {'entry' in row ? <Line item={row.entry} /> : <Rewards {...row} />}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}

/**
 * The first rows. It reads on while rewards leave too few of them. A day that goes on in records that were not read is
 * not folded, since the sum of its rewards is not known.
 */
async function readRows(
  api: ReturnType<typeof useServices>['api'],
  signal: AbortSignal,
): Promise<readonly StretchRow[]> {
  const read: Entry[] = [];
  let cursor: string | null = null;
  for (let page = 1; ; page += 1) {
    const query = cursor === null ? {} : { cursor };
    const { items, nextCursor }: ReturnType<typeof entriesOf> = entriesOf(
      await dataOf(api.GET('/histories/{kind}', { params: { path: { kind: 'all' }, query }, signal })),
    );
    read.push(...items);
    const stretches = stretchesOf(read, { isFolded: true, more: nextCursor !== null });
    const isWhole = (place: number) => nextCursor === null || place < stretches.length - 1;
    const whole = stretches.filter((_, place) => isWhole(place)).flatMap(({ entries }) => rowsOf(entries, true));
    if (nextCursor === null || whole.length >= SHOWN) return whole.slice(0, SHOWN);
    if (page === MOST_PAGES)
      return stretches.flatMap(({ entries }, place) => rowsOf(entries, isWhole(place))).slice(0, SHOWN);
    cursor = nextCursor;
  }
}

/** Rewards of several stakes or days, which are in the history of rewards. */
function Rewards({ rewards, asset, amount }: Extract<StretchRow, { readonly rewards: unknown }>) {
  const { t } = useTranslation('dashboard');
  const [{ kind, at, day }] = rewards;
  const since = rewards.at(-1)?.day ?? day;
  return (
    <MovedRow
      to={historyAddress('stakingReward')}
      kind={kind}
      title={t('activity.rewards', { count: rewards.length })}
      amount={<MovedAmount amount={amount} asset={asset} moved="yes" />}
    >
      {since === day ? <Day at={at} /> : t('activity.span', endsOf({ day, since }))}
    </MovedRow>
  );
}

function Line({ item }: { readonly item: HistoryItem }) {
  const { t } = useTranslation(['receipt', 'common']);
  const other = useOtherWords(item);
  const { id, kind, status, at, asset, amount } = item;
  return (
    <MovedRow
      to={addressOf(paths.receipt, { id })}
      kind={kind}
      member={item.counterpartyName}
      title={t(`kind.${kind}`)}
      amount={<MovedAmount amount={amount} asset={asset} moved={movementOf(item).moved} />}
      status={!isPlain(status) && <RecordStatus status={status} />}
    >
      <Day at={at} />
      {other !== null && `${t('common:separator')}${other}`}
    </MovedRow>
  );
}

function Day({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {formatDate(at)}
    </time>
  );
}
