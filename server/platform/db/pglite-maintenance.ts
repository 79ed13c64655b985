import type pg from 'pg';
import { reasonOf } from '#server/platform/system/one-line-error.ts';

/**
 * The embedded engine has no background workers: nothing removes dead rows, refreshes the planner's figures or cuts
 * the log unless it is asked to. Each step is a query of its own, so that members' requests run in between.
 */

/** Long enough to cost nothing, short enough that a crash replays little and dead rows stay few. */
const MAINTENANCE_INTERVAL_MS = 10 * 60_000;

/**
 * Tables without a page are left out: once an empty table is analysed, plans made for it are sequential scans, and
 * they stay in use after it has grown.
 */
const TABLES = `
  SELECT format('%I.%I', n.nspname, c.relname) AS name
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relkind = 'r' AND c.relpersistence = 'p'
     AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg_toast%'
     AND pg_relation_size(c.oid) > 0
   ORDER BY 1`;

export async function maintain(pool: pg.Pool, mayWrite: () => boolean = () => true): Promise<void> {
  const tables = await pool.query<{ name: string }>(TABLES);
  for (const { name } of tables.rows) await pool.query(`VACUUM (ANALYZE) ${name}`);
  // The rows above are in the log alone; a checkpoint writes into the tables' files, which may be somebody else's by
  // now.
  if (mayWrite()) await pool.query('CHECKPOINT');
}

export interface Schedule {
  stop(): Promise<void>;
}

/**
 * Runs `maintain` from time to time until stopped, as long as the folder is ours; stopping waits for a run under way.
 */
export function scheduleMaintenance(
  pool: pg.Pool,
  { log, mayWrite }: { log: (line: string) => void; mayWrite: () => boolean },
): Schedule {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    if (!mayWrite()) return;
    running = running
      .then(() => maintain(pool, mayWrite))
      .catch((error: unknown) => {
        log(`database maintenance failed; it will be tried again: ${reasonOf(error)}`);
      });
  }, MAINTENANCE_INTERVAL_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
