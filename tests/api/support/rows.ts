// Many rows at a time, as they stand: for lists, exports and jobs that are looked at by how many rows there are.
import { sql } from 'kysely';
import type { ReceiptKind } from '#server/platform/db/book-tables.ts';
import type { World } from './world.ts';

let calls = 0;

/** Receipts without what brought them about: a list shows no more of them. Their ids. */
export async function addReceipts(
  world: World,
  memberId: string,
  { count, kind, asset = 'USDT' }: { count: number; kind: ReceiptKind; asset?: string },
): Promise<string[]> {
  const status = ['deposit', 'withdrawal'].includes(kind) ? 'completed' : null;
  const { rows } = await sql<{ id: string }>`
    INSERT INTO receipts (id, reference, member_id, kind, status, at, asset, amount, net, rule_version, updated_at)
    SELECT gen_random_uuid(), ${`r${(calls += 1)}x`} || place, ${memberId}, ${kind}, ${status}, ${world.clock.now()}, ${asset}, 1, 1, 1, ${world.clock.now()}
    FROM generate_series(1, ${count}::integer) AS place RETURNING id`.execute(world.db);
  return rows.map(({ id }) => id);
}

/** Stakes that began at a moment and run for some days, as if nothing had been accrued yet. Their ids. */
export async function addStakes(
  world: World,
  memberId: string,
  { count, days = 365, from = world.clock.now() }: { count: number; days?: number; from?: Date },
): Promise<string[]> {
  const receipts = await addReceipts(world, memberId, { count, kind: 'purchase' });
  const { rows } = await sql<{ id: string }>`
    INSERT INTO stakes (id, member_id, receipt_id, stage, amount_usd, staked_usdt, staked_mp, days, started_at, next_at, ends_at)
    SELECT gen_random_uuid(), ${memberId}, id, 1, 100, 100, 0, ${days}, ${from}, ${from}::timestamptz + interval '1 day', ${from}::timestamptz + make_interval(days => ${days}::integer)
    FROM unnest(${receipts}::uuid[]) AS id RETURNING id`.execute(world.db);
  return rows.map(({ id }) => id);
}
