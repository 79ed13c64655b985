import type { components } from '#openapi/api.gen.d.ts';
import { compare, sum } from '#money/amount.ts';
import { formatDate } from '#src/i18n/format.ts';

type HistoryPage = components['schemas']['HistoryPage'];

export type HistoryItem = components['schemas']['HistoryItem'];
export type DaySums = components['schemas']['HistoryDay']['sums'];

/** A record with the day that it is on for this device, and with what moved on that day in all. */
export type Entry = HistoryItem & {
  readonly day: string;
  readonly sums: DaySums;
};

/** A page of a history whose records know their day. */
export function entriesOf({ items, days, nextCursor }: HistoryPage): {
  readonly items: readonly Entry[];
  readonly nextCursor: string | null;
} {
  const sums = new Map(days.map((each) => [each.day, each.sums]));
  const entryOf = (item: HistoryItem): Entry => {
    const day = formatDate(item.at);
    return { ...item, day, sums: sums.get(day) ?? [] };
  };
  return { items: items.map(entryOf), nextCursor };
}

/** What is under one heading: a day, or the days of a month in a row on which nothing but rewards came. */
export interface Stretch {
  /** Its newest day. */
  readonly day: string;
  /** Its oldest; the same if it is a single day. */
  readonly since: string;
  readonly entries: readonly Entry[];
  readonly sums: DaySums;
}

/**
 * Records by their day, in their order. Where they are folded, days of rewards alone become one stretch: not the
 * newest, which members look for, and not the last that was read if more is to come, of which nobody knows yet what
 * else it has.
 */
export function stretchesOf(
  entries: readonly Entry[],
  { isFolded, more }: { readonly isFolded: boolean; readonly more: boolean },
): readonly Stretch[] {
  const days = daysOf(entries);
  if (!isFolded) return days;
  const mayJoin = (place: number): boolean => {
    const isLast = place === days.length - 1;
    return (
      place > 0 && !(isLast && more) && days[place]?.entries.every(({ kind }) => kind === 'stakingReward') === true
    );
  };
  const stretches: Stretch[] = [];
  for (const [place, day] of days.entries()) {
    const before = stretches.at(-1);
    const goesOn = mayJoin(place) && mayJoin(place - 1) && before !== undefined && monthOf(before) === monthOf(day);
    if (goesOn) stretches[stretches.length - 1] = joined(before, day);
    else stretches.push(day);
  }
  return stretches;
}

function daysOf(entries: readonly Entry[]): readonly Stretch[] {
  const days: { readonly day: string; readonly since: string; readonly entries: Entry[]; readonly sums: DaySums }[] =
    [];
  for (const entry of entries) {
    const { day, sums } = entry;
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, since: day, entries: [entry], sums });
  }
  return days;
}

const monthOf = ({ day }: Stretch): string => day.slice(0, 'yyyy-mm'.length);

/** The ends of a stretch as a heading says them: the year once, since it stays within a month. */
export function endsOf({ day, since }: Pick<Stretch, 'day' | 'since'>): { readonly from: string; readonly to: string } {
  return { from: since, to: day.slice('yyyy-'.length) };
}

/** A stretch and the day before it. */
function joined({ day, entries, sums }: Stretch, earlier: Stretch): Stretch {
  const all = [...sums, ...earlier.sums];
  const assets = [...new Set(all.map(({ asset }) => asset))];
  return {
    day,
    since: earlier.since,
    entries: [...entries, ...earlier.entries],
    sums: assets.map((asset) => ({
      asset,
      amount: sum(all.filter((each) => each.asset === asset).map(({ amount }) => amount)),
    })),
  };
}

/** What is one row of a stretch: a record, or its rewards in one asset. */
export type StretchRow =
  | { readonly entry: Entry }
  | {
      readonly rewards: readonly [Entry, ...Entry[]];
      readonly asset: Entry['asset'];
      /** The sum of the rewards. */
      readonly amount: Entry['amount'];
    };

/** Whether a row says all that moved in its stretch: the sums would say the same again. */
export function isAllOf(row: StretchRow, sums: DaySums): boolean {
  const moved =
    'entry' in row ? [row.entry, { asset: row.entry.counterAsset, amount: row.entry.counterAmount }] : [row];
  return sums.every((each) =>
    moved.some(({ asset, amount }) => asset === each.asset && amount !== null && compare(amount, each.amount) === 0),
  );
}

/** The rows of a stretch. Where rewards are folded, those of one asset are where the newest was. */
export function rowsOf(entries: readonly Entry[], isFolded: boolean): readonly StretchRow[] {
  const rewards = (asset: Entry['asset']) =>
    entries.filter((each) => each.kind === 'stakingReward' && each.asset === asset);
  return entries.flatMap((entry): readonly StretchRow[] => {
    if (!isFolded || entry.kind !== 'stakingReward') return [{ entry }];
    const [first, ...others] = rewards(entry.asset);
    if (first === undefined || others.length === 0) return [{ entry }];
    if (first !== entry) return [];
    const amount = sum([first, ...others].map((each) => each.amount));
    return [{ rewards: [first, ...others], asset: entry.asset, amount }];
  });
}
