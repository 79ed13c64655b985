// One runner of a job among several processes, whatever becomes of the one that has it.
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { createKysely, type Db } from '#server/platform/db/kysely.ts';
import type { Process } from '#tests/support/processes.ts';
import { freshDatabase } from '#fixtures/club/database.ts';
import { worker } from './processes/workers.ts';

/** As in `processes/worker.ts`. */
const SILENT_SECONDS = 2;
const EVERY_SECONDS = 0.3;
/** Four times what PostgreSQL gives a job's silent transaction, and more for a machine that is busy. */
const TAKEN_OVER_MS = 15_000;

let database: Database;
let db: Db;
beforeEach(async () => {
  database = await freshDatabase();
  db = createKysely(database.pool);
  await sql`CREATE TABLE job_trials (
    id serial PRIMARY KEY, process integer NOT NULL,
    began_at timestamptz NOT NULL DEFAULT clock_timestamp(), ended_at timestamptz)`.execute(db);
});
afterEach(() => database.close());

interface Run {
  id: number;
  process: number;
  began_at: Date;
  ended_at: Date | null;
}

const runs = async () => (await sql<Run>`SELECT * FROM job_trials ORDER BY id`.execute(db)).rows;

async function until(met: (runs: Run[]) => boolean): Promise<Run[]> {
  let found = await runs();
  await expect.poll(async () => met((found = await runs())), { timeout: TAKEN_OVER_MS, interval: 20 }).toBe(true);
  return found;
}

/** Runs that had begun before the one before them was over. */
const overlaps = (all: readonly Run[]) =>
  all.filter((run, index) => {
    const before = all[index - 1];
    return before?.ended_at !== undefined && before.ended_at !== null && before.ended_at > run.began_at;
  });

/** Three processes, and the run in whose middle one of them stands still. */
async function inTheMiddle() {
  const lost = 2;
  const started = await Promise.all([1, 2, 3].map(() => worker(database, 'job', { STOPS_AT: String(lost) })));
  const holder = await Promise.race(started.map((each) => each.line(`begun ${lost}`).then(() => each)));
  const run = (await runs()).find(({ id }) => id === lost) as Run;
  expect(run).toMatchObject({ process: holder.child.pid, ended_at: null });
  return { run, holder };
}

describe('a job of three processes', () => {
  it('runs in one of them at a time, and as often as one process would run it', async () => {
    const processes = await Promise.all([1, 2, 3].map(() => worker(database, 'job')));
    const begin = Date.now();
    const all = await until((found) => found.length >= 12);
    const seconds = (Date.now() - begin) / 1000;
    expect(overlaps(all)).toEqual([]);
    const ended = all.filter((run) => run.ended_at !== null);
    for (const [index, run] of ended.slice(1).entries())
      expect(run.began_at.getTime() - (ended[index]?.ended_at?.getTime() ?? 0)).toBeGreaterThan(EVERY_SECONDS * 800);
    // Each run takes 0.2 s and the next follows 0.3 s later.
    expect(seconds).toBeGreaterThan(12 * 0.4 - 1);
    for (const { lines } of processes) expect(lines.filter((line) => line.startsWith('failed'))).toEqual([]);
  });

  it('is taken over when its process is killed in the middle, and that run never ends', async () => {
    const { run, holder } = await inTheMiddle();
    const begin = Date.now();
    holder.child.kill('SIGKILL');
    const after = await until((found) => found.some(({ id, process }) => id > run.id && process !== run.process));
    expect(Date.now() - begin).toBeLessThan(5_000);
    expect(overlaps(after)).toEqual([]);
    await until((found) => found.length > run.id + 2);
    expect((await runs()).find(({ id }) => id === run.id)?.ended_at).toBeNull();
  });

  it('is taken over when its process is paused, which wakes up without its session: nothing happens twice', async () => {
    const { run, holder } = await inTheMiddle();
    const begin = Date.now();
    // Its sockets are open, so only its silence tells.
    await until((found) => found.some(({ id, process }) => id > run.id && process !== run.process));
    expect(Date.now() - begin).toBeGreaterThan(SILENT_SECONDS * 500);
    const others = await until((found) => found.length > run.id + 2);
    holder.child.kill('SIGCONT');
    await holder.line('failed');
    const after = await until((found) => found.length > others.length + 3);
    // What it had begun was not ended by it afterwards.
    expect(after.find(({ id }) => id === run.id)?.ended_at).toBeNull();
    expect(holder.lines).not.toContain(`ended ${run.id}`);
    expect(overlaps(after)).toEqual([]);
  });

  it('is taken over when its process is paused within a transaction, of which nothing is left', async () => {
    const env = { IN_TRANSACTION: 'yes', STOPS_AT: '1' };
    const processes = await Promise.all([1, 2].map(() => worker(database, 'job', env)));
    const holder = await Promise.race(processes.map((each) => each.line('begun 1').then(() => each)));
    const other = processes.find((each) => each !== holder) as Process;
    await other.line('ended');
    holder.child.kill('SIGCONT');
    await holder.line('failed');
    expect(holder.lines).not.toContain('ended 1');
    expect((await runs()).map(({ id }) => id)).not.toContain(1);
  });

  it('is given up when its session is ended, and another one begins', async () => {
    const { run, holder } = await inTheMiddle();
    await sql`
      SELECT pg_terminate_backend(pid) FROM pg_locks
      WHERE locktype = 'advisory' AND classid = 7265011 AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(db);
    holder.child.kill('SIGCONT');
    await holder.line('failed');
    const after = await until((found) => found.length > run.id + 1);
    expect(after.find(({ id }) => id === run.id)?.ended_at).toBeNull();
    expect(overlaps(after)).toEqual([]);
    expect(holder.child.exitCode).toBeNull();
  });
});
