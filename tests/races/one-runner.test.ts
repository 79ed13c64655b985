// The session that a run of a job has for itself: the lock, and all that the run does in the database.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLocalBus } from '#server/platform/bus/bus.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createKysely, type Db } from '#server/platform/db/kysely.ts';
import { createOneRunner } from '#server/platform/jobs/one-runner.ts';
import { startJobs, type Job } from '#server/platform/jobs/runner.ts';
import { freshDatabase } from '#fixtures/club/database.ts';

let database: Database;
let db: Db;
beforeAll(async () => {
  database = await freshDatabase();
  db = createKysely(database.pool);
  await sql`CREATE TABLE job_trials (id serial PRIMARY KEY, process integer NOT NULL)`.execute(db);
});
afterAll(() => database.close());
beforeEach(async () => void (await db.deleteFrom('job_runs').execute()));

const trials = async () =>
  (await sql<{ process: number }>`SELECT process FROM job_trials ORDER BY id`.execute(db)).rows;

describe('the session of a run', () => {
  const runOnce = async (run: Job['run'], silentSeconds = 1, follow?: Job['follow']) => {
    const oneRunner = createOneRunner({ pool: database.workPool, bus: createLocalBus(), silentSeconds });
    const errors: unknown[] = [];
    let left: Db | null = null;
    const job: Job = {
      name: 'once',
      everySeconds: 3_600,
      runs: 'in one process',
      run: async (given) => {
        left = given;
        return run(given);
      },
      ...(follow === undefined ? {} : { follow }),
    };
    const running = startJobs([job], { db, oneRunner, onError: (_name, error) => errors.push(error) });
    await running.stop();
    return { errors, left: left as Db | null };
  };
  const pid = async (given: Db) =>
    (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(given)).rows[0]?.pid;

  it('lasts while the run waits for something else, since it says that it is there', async () => {
    const pids: unknown[] = [];
    const { errors } = await runOnce(async (given) => {
      pids.push(await pid(given));
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      pids.push(await pid(given));
    });
    expect(errors).toEqual([]);
    expect(new Set(pids).size).toBe(1);
  });

  it('has all that the run does at once in turn, and none of it once the run is over', async () => {
    const { errors, left } = await runOnce(async (given) => {
      const both = given.transaction().execute(async (trx) => {
        await sql`INSERT INTO job_trials (process) VALUES (1)`.execute(trx);
        await new Promise((resolve) => setTimeout(resolve, 50));
        return (await sql<{ n: number }>`SELECT count(*)::int AS n FROM job_trials`.execute(trx)).rows[0]?.n;
      });
      const single = sql`INSERT INTO job_trials (process) VALUES (2)`.execute(given);
      expect(await both).toBe(1);
      await single;
    });
    expect(errors).toEqual([]);
    if (left === null) throw new Error('it did not run');
    await expect(sql`INSERT INTO job_trials (process) VALUES (3)`.execute(left)).rejects.toThrow('the run is over');
    expect((await trials()).map(({ process }) => process)).toEqual([1, 2]);
  });

  it('leaves the job to other processes at once where it can not be done here', async () => {
    const { errors } = await runOnce(async () => 'not here');
    expect(errors).toEqual([]);
    const { left } = await runOnce(() => Promise.resolve());
    expect(left).not.toBeNull();
  });

  it('is closed after a failure, and the job is due again after its usual time', async () => {
    const { errors } = await runOnce(async () => {
      throw new Error('once');
    });
    expect(errors).toEqual([new Error('once')]);
    let followed = false;
    const { left } = await runOnce(
      () => Promise.resolve(),
      1,
      async () => {
        followed = true;
      },
    );
    expect([left, followed]).toEqual([null, true]);
    const { rows } = await sql`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = 7265011`.execute(db);
    expect(rows).toEqual([]);
  });
});
