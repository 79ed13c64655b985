import { memo, useContext, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isNegative, unsigned, type Amount as Decimal } from '#money/amount.ts';
import { formatDate } from '#src/i18n/format.ts';
import { dayBefore } from '#src/i18n/spans.ts';
import { useServices } from '#src/services/services.ts';
import { HiddenContext } from '#src/ui/member-hidden.tsx';
import { Amount } from '#src/ui/amount.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { MovedAmount } from '../receipt/moved-amount.tsx';
import { DayWorth } from './day-worth.tsx';
import { endsOf, isAllOf, rowsOf, type Stretch, type StretchRow } from './entries.ts';
import { KindMark } from '#src/ui/member-marks.tsx';
import { RecordRow } from './record-row.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';

interface DaySectionProps {
  readonly stretch: Stretch;
  /** What moved in it in all, in USD; null if nobody can say. */
  readonly usd: Decimal | null;
  /** Whether its rewards are one row. */
  readonly isFolded: boolean;
  /** Whether it is among those that are in view at first, whose height can't be guessed without a jump. */
  readonly isFirst: boolean;
}

/** The height of a day's head and of a row, for days that have never been drawn. */
const HEAD_REM = 3;
const ROW_REM = 4.5;

/**
 * The records of a day, or of days of rewards alone, under its name and its sums. All days stay in the page, where the
 * browser's search and a screen reader find them, but later ones are not drawn while out of view (`rows-block`), and
 * unchanged ones are not rendered again.
 */
export const DaySection = memo(Day, isSameDay);

function Day({ stretch, usd, isFolded, isFirst }: DaySectionProps) {
  const { t } = useTranslation('history');
  const head = useId();
  const { entries, sums } = stretch;
  const rows = rowsOf(entries, isFolded);
  const isHidden = useContext(HiddenContext);
  const [only, ...others] = rows;
  const isSaidAlready = only !== undefined && others.length === 0 && isAllOf(only, sums);
  return (
    <section
      aria-labelledby={head}
      className={`flex flex-col gap-2 ${isFirst ? '' : 'rows-block'}`}
      style={isFirst ? {} : { containIntrinsicBlockSize: `auto ${HEAD_REM + rows.length * ROW_REM}rem` }}
    >
      <div className="flex flex-wrap items-baseline justify-end gap-x-2 gap-y-1 px-1 sm:gap-x-4">
        <h2 id={head} className="mr-auto font-semibold">
          <DayName {...stretch} />
        </h2>
        {/* Before the sums, which it doesn't move when it comes after them. */}
        {usd !== null && !isHidden && <DayWorth usd={usd} />}
        {sums.length > 0 && !isHidden && !isSaidAlready && (
          // On a phone the estimate is beside the day, and the sums have a line of their own.
          <ul
            aria-label={t('day.sums')}
            className="flex flex-wrap items-baseline justify-end gap-x-3 text-sm font-medium max-sm:basis-full"
          >
            {sums.map(({ asset, amount }) => (
              <li key={asset} className={`whitespace-nowrap ${isNegative(amount) ? '' : 'text-success'}`}>
                {isNegative(amount) ? '-' : '+'}
                <Amount value={unsigned(amount)} unit={asset} className="-my-2.5" />
              </li>
            ))}
          </ul>
        )}
      </div>
      <div role="list" className="panel divide-y divide-base-300 overflow-hidden">
        {rows.map((row) => (
          <div role="listitem" key={keyOf(row)}>
            {'entry' in row ? <RecordRow item={row.entry} /> : <Rewards {...row} />}
          </div>
        ))}
      </div>
    </section>
  );
}

/** Today and yesterday by their words too; of several days the first and the last. */
function DayName({ day, since }: Pick<Stretch, 'day' | 'since'>) {
  const { t } = useTranslation(['history', 'common']);
  const { now } = useServices();
  if (since !== day) return <span className="whitespace-nowrap">{t('day.span', endsOf({ day, since }))}</span>;
  const today = formatDate(new Date(now()));
  const word = day === today ? 'today' : day === dayBefore(today) ? 'yesterday' : null;
  return (
    <>
      {word !== null && `${t(`day.${word}`)}${t('common:separator')}`}
      <time dateTime={day} className={word === null ? '' : 'font-normal text-muted'}>
        {day}
      </time>
    </>
  );
}

/** Rewards of several stakes or days, to be unfolded. */
function Rewards({ rewards, asset, amount }: Extract<StretchRow, { readonly rewards: unknown }>) {
  const { t } = useTranslation('history');
  const [{ kind }] = rewards;
  return (
    <details className="group">
      <summary className="flex min-h-18 cursor-pointer items-center gap-3 px-3 py-3 -outline-offset-3 hover:bg-base-200 sm:gap-4 sm:px-6">
        <KindMark kind={kind} />
        <span className="moved-head min-w-0 grow">
          <span className="flex items-center gap-2">
            <WholeWords text={t('rewards', { count: rewards.length })} />
            <MemberIcon name="next" className="size-4 rotate-90 text-muted group-open:-rotate-90" />
          </span>
          <span>
            <MovedAmount amount={amount} asset={asset} moved="yes" />
          </span>
        </span>
      </summary>
      <div role="list" className="divide-y divide-base-300 border-t border-base-300">
        {rewards.map((reward) => (
          <div role="listitem" key={reward.id}>
            <RecordRow item={reward} />
          </div>
        ))}
      </div>
    </details>
  );
}

function keyOf(row: StretchRow): string {
  return 'entry' in row ? row.entry.id : `rewards ${row.asset}`;
}

/** Whether two lists have the same records in a stretch. A list that was read again may have as many, but others. */
function isSameDay(
  { stretch: before, ...shown }: DaySectionProps,
  { stretch: after, ...now }: DaySectionProps,
): boolean {
  return (
    before.day === after.day &&
    before.since === after.since &&
    shown.usd === now.usd &&
    shown.isFolded === now.isFolded &&
    shown.isFirst === now.isFirst &&
    before.entries.length === after.entries.length &&
    after.entries.every((entry, place) => entry === before.entries[place])
  );
}
