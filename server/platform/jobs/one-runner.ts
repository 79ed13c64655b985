// One runner of each job among several processes. The advisory lock of a job, all that the job does in the database,
// and the end of both are one session of PostgreSQL: whoever has lost the session has lost the lock and can write
// nothing more, and nobody else gets the lock before PostgreSQL has undone what was not committed. So no clock of a
// process decides, and a process that was paused for minutes wakes up without its session, not beside its successor.
import { sql, type PostgresPool } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { createKysely, type Db, type Notifier } from '#server/platform/db/kysely.ts';
import { reasonOf } from '#server/platform/system/one-line-error.ts';
import type { Job, OneRunner } from './runner.ts';
import { MS_PER_SECOND } from '#server/platform/system/clock.ts';

/** Any number: the first half of the advisory locks on jobs. */
const JOB_LOCK = 7_265_011;

/** A session that says nothing for this long belongs to a process that is paused or cut off: PostgreSQL ends it. */
const SILENT_SECONDS = 30;
/** A job that waits for something else than the database says so often that it is still there. */
const BEATS = 3;
/** A run that does nothing in the database for this long hangs: it loses its session, and another process may run. */
const HANGS_SECONDS = 10 * 60;
/** A process's timer and the database's clock differ a little; without this, a turn would come a moment too early. */
const EARLY = 0.9;

export interface OneRunnerOptions {
  pool: Pool;
  bus: Notifier;
  silentSeconds?: number;
}

export function createOneRunner({ pool, bus, silentSeconds = SILENT_SECONDS }: OneRunnerOptions): OneRunner {
  const shared = createKysely(pool);
  return {
    take: async (job) => {
      if (!(await isDue(shared, job))) return false;
      const client = await pool.connect();
      let failed: Error | undefined;
      try {
        if (!(await lock(client, job, silentSeconds))) return false;
        const session = soleConnection(client, { beatMs: (silentSeconds * MS_PER_SECOND) / BEATS });
        const db = createKysely(session, bus);
        try {
          if (!(await begin(db, job))) return false;
          await runAndNote(db, job);
          return true;
        } finally {
          await session.end();
        }
      } catch (error) {
        failed = error instanceof Error ? error : new Error(reasonOf(error));
        throw error;
      } finally {
        // After a failure nobody knows the state of the session, so it is closed, and the lock with it.
        if (failed === undefined) await unlock(client, job).catch((error: Error) => (failed = error));
        client.release(failed);
      }
    },
  };
}

/** Without a lock, so that most turns cost one look. A run without an end is under way, has died, or was none. */
async function isDue(db: Db, { name, everySeconds }: Job): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    SELECT ended_at + make_interval(secs => ${everySeconds * EARLY}) <= clock_timestamp() AS due
    FROM job_runs WHERE name = ${name} AND ended_at IS NOT NULL`.execute(db);
  return rows[0]?.due ?? true;
}

async function lock(client: PoolClient, { name }: Job, silentSeconds: number): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_lock($1::int, hashtext($2)) AS locked, set_config('idle_session_timeout', $3, false)`,
    [JOB_LOCK, name, String(silentSeconds * MS_PER_SECOND)],
  );
  return rows[0]?.locked === true;
}

/** Also for a session that did not get the lock: PostgreSQL then says so in a warning that nobody reads. */
async function unlock(client: PoolClient, { name }: Job): Promise<void> {
  await client.query(
    `SELECT pg_advisory_unlock($1::int, hashtext($2)), set_config('idle_session_timeout', '0', false)`,
    [JOB_LOCK, name],
  );
}

/** Asked again under the lock: another process may have run it meanwhile. */
async function begin(db: Db, { name, everySeconds }: Job): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO job_runs AS run (name, began_at) VALUES (${name}, clock_timestamp())
    ON CONFLICT (name) DO UPDATE SET began_at = excluded.began_at, ended_at = NULL
      WHERE run.ended_at IS NULL OR run.ended_at + make_interval(secs => ${everySeconds * EARLY}) <= clock_timestamp()
    RETURNING name`.execute(db);
  return rows.length === 1;
}

/** A run without an end is due at once for other processes. A failure is an end, or all would fail after each other. */
async function runAndNote(db: Db, job: Job): Promise<void> {
  let outcome: Awaited<ReturnType<Job['run']>>;
  try {
    outcome = await job.run(db);
  } catch (error) {
    // Its session may be what has failed.
    await end(db, job).catch(() => undefined);
    throw error;
  }
  if (outcome !== 'not here') await end(db, job);
}

async function end(db: Db, { name }: Job): Promise<void> {
  await sql`UPDATE job_runs SET ended_at = clock_timestamp() WHERE name = ${name}`.execute(db);
}

/**
 * One connection as a pool, whose users take turns. While nobody uses it, it says now and then that it is there. After
 * its end nobody gets it any more, not even what a run has left behind.
 */
function soleConnection(client: PoolClient, { beatMs }: { beatMs: number }): PostgresPool {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let over = false;
  let used = performance.now();
  const take = async (): Promise<() => void> => {
    const before = last;
    let release: () => void = () => undefined;
    last = new Promise<void>((resolve) => (release = resolve));
    waiting += 1;
    await before;
    return () => {
      waiting -= 1;
      release();
    };
  };
  const beat = async () => {
    if (waiting > 0 || performance.now() - used > HANGS_SECONDS * MS_PER_SECOND) return;
    const release = await take();
    // A session that is lost shows at the next statement of the run.
    await client.query('SELECT 1').catch(() => undefined);
    release();
  };
  const timer = setInterval(() => void beat(), beatMs).unref();
  return {
    options: {},
    connect: async () => {
      const leave = await take();
      if (over) {
        leave();
        throw new Error('the run is over, and nothing of it may use its connection any more');
      }
      const release = () => {
        used = performance.now();
        leave();
      };
      return { query: client.query.bind(client), release };
    },
    end: async () => {
      clearInterval(timer);
      over = true;
      await last;
    },
  };
}
