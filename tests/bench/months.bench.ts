/**
 * The end of a month over a million seats on PostgreSQL, among them a chain a hundred thousand seats deep: the hourly
 * sums, the calculation and the payments, and the calls that read them, each compared with the plain method in the same
 * run.
 *
 *   npm run bench -- months
 *
 * SEATS and CHAIN make the tree smaller, to try the benchmark out. PostgreSQL runs as the tests start it, without
 * fsync.
 */
import { availableParallelism, loadavg } from 'node:os';
import { sql } from 'kysely';
import { closeMonth, tryMonth } from '#server/domain/bonuses/close-month.ts';
import { sumVolumes } from '#server/domain/bonuses/sums.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { post } from '#server/domain/ledger/post.ts';
import { setRates } from '#tests/api/support/money.ts';
import { bodyOf, type Answer } from '#tests/api/support/call.ts';
import { providePostgres } from '#tests/provision/postgres.mjs';
import { columns } from '#walk/paths/columns.ts';
import { report, type Size } from './report.ts';
import { fillSeats } from './seat-tree.ts';
import { warmTimed, type Times } from './times.ts';

const SEATS = Number(process.env['SEATS'] ?? 1_000_000);
const CHAIN = Number(process.env['CHAIN'] ?? 100_000);
/** Every tenth member buys. */
const BUYERS_APART = 10;
/** Of a million seats. */
const CLOSE_BUDGET_S = 45;
const SEAT_BUDGET_MS = 5;
/** Whole levels of a large tree take some milliseconds each. */
const ROUNDS = 100;
const MILLION = 1_000_000;
const KB_PER_MB = 1024;
/** Longer than what Linux says of a process. */
const LONGEST = 100_000;
const MONTH = '2026-10';
const SALE = '2026-10-15T00:00:00Z';
const SIZE: Size = { count: SEATS, of: 'seats' };

const postgres = await providePostgres({ root: process.cwd() });
process.env['TEST_DATABASE_URL'] = postgres.url;
// The module that opens databases reads the URL when it is loaded.
const { createWorld } = await import('#tests/api/support/world.ts');
const world = await createWorld({ config: { logLevel: 'silent', validateResponses: false } });
const { db, database, clock } = world;

/** Purchases inserted directly as rows: only what follows them is measured. */
async function sell(rootNo: number): Promise<void> {
  await sql`
    INSERT INTO receipts (id, reference, member_id, kind, at, asset, amount, net, updated_at)
    SELECT md5('bought' || seat_no)::uuid, 'P-' || seat_no, member_id, 'purchase', ${SALE}::timestamptz, 'USDT', -1000, -1000, ${SALE}::timestamptz
    FROM seats WHERE seat_no % ${sql.lit(BUYERS_APART)} = 0`.execute(db);
  await sql`
    INSERT INTO stakes (id, member_id, receipt_id, stage, amount_usd, staked_usdt, staked_mp, days, started_at, ends_at, next_at)
    SELECT md5('bought' || seat_no)::uuid, member_id, md5('bought' || seat_no)::uuid, 1, 1000, 1000, 0, 365, ${SALE}::timestamptz, ${SALE}::timestamptz + interval '365 days', ${SALE}::timestamptz + interval '1 day'
    FROM seats WHERE seat_no % ${sql.lit(BUYERS_APART)} = 0`.execute(db);
  await sql`
    INSERT INTO volumes (seat_no, stake_id, source, amount_usd, at, month)
    SELECT seat_no, md5('bought' || seat_no)::uuid, 'purchase', 1000, ${SALE}::timestamptz, month_of(${SALE}::timestamptz)
    FROM seats WHERE seat_no % ${sql.lit(BUYERS_APART)} = 0`.execute(db);
  // The books must match the stakes, here with one movement for all.
  const usdt = String(Math.floor((rootNo + SEATS - 1) / BUYERS_APART) * 1000);
  const legs = [
    { account: 'chain', asset: 'USDT', amount: `-${usdt}` },
    { account: 'stakes', asset: 'USDT', amount: usdt },
  ] as const;
  await inTransaction(db, (trx) =>
    post(trx, {
      key: 'bench',
      at: new Date(SALE),
      kind: 'purchase',
      memberId: null,
      ruleVersion: null,
      receiptId: null,
      legs,
    }),
  );
  await database.pool.query('VACUUM ANALYZE');
}

async function seconds(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return (performance.now() - began) / 1000;
}

/** Reads every seat once and does nothing with it: no pass over the tree can be faster. */
async function plainPass(): Promise<unknown> {
  return database.pool.query(
    'DO $$ DECLARE v record; BEGIN FOR v IN SELECT seat_no, parent_no, side FROM seats ORDER BY seat_no DESC LOOP END LOOP; END $$',
  );
}

/** The most memory that any session had for itself, in MB, as Linux says, which PostgreSQL reads for its owner. */
async function peakOfSessions(): Promise<number> {
  const { rows } = await sql<{ kb: number | null }>`
    SELECT max((regexp_match(status, 'VmHWM:\\s+(\\d+)'))[1]::integer - (regexp_match(status, 'RssShmem:\\s+(\\d+)'))[1]::integer) AS kb
    FROM pg_stat_activity CROSS JOIN LATERAL pg_read_file('/proc/' || pid || '/status', 0, ${LONGEST}, true) AS status
    WHERE backend_type = 'client backend'`.execute(db);
  return (rows[0]?.kb ?? Number.NaN) / KB_PER_MB;
}

async function month(): Promise<void> {
  const closing = { month: MONTH, operator: 'bench', call: { requestId: 'bench', device: '' } };
  const plain = await seconds(plainPass);
  const first = await seconds(() => sumVolumes(db, clock.now()));
  const again = await seconds(() => sumVolumes(db, clock.now()));
  const tried = await seconds(() => tryMonth(world.services, closing));
  let totals: Awaited<ReturnType<typeof closeMonth>> | null = null;
  const closed = await seconds(async () => void (totals = await closeMonth(world.services, closing)));
  const books = await checkBooks(db, { now: clock.now(), full: true });
  const works = [
    ['a bare pass over the seats', plain],
    ['sums, the first time', first],
    ['sums, an hour later', again],
    ['calculation alone (a dry run)', tried],
    ['the whole month: input, calculation, payments, sums', closed],
  ] as const;
  const kept = works
    .slice(1)
    .map(([work, value]) =>
      report({
        work,
        size: SIZE,
        value,
        unit: 's',
        reference: { name: 'a bare pass over the seats', value: plain },
        ...(value === closed ? { budget: (CLOSE_BUDGET_S * SEATS) / MILLION } : {}),
      }),
    )
    .every(Boolean);
  report({
    work: 'peak memory of this process',
    size: SIZE,
    value: process.resourceUsage().maxRSS / KB_PER_MB,
    unit: 'MB',
  });
  const memory = await peakOfSessions();
  report({ work: 'peak memory of a session of PostgreSQL', size: SIZE, value: memory, unit: 'MB' });
  console.log(`peak memory: a session of PostgreSQL ${memory.toFixed(0)} MB beside what all share`);
  console.log(
    columns([
      ['', 's', 'against a bare pass over the seats'],
      ...works.map(([what, time]) => [what, time.toFixed(2), `${(time / plain).toFixed(1)} ×`]),
    ]),
  );
  console.log(JSON.stringify(totals));
  if (books.kind === 'disagree') console.log(books.violations.join('\n'));
  console.log(
    `the books ${books.kind}; month close: budget ${CLOSE_BUDGET_S} s for a million seats: ${kept ? 'kept' : 'BROKEN'}\n`,
  );
  if (books.kind !== 'agree') process.exitCode = 1;
}

async function reads(rootNo: number, token: string): Promise<void> {
  const browser = world.browser();
  const { call } = browser.as({ token });
  const read = async (answer: Promise<Answer>): Promise<{ nextCursor?: string | null }> => bodyOf(await answer);
  const any = (): number => rootNo + Math.floor(Math.random() * SEATS);
  const inChain = (): number => rootNo + Math.floor(Math.random() * (CHAIN - 1));
  const single = await warmTimed(
    () => db.selectFrom('seats').select('parent_no').where('seat_no', '=', any()).execute(),
    ROUNDS,
  );
  const bottoms: [string, Times][] = [
    [
      'bottom of a side, from the top of the chain',
      await warmTimed(() => read(call('getSeatBottom', { query: { seatNo: rootNo, position: 'left' } })), ROUNDS),
    ],
    [
      'bottom of a side, from any seat',
      await warmTimed(() => read(call('getSeatBottom', { query: { seatNo: any(), position: 'right' } })), ROUNDS),
    ],
  ];
  const others: [string, Times][] = [
    ['tree of their own seat, 4 levels', await warmTimed(() => read(call('getSeatTree')), ROUNDS)],
    [
      'tree of their own seat, 12 levels',
      await warmTimed(() => read(call('getSeatTree', { query: { levels: 12 } })), ROUNDS),
    ],
    [
      'tree of a seat in the chain, 12 levels',
      await warmTimed(() => read(call('getSeatTree', { query: { levels: 12, seatNo: inChain() } })), ROUNDS),
    ],
    [
      'tree of any seat, 12 levels',
      await warmTimed(() => read(call('getSeatTree', { query: { levels: 12, seatNo: any() } })), ROUNDS),
    ],
    ['their own months', await warmTimed(() => read(call('listSalesMonths')), ROUNDS)],
    [
      'a member at the end of the chain',
      await warmTimed(() => read(call('getOrganizationMember', { query: { username: `bench${CHAIN}` } })), ROUNDS),
    ],
    [
      'the community of their own seat, which counts all seats',
      await warmTimed(() => read(call('getCommunityInfo')), ROUNDS / 10),
    ],
  ];
  console.log(
    columns([
      ['', 'median ms', 'p99 ms', 'against a look-up by key'],
      ...[['a look-up by key, in the same database', single] as const, ...bottoms, ...others].map(
        ([what, { median, p99 }]) => [
          what,
          median.toFixed(2),
          p99.toFixed(2),
          `${(median / single.median).toFixed(1)} ×`,
        ],
      ),
    ]),
  );
  const kept = [...bottoms, ...others]
    .map(([work, { median }], place) =>
      report({
        work: `${work}, median`,
        size: SIZE,
        value: median,
        unit: 'ms',
        reference: { name: 'a look-up by key, median', value: single.median },
        ...(place < bottoms.length ? { budget: SEAT_BUDGET_MS } : {}),
      }),
    )
    .every(Boolean);
  console.log(`bottom of a side: budget ${SEAT_BUDGET_MS} ms on the median: ${kept ? 'kept' : 'BROKEN'}`);
}

try {
  await setRates(world);
  const root = await world.member();
  const filled = await seconds(() => fillSeats(world, { root: root.seatNo, seats: SEATS, chain: CHAIN, spare: 0 }));
  const sold = await seconds(() => sell(root.seatNo));
  console.log(
    `${SEATS} seats, a chain of ${CHAIN}, filled in ${filled.toFixed(0)} s; ${Math.floor(SEATS / BUYERS_APART)} purchases in ${sold.toFixed(0)} s\n`,
  );
  const { accessToken } = await world.browser().session(root);
  await month();
  await reads(root.seatNo, accessToken);
  console.log(
    `\nLoad of the machine: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores; where that is more than 1 for each, times are longer than they are by themselves.`,
  );
} finally {
  await world.close();
  await postgres.stop();
}
