// A plain ORM's transfer beside ours: what the same guarantees cost another program (peer/server.mjs).
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '#server/platform/db/open.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { freePort } from '#tests/provision/free-port.mjs';
import { callerOf, load } from './load.ts';
import { withChildren } from './process-tree.ts';
import type { Reference } from './pgbench.ts';

/** The folder of which `npm install --prefix` made a home of the peer; nothing of Perch depends on it. */
const FOLDER = process.env.BENCH_PEER;
const INSTALL = 'npm install --prefix /tmp/peer drizzle-orm@0.45.4, and BENCH_PEER=/tmp/peer';

/** Measures the peer on a database of its own with our tables; says how it is installed if it is not there. */
export async function runPeer(options: {
  url: string;
  clients: number;
  seconds: number;
  postgresPid: number;
  reference: Reference;
}): Promise<void> {
  const { url, clients, seconds, postgresPid, reference } = options;
  if (FOLDER === undefined || !existsSync(join(FOLDER, 'node_modules/drizzle-orm')))
    return console.log(`a plain ORM's transfer is not measured: ${INSTALL}\n`);
  const database = await openDatabase({ databaseUrl: url, dataDir: 'memory' });
  await migrate(database.pool, { folder: join(process.cwd(), 'server/platform/db/migrations'), now: new Date() });
  await database.close();
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'peer/server.mjs')], {
    env: { ...process.env, PEER: FOLDER, DATABASE_URL: url, PORT: String(port), MEMBERS: String(clients + 1) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const tokens = await new Promise<string[]>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(JSON.parse(chunk.toString()) as string[]));
    child.once('exit', (code) => reject(new Error(`the peer ended with ${code}`)));
  });
  const caller = callerOf(port);
  const groups = [() => [child.pid ?? 0], () => withChildren(postgresPid)];
  const found = await load({ clients, seconds, groups }, async (client) => {
    const token = tokens[client];
    const body = { recipient: `peer-${client + 1}`, asset: 'USDT', amount: '0.01', note: 'bench' };
    const { id } = await caller.call('POST', '/transfers', { token, body });
    await caller.call('POST', `/drafts/${String(id)}/confirm`, { token, body: {} });
  });
  caller.close();
  child.removeAllListeners('exit');
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  const [server = NaN, postgres = NaN] = found.cpu;
  console.log(
    `a plain ORM's transfer (drizzle-orm, one process; key, locks, double entry in our tables with their checks, receipts, audit, mails; no second factor): ` +
      `${found.rate.toFixed(0)} a second, ${(found.rate / reference.mixed).toPrecision(2)} of pgbench; ` +
      `p50 ${found.p50.toFixed(1)} ms, p99 ${found.p99.toFixed(1)} ms; ${server.toFixed(2)} ms of a core, PostgreSQL ${postgres.toFixed(2)} ms\n`,
  );
}
