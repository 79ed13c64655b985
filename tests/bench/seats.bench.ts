/**
 * The tree of a million seats on PostgreSQL with a chain a hundred thousand seats deep: the bottom of a side and the
 * path up as complete responses of the API, and placing, each compared with a plain query or the plain method in the
 * same run.
 *
 *   npm run bench -- seats
 *
 * SEATS and CHAIN make the tree smaller, to try the benchmark out. PostgreSQL runs as the tests start it, without
 * fsync.
 */
import { availableParallelism, loadavg } from 'node:os';
import { sql } from 'kysely';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { freePlace } from '#server/domain/seats/free-place.ts';
import { placeSeat } from '#server/domain/seats/place.ts';
import { wayUp } from '#server/domain/seats/way-up.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import { bodyOf, type Answer } from '#tests/api/support/call.ts';
import { providePostgres } from '#tests/provision/postgres.mjs';
import { columns } from '#walk/paths/columns.ts';
import { report, type Size } from './report.ts';
import { fillSeats } from './seat-tree.ts';
import { timed, warmTimed, type Times } from './times.ts';

const SEATS = Number(process.env['SEATS'] ?? 1_000_000);
const CHAIN = Number(process.env['CHAIN'] ?? 100_000);
const SIZE: Size = { count: SEATS, of: 'seats' };
/** Of a complete answer, at its 99th percentile, and of its statements alone, at their median. */
const BUDGETS_MS = { answer: 5, statements: 1 };
/** What the way up reads of a call: the language of its refusals. */
const CALL = { culture: 'en-US' } as CallContext;
/** The plain methods take seconds at that depth. */
const PLAIN_ROUNDS = 3;
const CLIENTS = 8;
const PLACING_MS = 8_000;
/** Members without a seat yet, to be placed. */
const SPARE = 60_000;

const postgres = await providePostgres({ root: process.cwd() });
process.env['TEST_DATABASE_URL'] = postgres.url;
// The module that opens databases reads the URL when it is loaded.
const { createWorld } = await import('#tests/api/support/world.ts');
const world = await createWorld({ config: { logLevel: 'silent', validateResponses: false } });
const { db } = world;

/** Placements per second by this many concurrent clients, each a transaction of its own. */
async function rate(act: (client: number, turn: number) => Promise<unknown>): Promise<number> {
  const began = performance.now();
  const counts = await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      let turn = 0;
      for (; performance.now() - began < PLACING_MS; turn += 1) await act(client, turn);
      return turn;
    }),
  );
  return (counts.reduce((sum, count) => sum + count, 0) * 1000) / (performance.now() - began);
}

async function reads(rootNo: number, token: string): Promise<void> {
  const browser = world.browser();
  const { call } = browser.as({ token });
  const read = async (answer: Promise<Answer>): Promise<{ nextCursor?: string | null }> => bodyOf(await answer);
  const deepest = `bench${CHAIN}`;
  const cursor = (await read(call('getSeatUp', { query: { username: deepest } }))).nextCursor ?? '';
  const any = (): number => rootNo + Math.floor(Math.random() * SEATS);
  const bareAnswer = await warmTimed(() => read(call('getStatus')));
  const single = await warmTimed(() =>
    db.selectFrom('seats').select('parent_no').where('seat_no', '=', any()).execute(),
  );
  const ours: [string, Times][] = [
    [
      'bottom of a side, from the top of the chain',
      await warmTimed(() => read(call('getSeatBottom', { query: { seatNo: rootNo, position: 'left' } }))),
    ],
    [
      'bottom of a side, from any seat',
      await warmTimed(() => read(call('getSeatBottom', { query: { seatNo: any(), position: 'right' } }))),
    ],
    [
      'way up from the end of the chain, first page of 50',
      await warmTimed(() => read(call('getSeatUp', { query: { username: deepest } }))),
    ],
    [
      'way up from the end of the chain, next page',
      await warmTimed(() => read(call('getSeatUp', { query: { username: deepest, cursor } }))),
    ],
    [
      'way up from any seat',
      await warmTimed(() =>
        read(call('getSeatUp', { query: { username: `bench${2 + Math.floor(Math.random() * (SEATS - 2))}` } })),
      ),
    ],
    [
      'is the end of the chain below the top (jumps)',
      await warmTimed(() => sql`SELECT seat_ancestor(${rootNo + CHAIN - 1}, 0)`.execute(db)),
    ],
  ];
  const top = { seat_no: rootNo, depth: 0 };
  const view = { top, named: true };
  const statements: [string, Times][] = [
    ['bottom of a side, statement alone, from the top of the chain', await warmTimed(() => freePlace(db, top, 'left'))],
    [
      'bottom of a side, statement alone, from any seat',
      await warmTimed(() => freePlace(db, { seat_no: any(), depth: 0 }, 'right')),
    ],
    [
      'way up, statements alone, from the end of the chain, first page of 50',
      await warmTimed(() => wayUp(db, CALL, { username: deepest, cursor: undefined, view })),
    ],
    [
      'way up, statements alone, from the end of the chain, next page',
      await warmTimed(() => wayUp(db, CALL, { username: deepest, cursor, view })),
    ],
  ];
  const plain: [string, Times][] = [
    [
      'plain: bottom by a recursive query',
      await timed(
        () =>
          sql`WITH RECURSIVE way AS (SELECT seat_no, 1 AS place FROM seats WHERE seat_no = ${rootNo} UNION ALL SELECT seats.seat_no, place + 1 FROM way JOIN seats ON seats.parent_no = way.seat_no AND seats.side = 'left') SELECT seat_no FROM way ORDER BY place DESC LIMIT 1`.execute(
            db,
          ),
        PLAIN_ROUNDS,
      ),
    ],
    [
      'plain: way up by a recursive query, all of it',
      await timed(
        () =>
          sql`WITH RECURSIVE way AS (SELECT seat_no, parent_no FROM seats WHERE seat_no = ${rootNo + CHAIN - 1} UNION ALL SELECT seats.seat_no, seats.parent_no FROM way JOIN seats ON seats.seat_no = way.parent_no) SELECT count(*) FROM way`.execute(
            db,
          ),
        PLAIN_ROUNDS,
      ),
    ],
  ];
  console.log(
    columns([
      ['', 'median ms', 'p99 ms', 'against a look-up by key'],
      ...[
        ['a look-up by key, in the same database', single] as const,
        ['an answer of the API that reads one row (GET /status)', bareAnswer] as const,
        ...ours,
        ...statements,
        ...plain,
      ].map(([what, { median, p99 }]) => [
        what,
        median.toFixed(2),
        Number.isNaN(p99) ? '–' : p99.toFixed(2),
        `${(median / single.median).toFixed(1)} ×`,
      ]),
    ]),
  );
  const { answer, statements: ofStatements } = BUDGETS_MS;
  const name = 'a look-up by key';
  const told = (work: string, times: Times, budgets: { readonly median?: number; readonly p99?: number }): boolean =>
    (['median', 'p99'] as const)
      .map((which) =>
        report({
          work: `${work}, ${which}`,
          size: SIZE,
          value: times[which],
          unit: 'ms',
          reference: { name: `${name}, ${which}`, value: single[which] },
          ...(budgets[which] === undefined ? {} : { budget: budgets[which] }),
        }),
      )
      .every(Boolean);
  told('an answer that reads one row', bareAnswer, {});
  const kept = [
    ...ours.map(([work, times]) => told(work, times, { p99: answer })),
    ...statements.map(([work, times]) => told(work, times, { median: ofStatements })),
  ].every(Boolean);
  for (const [work, times] of plain) told(work, times, {});
  console.log(
    `bottom of a side and way up: budgets ${answer} ms at the 99th percentile, statements ${ofStatements} ms on the median: ${kept ? 'kept' : 'BROKEN'}\n`,
  );
}

async function placing(rootNo: number): Promise<void> {
  await sql`CREATE TABLE bench_rows (id bigserial PRIMARY KEY, member_id uuid NOT NULL REFERENCES members (id), at timestamptz NOT NULL)`.execute(
    db,
  );
  let member = SEATS;
  const next = async (): Promise<string> => {
    member += 1;
    if (member > SEATS + SPARE) throw new Error('There are no members left without a seat; raise SPARE.');
    const { rows } = await sql<{ id: string }>`SELECT md5('bench' || ${sql.lit(member)})::uuid AS id`.execute(db);
    return rows[0]?.id ?? '';
  };
  const at = new Date('2026-11-21T00:00:00Z');
  const place = async (from: number, side: 'left' | 'right') => {
    const memberId = await next();
    await inTransaction(db, (trx) => placeSeat(trx, { memberId, from, side, at }));
  };
  const bare = await rate(async () => {
    const memberId = await next();
    await inTransaction(db, (trx) =>
      sql`INSERT INTO bench_rows (member_id, at) VALUES (${memberId}, ${at})`.execute(trx),
    );
  });
  const spread = await rate(() =>
    place(rootNo + CHAIN + Math.floor(Math.random() * (SEATS - CHAIN)), Math.random() < 0.5 ? 'left' : 'right'),
  );
  const contended = await rate(() => place(rootNo, 'left'));
  const reference = { name: 'one insert of a row with a foreign key', value: bare };
  report({ work: 'placements anywhere in the tree', size: SIZE, value: spread, unit: 'per s', reference });
  report({ work: 'placements at the end of one chain', size: SIZE, value: contended, unit: 'per s', reference });
  console.log(
    columns([
      [`transactions a second, ${CLIENTS} clients`, '', 'against one insert'],
      ['one insert of a row with a foreign key', bare.toFixed(0), '1.00 ×'],
      ['placements anywhere in the tree', spread.toFixed(0), `${(spread / bare).toFixed(2)} ×`],
      [`placements all at the end of the chain`, contended.toFixed(0), `${(contended / bare).toFixed(2)} ×`],
    ]),
  );
}

try {
  const root = await world.member();
  const began = performance.now();
  await fillSeats(world, { root: root.seatNo, seats: SEATS, chain: CHAIN, spare: SPARE });
  const { depth } = await db
    .selectFrom('seats')
    .select((eb) => eb.fn.max('depth').as('depth'))
    .executeTakeFirstOrThrow();
  console.log(
    `${SEATS} seats, ${depth} deep, placed one by one in ${((performance.now() - began) / 1000).toFixed(0)} s (members included)\n`,
  );
  const { accessToken } = await world.browser().session(root);
  await reads(root.seatNo, accessToken);
  await placing(root.seatNo);
  console.log(
    `\nLoad of the machine: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores; where that is more than 1 for each, times are longer than they are by themselves.`,
  );
} finally {
  await world.close();
  await postgres.stop();
}
