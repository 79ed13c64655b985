// Many rows at a time, inserted directly: for lists, exports and jobs that are tested by the number of rows.
import { sql } from 'kysely';
import type { ReceiptKind } from '#server/platform/db/book-tables.ts';
import type { World } from './world.ts';

let calls = 0;

/** Receipts without the acts behind them, which lists don't show. Returns their ids. */
export async function addReceipts(
  world: World,
  memberId: string,
  {
    count,
    kind,
    asset = 'USDT',
    at = world.clock.now(),
    status = ['deposit', 'withdrawal'].includes(kind) ? 'completed' : null,
    amount = '1',
    counter = null,
  }: {
    count: number;
    kind: ReceiptKind;
    asset?: string;
    at?: Date;
    status?: string | null;
    amount?: string;
    /** What moved with it, of another asset. */
    counter?: { asset: string; amount: string } | null;
  },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO receipts (id, reference, member_id, kind, status, at, asset, amount, net, counter_asset, counter_amount, rule_version, updated_at)
    SELECT gen_random_uuid(), ${`r${(calls += 1)}x`} || place, ${memberId}, ${kind}, ${status}, ${at}, ${asset}, ${amount}, ${amount}, ${counter?.asset ?? null}, ${counter?.amount ?? null}::numeric, 1, ${world.clock.now()}
    FROM generate_series(1, ${count}::integer) AS place RETURNING id`.execute(world.db);
  return rows.map(({ id }) => id);
}

/** Stakes that began at a given time and run for some days, as if nothing had been accrued yet. Returns their ids. */
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

/** The counts of calls that several processes on a database share (S-22) start over, as after a minute. */
export async function forgetCalls(world: World): Promise<void> {
  await world.db.deleteFrom('call_counts').execute();
}
