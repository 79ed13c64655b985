// Rows of many moments, for lists whose order is tested.
import { sql } from 'kysely';
import type { ReceiptKind } from '#server/platform/db/book-tables.ts';
import { secondsAfter } from '#server/platform/system/clock.ts';
import type { World } from './world.ts';

/** How many moments there are, and how many rows of each: the fiftieth row and the twentieth lie between two of one. */
const [MOMENTS, AT_EACH] = [18, 3];

/** How many rows are added at once. */
export const ADDED = MOMENTS * AT_EACH;

/** Moments in no order: 5 and 18 have no common divisor. The last and the first of a day lie side by side. */
export function moments(): string[] {
  const midnight = new Date('2026-11-10T00:00:00Z');
  const inOrder = Array.from({ length: MOMENTS }, (_, place) =>
    secondsAfter(midnight, Math.floor((place - MOMENTS / 2) / 2) * 86_400 + (place % 2) * 86_399).toISOString(),
  );
  return Array.from(
    { length: MOMENTS * AT_EACH },
    (_, place) => inOrder[(place * 5 + Math.floor(place / MOMENTS)) % MOMENTS] ?? '',
  );
}

/** A row that was added; `at` decides its place, then `id`. */
export interface Row {
  readonly id: string;
  readonly at: Date;
}

export const byText = (one: string, other: string): number => (one < other ? -1 : one === other ? 0 : 1);
export const newestFirst = (one: Row, other: Row): number =>
  other.at.getTime() - one.at.getTime() || byText(other.id, one.id);
export const soonestFirst = (one: Row, other: Row): number => -newestFirst(one, other);

export type History = Row & {
  readonly kind: ReceiptKind;
  readonly status: string | null;
  readonly asset: string;
  readonly counter: string | null;
};

/** A row of every kind at each moment, of one asset after the other, some with a second one. */
export async function addHistory(world: World, memberId: string, kinds: readonly ReceiptKind[]): Promise<History[]> {
  const { rows } = await sql<History>`
    INSERT INTO receipts (id, reference, member_id, kind, status, at, asset, amount, net, counter_asset, counter_amount, rule_version, updated_at)
    SELECT gen_random_uuid(), 'o' || replace(gen_random_uuid()::text, '-', ''), ${memberId}, kind,
      CASE WHEN kind IN ('deposit', 'withdrawal') THEN (ARRAY['completed', 'cancel', 'notApproved'])[1 + (place % 3)] END,
      at, (ARRAY['USDT', 'PP', 'ETH', 'MP'])[1 + (place % 4)], 1, 1,
      CASE place % 5 WHEN 0 THEN 'PP' WHEN 1 THEN 'BTC' END, CASE WHEN place % 5 < 2 THEN 1 END, 1, ${world.clock.now()}
    FROM unnest(${moments()}::timestamptz[]) WITH ORDINALITY AS moment (at, place), unnest(${[...kinds]}::text[]) AS kind
    RETURNING id, at, kind, status, asset, counter_asset AS counter`.execute(world.db);
  return rows;
}

/** Receipts of one kind and status, at most as many as a list without pages shows. */
export async function addStatus(
  world: World,
  memberId: string,
  { kind, status, ends = moments().length }: { kind: ReceiptKind; status: string; ends?: number },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    INSERT INTO receipts (id, reference, member_id, kind, status, at, asset, amount, net, rule_version, updated_at)
    SELECT gen_random_uuid(), 's' || replace(gen_random_uuid()::text, '-', ''), ${memberId}, ${kind}, ${status}, at, 'ETH', 1, 1, 1,
      ${world.clock.now()}::timestamptz - (at - '2026-11-01'::timestamptz)
    FROM unnest(${moments().slice(0, ends)}::timestamptz[]) AS at RETURNING id, at`.execute(world.db);
  return rows;
}

/** The rows of `wallet.ts` and `show.ts` at one moment are in the order of their ids. */
export const byMoment =
  (direction: 1 | -1) =>
  (one: Row, other: Row): number =>
    direction * (one.at.getTime() - other.at.getTime()) || byText(one.id, other.id);
