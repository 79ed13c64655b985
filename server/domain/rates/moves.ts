// How far a rate of the feed may move before an operator has to look at it (D-07). Compared with the rate before it
// alone, a source could make a rate tenfold within half an hour without one step that is a jump.
import { sql } from 'kysely';
import { normal, type Amount } from '#money/amount.ts';
import { ASSETS } from '#money/assets.ts';
import { RATED_CURRENCIES } from '#money/currencies.ts';
import { changeText, isJump, MOST_CHANGE } from '#money/jump.ts';
import type { Trx } from '#server/platform/db/kysely.ts';

interface Bound {
  /** Since when: zero compares with the rate in force. */
  readonly hours: number;
  /** The largest change that is accepted, as a share of the rate at that time. */
  readonly most: Amount;
  /** Between the two rates and how far apart they are. */
  readonly told: (before: Amount, to: string) => string;
}

/**
 * The bounds, and why these: decision 0033. Whatever moves further is held, not lost: in the hours in which a market
 * does, an operator compares it with another source.
 */
const BOUNDS: readonly Bound[] = [
  { hours: 0, most: MOST_CHANGE, told: (before, to) => `jumped from ${before} to ${to}` },
  { hours: 1, most: '0.20', told: (before, to) => `moved from ${before} to ${to} within an hour` },
  { hours: 24, most: '0.40', told: (before, to) => `moved from ${before} to ${to} within a day` },
];

/** Where the rates of a kind are, and what they are of. */
const KINDS = {
  asset: { table: 'rates', code: 'asset', rate: 'usd', all: ASSETS },
  currency: { table: 'currency_rates', code: 'currency', rate: 'per_usd', all: RATED_CURRENCIES },
} as const;

/** What a new rate is compared with. */
export interface Base {
  readonly bound: Bound;
  readonly rate: Amount;
}

/**
 * What rates from a moment on are compared with, by asset or currency; nothing for one without a rate. An operator who
 * sets a rate vouches for it, so whatever was before counts no more. Where there are no rates of so long ago, the first
 * one counts: otherwise the first day of a club would have no bound.
 */
export async function basesAt(trx: Trx, kind: keyof typeof KINDS, moment: Date): Promise<Map<string, Base[]>> {
  const { table, code, rate, all } = KINDS[kind];
  const [from, of, value] = [sql.table(table), sql.ref(code), sql.ref(rate)];
  const { rows } = await sql<{ code: string; place: number; rate: string }>`
    SELECT wanted.code, bound.place::int AS place, base.rate
    FROM unnest(${[...all]}::text[]) AS wanted (code)
      CROSS JOIN unnest(${BOUNDS.map(({ hours }) => hours)}::int[]) WITH ORDINALITY AS bound (hours, place)
      CROSS JOIN LATERAL (
        SELECT coalesce(max(at), ${moment}::timestamptz - make_interval(hours => bound.hours)) AS at FROM ${from}
        WHERE ${of} = wanted.code AND source = 'operator'
          AND at > ${moment}::timestamptz - make_interval(hours => bound.hours) AND at <= ${moment}) AS since
      CROSS JOIN LATERAL (
        (SELECT ${value} AS rate, 0 AS place FROM ${from}
          WHERE ${of} = wanted.code AND at <= since.at ORDER BY at DESC, id DESC LIMIT 1)
        UNION ALL
        (SELECT ${value} AS rate, 1 AS place FROM ${from}
          WHERE ${of} = wanted.code AND at > since.at AND at <= ${moment} ORDER BY at, id LIMIT 1)
        ORDER BY place LIMIT 1) AS base
    ORDER BY wanted.code, bound.place`.execute(trx);
  const bases = new Map<string, Base[]>();
  for (const { code: name, place, rate: before } of rows) {
    const bound = BOUNDS[place - 1];
    if (bound === undefined) throw new Error(`there is no bound ${place}`);
    bases.set(name, [...(bases.get(name) ?? []), { bound, rate: normal(before) }]);
  }
  return bases;
}

/**
 * How a rate moved further than is accepted, such as `moved from 3300 to 4000 USD within an hour (+21.21%)`; null if
 * it did not.
 *
 * @param after.unit what the rate is counted in
 */
export function movedTooFar(
  bases: readonly Base[],
  after: { readonly rate: Amount; readonly unit: string },
): string | null {
  const far = bases.find(({ bound, rate }) => isJump(rate, after.rate, bound.most));
  if (far === undefined) return null;
  return `${far.bound.told(far.rate, `${after.rate} ${after.unit}`)} (${changeText(far.rate, after.rate)})`;
}
