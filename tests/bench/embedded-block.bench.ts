/**
 * How long the embedded engine keeps the process from everything else: while it opens a new database, and while it runs
 * one statement. Its WebAssembly runs on the one thread that also answers calls, so what it computes nobody else does.
 * PostgreSQL is a process of its own, for which this is the control.
 *
 *   npm run bench -- embedded-block
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/platform/db/open.ts';
import { providePostgres } from '#tests/provision/postgres.mjs';
import { report } from './report.ts';

const TICK_MS = 5;
const ROWS = 3_000_000;

/** The longest time without a tick of a timer, beside how long the act took, in milliseconds. */
async function longestGap<T>(act: () => Promise<T>): Promise<{ gap: number; took: number; result: T }> {
  let last = performance.now();
  let gap = 0;
  const tick = () => {
    gap = Math.max(gap, performance.now() - last);
    last = performance.now();
  };
  const timer = setInterval(tick, TICK_MS);
  const begun = performance.now();
  const result = await act();
  const took = performance.now() - begun;
  tick();
  clearInterval(timer);
  return { gap, took, result };
}

const said = (what: string, { gap, took }: { gap: number; took: number }) =>
  console.log(`${what}: ${Math.round(took)} ms, of which ${Math.round(gap)} ms in a row without a turn for others`);

const folder = mkdtempSync(join(tmpdir(), 'perch-block-'));
const postgres = await providePostgres({ root: process.cwd() });
try {
  const statement = `SELECT count(*) FROM generate_series(1, ${ROWS}) AS n WHERE n % 7 = 0`;
  const embedded = await longestGap(() => openDatabase({ databaseUrl: null, dataDir: join(folder, 'data') }));
  said('opening a new embedded database', embedded);
  const here = await longestGap(() => embedded.result.pool.query(statement));
  said('one statement in the embedded database', here);
  await embedded.result.close();
  const server = await openDatabase({ databaseUrl: postgres.url, dataDir: 'none' });
  await server.pool.query('SELECT 1');
  const there = await longestGap(() => server.pool.query(statement));
  said('the same statement in PostgreSQL', there);
  await server.close();
  report({
    work: 'a statement in the embedded database, in a row without a turn for others',
    value: here.gap,
    unit: 'ms',
    reference: { name: 'the same statement in PostgreSQL', value: there.took },
  });
  // The claim of docs/reliability.md and docs/operating.md.
  process.exitCode = here.gap > here.took / 2 && there.gap < there.took / 2 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
  await postgres.stop();
}
