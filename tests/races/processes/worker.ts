/**
 * Run as a process of its own by the tests beside it: works on the database of a test as one of several servers, and
 * tells each step on a line of its output. `DATABASE_URL` leads to the database, `NOW` is its clock's moment. Amidst a
 * run of the job whose number is `STOPS_AT`, it stops as by `kill -STOP`: so no test has to be quick.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { closeMonth } from '#server/domain/bonuses/close-month.ts';
import { payAddress } from '#server/domain/chain/development/pay.ts';
import type { Services } from '#server/domain/services/services.ts';
import { payDueWithdrawals } from '#server/domain/withdrawals/payouts.ts';
import { createLocalBus } from '#server/platform/bus/bus.ts';
import { deriveKeys } from '#server/platform/crypto/keys.ts';
import type { Database } from '#server/platform/db/database.ts';
import { NO_STANDBY } from '#server/platform/db/commit-watch.ts';
import { createKysely, inTransaction, type Db, type Trx } from '#server/platform/db/kysely.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { createOneRunner } from '#server/platform/jobs/one-runner.ts';
import { startJobs, type Job } from '#server/platform/jobs/runner.ts';
import { reasonOf } from '#server/platform/system/one-line-error.ts';
import { systemRandom } from '#server/platform/system/random.ts';
import { createTestChain } from '#fixtures/club/chain.ts';
import { testConfig } from '#fixtures/club/config.ts';
import { lightPasswords } from '#fixtures/club/members.ts';

const [task = ''] = process.argv.slice(2);
const {
  DATABASE_URL: databaseUrl = '',
  NOW = '',
  NODE_URL = '',
  MONTH = '',
  IN_TRANSACTION = '',
  STOPS_AT = '',
} = process.env;
const say = (line: string) => void process.stdout.write(`${line}\n`);

/** A session that says nothing for this long is ended, so that tests need not wait as long as a club does. */
export const SILENT_SECONDS = 2;
/** The job is due this often, and takes about this long. */
export const EVERY_SECONDS = 0.3;
export const TAKES_MS = 200;

const database = await openDatabase({
  databaseUrl,
  dataDir: 'none',
  // Half a second for a transaction of a call: two for one of a job.
  settings: { pool: 2, lockSeconds: 3, statementSeconds: 10, idleSeconds: 0.5, answerSeconds: 15, jobSeconds: 600 },
});
const tasks: Readonly<Record<string, (database: Database) => Promise<void>>> = { job, pay, 'close-month': close };
say('open');
await tasks[task]?.(database);

/** Runs one job as a server does. Each run is a row: it begins with one statement and ends with another. */
function job({ workPool, shared }: Database): Promise<void> {
  const oneRunner =
    shared === null ? null : createOneRunner({ pool: workPool, bus: createLocalBus(), silentSeconds: SILENT_SECONDS });
  const counted: Job = {
    name: 'counted',
    everySeconds: EVERY_SECONDS,
    runs: 'in one process',
    run: async (db) => {
      const id = IN_TRANSACTION === '' ? await trial(db) : await inTransaction(db, trial);
      say(`ended ${id}`);
    },
  };
  startJobs([counted], {
    db: createKysely(workPool),
    oneRunner,
    onError: (_name, error) => say(`failed ${reasonOf(error)}`),
  });
  return new Promise((resolve) => process.stdin.resume().once('end', resolve));
}

async function trial(db: Db | Trx): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO job_trials (process) VALUES (${process.pid}) RETURNING id`.execute(db);
  const id = rows[0]?.id;
  say(`begun ${id}`);
  if (String(id) === STOPS_AT) process.kill(process.pid, 'SIGSTOP');
  await sleep(TAKES_MS);
  await sql`UPDATE job_trials SET ended_at = clock_timestamp() WHERE id = ${id}`.execute(db);
  return id;
}

/** Pays what is due over the node, again and again, as the job does. */
async function pay({ workPool }: Database): Promise<void> {
  const services = servicesOn(workPool);
  for (;;) {
    const payer = {
      pay: async (payment: Parameters<typeof payAddress>[1]) => {
        say(`pays ${payment.address}`);
        return payAddress({ bitcoin: null, ethereum: NODE_URL }, payment);
      },
    };
    await payDueWithdrawals(services, payer).catch((error: unknown) => say(`failed ${reasonOf(error)}`));
    say('turn over');
    await sleep(100);
  }
}

async function close({ workPool }: Database): Promise<void> {
  const closing = { month: MONTH, operator: 'olga', call: { requestId: 'op-1', device: '' } };
  await closeMonth(servicesOn(workPool), closing).then(
    () => say('closed'),
    (error: unknown) => say(`refused ${reasonOf(error)}`),
  );
  process.exit(0);
}

function servicesOn(pool: Database['workPool']): Services {
  const bus = createLocalBus();
  return {
    config: testConfig(),
    db: createKysely(pool),
    processNumber: database.shared?.process ?? null,
    bus,
    commits: NO_STANDBY,
    clock: { now: () => new Date(NOW) },
    random: systemRandom,
    keys: deriveKeys('a secret of the tests, of no worth elsewhere'),
    passwords: lightPasswords(),
    chain: createTestChain(new Set()),
    changes: { watch: () => null, open: () => 0, isFull: () => false },
  };
}
