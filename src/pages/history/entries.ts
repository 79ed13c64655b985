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

/** Records by their day, in their order. */
export function daysOf(
  entries: readonly Entry[],
): readonly { readonly day: string; readonly entries: readonly Entry[] }[] {
  const days: { readonly day: string; readonly entries: Entry[] }[] = [];
  for (const entry of entries) {
    const last = days.at(-1);
    if (last?.day === entry.day) last.entries.push(entry);
    else days.push({ day: entry.day, entries: [entry] });
  }
  return days;
}

/** What is one row of a day: a record, or its rewards in one asset. */
export type DayRow =
  | { readonly entry: Entry }
  | {
      readonly rewards: readonly [Entry, ...Entry[]];
      readonly asset: Entry['asset'];
      /** The sum of the rewards. */
      readonly amount: Entry['amount'];
    };

/** Whether a row says all that moved on its day: the sums would say the same again. */
export function isAllOf(row: DayRow, sums: DaySums): boolean {
  const moved =
    'entry' in row ? [row.entry, { asset: row.entry.counterAsset, amount: row.entry.counterAmount }] : [row];
  return sums.every((each) =>
    moved.some(({ asset, amount }) => asset === each.asset && amount !== null && compare(amount, each.amount) === 0),
  );
}

/** The rows of a day. Where rewards are folded, those of one asset are where the newest was. */
export function rowsOf(entries: readonly Entry[], isFolded: boolean): readonly DayRow[] {
  const rewards = (asset: Entry['asset']) =>
    entries.filter((each) => each.kind === 'stakingReward' && each.asset === asset);
  return entries.flatMap((entry): readonly DayRow[] => {
    if (!isFolded || entry.kind !== 'stakingReward') return [{ entry }];
    const [first, ...others] = rewards(entry.asset);
    if (first === undefined || others.length === 0) return [{ entry }];
    if (first !== entry) return [];
    const amount = sum([first, ...others].map((each) => each.amount));
    return [{ rewards: [first, ...others], asset: entry.asset, amount }];
  });
}
