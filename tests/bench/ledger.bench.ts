/**
 * Movements per second through the books, and how soon a page of a long history is returned. The reference for
 * movements is pgbench's own mix (TPC-B-like) with the same number of clients on the same server in the same run, so
 * that a busy machine affects both.
 *
 *   npm run bench -- ledger              a million receipts of one member
 *   BENCH_ROWS=10000000 npm run bench -- ledger
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type pg from 'pg';
import { createKysely, inTransaction, type Db } from '#server/platform/db/kysely.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { listReceipts, type HistoryCursor } from '#server/domain/ledger/history.ts';
import { transfer } from '#server/domain/ledger/moves.ts';
import { systemRandom } from '#server/platform/system/random.ts';
import { providePostgres } from '#tests/provision/postgres.mjs';
import { TRANSFER_BUDGET } from './pgbench.ts';
import { report, type Size } from './report.ts';
import { warmTimed, type Times } from './times.ts';

const CLIENTS = 8;
const SECONDS = Number(process.env.BENCH_SECONDS ?? '10');
const ROWS = Number(process.env.BENCH_ROWS ?? '1000000');
const MEMBERS = 1000;
const PAGES = 200;
const PAGE = 50;
const FILLED = ['receipts', 'journals', 'postings'];
const NOW = new Date('2026-11-21T04:00:00Z');
/** Of a page of a history at its 99th percentile. */
const PAGE_BUDGET_MS = 50;
const SIZE: Size = { count: ROWS, of: 'receipts of one member' };
const POSTINGS: Size = { count: ROWS, of: 'postings' };

/** The id of the member with this number, in a form that SQL can produce as well. */
const memberId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

async function fillMembers(db: Db): Promise<void> {
  await sql`
    INSERT INTO members (id, username, username_key, name, email, email_key, referral_code, culture, joined_at)
    SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'm' || n, 'm' || n, 'm' || n, 'm' || n, 'm' || n, 'm' || n, 'en-US', ${NOW}
    FROM generate_series(0, ${MEMBERS}) AS n`.execute(db);
  await sql`
    SELECT post_journal('opening:' || n, ${NOW}, 'opening', NULL, 1, NULL, '{}',
      ARRAY[NULL, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid], ARRAY['chain', 'wallet'], ARRAY['USDT', 'USDT'], ARRAY[-1000000000, 1000000000]::numeric[])
    FROM generate_series(0, ${MEMBERS}) AS n`.execute(db);
}

/** Runs `act` in this many concurrent loops for some seconds; returns the rate per second. */
async function perSecond(act: (client: number, count: number) => Promise<unknown>): Promise<number> {
  const end = Date.now() + SECONDS * 1000;
  const started = process.hrtime.bigint();
  const counts = await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      let count = 0;
      for (; Date.now() < end; count += 1) await act(client, count);
      return count;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0) / (Number(process.hrtime.bigint() - started) / 1e9);
}

function pairOf(): [string, string] {
  const from = 1 + Math.floor(Math.random() * MEMBERS);
  const to = 1 + ((from + Math.floor(Math.random() * (MEMBERS - 1))) % MEMBERS);
  return [memberId(from), memberId(to)];
}

/** A whole transfer as an operation makes it: a transaction with the movement and both receipts. */
function wholeTransfers(db: Db): Promise<number> {
  return perSecond((client, count) => {
    const [from, to] = pairOf();
    const move = {
      key: `whole:${client}:${count}`,
      at: NOW,
      memberId: from,
      toMemberId: to,
      ruleVersion: 1,
      asset: 'USDT' as const,
      amount: '0.01',
    };
    return inTransaction(db, (trx) => transfer(trx, systemRandom, move));
  });
}

/**
 * One movement as a pgbench script: the same client as the reference, so that only the work of the database differs.
 */
const MOVEMENT = String.raw`
\set from random(1, 500)
\set to random(501, 1000)
\set key random(1, 9000000000000000)
SELECT post_journal('alone:' || :key, now(), 'transfer', ('00000000-0000-4000-8000-' || lpad(:from::text, 12, '0'))::uuid, 1, NULL, '{}',
  ARRAY['00000000-0000-4000-8000-' || lpad(:from::text, 12, '0'), '00000000-0000-4000-8000-' || lpad(:to::text, 12, '0')]::uuid[],
  ARRAY['wallet', 'wallet'], ARRAY['USDT', 'USDT'], ARRAY[-0.01, 0.01]::numeric[]);
`.replace(/\n {2}/g, ' ');

/** Transactions per second of pgbench's own mix, and of movements through the function alone. */
function pgbench(url: string, binaries: string): { reference: number; alone: number } {
  const own = join(binaries, 'pgbench');
  const program = existsSync(own) ? own : 'pgbench';
  const run = (...parameters: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, [...parameters, url], { encoding: 'utf8', input: '' });
    if (status !== 0) throw new Error(`pgbench failed: ${stderr || 'is it installed?'}`);
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  };
  const load = [`--client=${CLIENTS}`, '--jobs=2', `--time=${SECONDS}`, '--protocol=prepared'];
  const folder = mkdtempSync(join(tmpdir(), 'perch-bench-'));
  const script = join(folder, 'movement.sql');
  writeFileSync(script, MOVEMENT);
  run('--initialize', '--scale=10', '--quiet');
  const reference = run(...load);
  const alone = run(...load, '--no-vacuum', `--file=${script}`);
  rmSync(folder, { recursive: true });
  return { reference, alone };
}

/** Whether new rows are written into the indexes of the filled tables. Whoever turns it on has to build them again. */
async function keepIndexes(db: Db, areKept: boolean): Promise<void> {
  await sql`UPDATE pg_index SET indisready = ${areKept} WHERE indrelid = ANY (${FILLED}::regclass[])`.execute(db);
}

/** Fills in the receipts of one member: one kind is rare among them, and there is a journal behind each. */
async function fillHistory(db: Db): Promise<void> {
  await db.connection().execute(async (one) => {
    // Rows like those that post_journal writes, without its checks per row: only reading is measured here. Their
    // indexes are built once all are there, since keys at random places take most of the time otherwise.
    await sql`SET session_replication_role = replica`.execute(one);
    await sql`SET maintenance_work_mem = '512MB'`.execute(one);
    await keepIndexes(one, false);
    await sql`
      INSERT INTO receipts (id, reference, member_id, kind, at, asset, amount, net, updated_at)
      SELECT md5(n::text)::uuid, 'Z-' || n, ${memberId(0)}, CASE WHEN n % 1000 = 0 THEN 'exchange' WHEN n % 2 = 0 THEN 'transfer_out' ELSE 'staking_reward' END,
        ${NOW}::timestamptz - n * interval '10 seconds', 'MP', 1, 1, ${NOW}
      FROM generate_series(1, ${ROWS}) AS n`.execute(one);
    await sql`
      WITH journal AS (
        INSERT INTO journals (at, kind, key) SELECT ${NOW}, 'reward', 'bulk:' || n FROM generate_series(1, ${Math.ceil(ROWS / 2)}) AS n RETURNING id
      ), wallet AS (
        INSERT INTO accounts (member_id, kind, asset, balance) VALUES (${memberId(0)}, 'wallet', 'MP', ${Math.ceil(ROWS / 2)}) RETURNING id
      )
      INSERT INTO postings (journal_id, account_id, asset, amount, balance_after)
      SELECT journal.id, leg.account_id, 'MP', leg.amount, leg.after FROM journal CROSS JOIN LATERAL (
        SELECT wallet.id AS account_id, 1 AS amount, 1 AS after FROM wallet
        UNION ALL SELECT id, -1, NULL FROM accounts WHERE kind = 'rewards' AND asset = 'MP') AS leg`.execute(one);
    await keepIndexes(one, true);
    for (const table of FILLED) await sql`REINDEX TABLE ${sql.table(table)}`.execute(one);
    await sql`SET session_replication_role = origin`.execute(one);
  });
  await sql`ANALYZE receipts`.execute(db);
  await sql`ANALYZE postings`.execute(db);
}

async function milliseconds(act: () => Promise<unknown>): Promise<number> {
  const started = process.hrtime.bigint();
  await act();
  return Number(process.hrtime.bigint() - started) / 1e6;
}

/** A moment of the history, and a receipt's id that stands after all others of that moment. */
function anywhere(): HistoryCursor {
  return {
    at: new Date(NOW.getTime() - Math.floor(Math.random() * ROWS) * 10_000),
    id: 'ffffffff-ffff-4fff-8fff-ffffffffffff',
  };
}

/** The times of pages from all over the history. */
async function pageTimes(
  db: Db,
  { what, kinds, single }: { what: string; kinds: Parameters<typeof listReceipts>[1]['kinds']; single: Times },
): Promise<void> {
  const times = await warmTimed(
    () => listReceipts(db, { memberId: memberId(0), kinds, after: anywhere(), limit: PAGE + 1 }),
    PAGES,
  );
  for (const which of ['median', 'p99'] as const)
    report({
      work: `a page of ${PAGE} of the history of ${what}, ${which}`,
      size: SIZE,
      value: times[which],
      unit: 'ms',
      reference: { name: `a look-up by key, ${which}`, value: single[which] },
      ...(which === 'p99' ? { budget: PAGE_BUDGET_MS } : {}),
    });
  console.log(`history of ${what}: median ${times.median.toFixed(1)} ms, p99 ${times.p99.toFixed(1)} ms`);
}

async function measure(url: string, binaries: string): Promise<void> {
  const database = await openDatabase({ databaseUrl: url, dataDir: 'memory' });
  const db = createKysely(database.pool);
  await migrate(database.pool, { folder: join(process.cwd(), 'server/platform/db/migrations'), now: NOW });
  await fillMembers(db);
  // As with real money: a response waits for the disk.
  await sql`ALTER SYSTEM SET fsync = on`.execute(db);
  await sql`SELECT pg_reload_conf()`.execute(db);
  const { reference, alone } = pgbench(url, binaries);
  const ratio = (work: string, value: number, ratioBudget?: number) => {
    const ofPgbench = { name: "pgbench's own mix (TPC-B-like, prepared)", value: reference };
    const budget = ratioBudget === undefined ? {} : { ratioBudget };
    report({ work, value, unit: 'per s', reference: ofPgbench, ...budget });
    return `${value.toFixed(0)} a second, ratio ${(value / reference).toFixed(2)}`;
  };
  console.log(`${CLIENTS} clients, ${SECONDS} s each; every commit waits for the disk (fsync)`);
  console.log(`pgbench, TPC-B-like     ${reference.toFixed(0)} a second, ratio 1.00`);
  console.log(`post_journal alone      ${ratio('a transfer as a call of post_journal, also from pgbench', alone)}`);
  console.log(
    `transfer with receipts  ${ratio('a whole transfer from Node: transaction, movement, two receipts', await wholeTransfers(db), TRANSFER_BUDGET)}; budget over HTTP ${TRANSFER_BUDGET}`,
  );
  const filled = await milliseconds(() => fillHistory(db));
  console.log(`filled in ${(filled / 1000).toFixed(0)} s`);
  console.log(`${ROWS} receipts of one member, ${ROWS} postings; ${PAGES} pages of ${PAGE}`);
  const single = await warmTimed(
    () => db.selectFrom('members').select('username').where('id', '=', memberId(1)).execute(),
    PAGES,
  );
  await pageTimes(db, { what: 'all kinds', kinds: [], single });
  await pageTimes(db, { what: 'a kind that one in 1,000 has', kinds: ['exchange'], single });
  await pageTimes(db, { what: 'three kinds', kinds: ['exchange', 'transfer_out', 'staking_reward'], single });
  const now = NOW;
  const pass = await milliseconds(() => sql`SELECT count(*), sum(amount) FROM postings`.execute(db));
  const all = await milliseconds(() => mustAgree(db, { now, full: true }));
  const sums = { name: 'a bare pass over the postings', value: pass };
  report({ work: 'check of all books', size: POSTINGS, value: all, unit: 'ms', reference: sums });
  console.log(
    `check of all books      ${all.toFixed(0)} ms, ${(all / pass).toFixed(1)} × a bare pass over the postings`,
  );
  const { last } = await db
    .selectFrom('journals')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  await postSome(database.pool);
  const { median: ofNew } = await warmTimed(() =>
    sql`SELECT count(*), sum(amount) FROM postings WHERE journal_id > ${last}`.execute(db),
  );
  const checked = await milliseconds(() => mustAgree(db, { now }));
  const newSums = { name: 'a bare pass over the new postings, median', value: ofNew };
  const ofCheck = { value: checked, unit: 'ms', reference: newSums } as const;
  report({ work: 'check of the books after 1,000 movements', size: POSTINGS, ...ofCheck });
  console.log(
    `check of what is new    ${checked.toFixed(0)} ms, ${(checked / ofNew).toFixed(1)} × a bare pass over the new postings`,
  );
  await database.close();
}

/** The work of a busy minute, so that the next check has something to read. */
async function postSome(pool: pg.Pool): Promise<void> {
  for (let count = 0; count < 1000; count += 1) {
    const [from, to] = pairOf();
    await pool.query('SELECT post_journal($1, $2, $3, NULL, 1, NULL, $4, $5, $6, $7, $8)', [
      `new:${count}`,
      NOW,
      'transfer',
      '{}',
      [from, to],
      ['wallet', 'wallet'],
      ['USDT', 'USDT'],
      ['-0.01', '0.01'],
    ]);
  }
}

async function mustAgree(db: Db, options: { now: Date; full?: boolean }): Promise<void> {
  const found = await checkBooks(db, options);
  if (found.kind !== 'agree') throw new Error(`the books: ${JSON.stringify(found)}`);
}

const postgres = await providePostgres({ root: process.cwd() });
try {
  await measure(postgres.url, postgres.from);
} finally {
  await postgres.stop();
}
