/**
 * What calls cost a server on PostgreSQL, in time of a core: of the server's process, and of PostgreSQL's together. A
 * busy machine changes how long a call takes, not how much it works, so these are what a club's size is worked out by.
 *
 *   npm run bench -- server
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '#server/platform/system/postgres-driver.ts';
import { openingGrant } from '#server/domain/ledger/moves.ts';
import { createSharedCounts } from '#server/entry/http/shared-counts.ts';
import { openForCommand } from '#server/entry/opening/open.ts';
import { readSettings } from '#server/entry/opening/settings.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { startServer } from '#server/entry/start.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { systemRandom } from '#server/platform/system/random.ts';
import { provideOwnPostgres } from '#tests/provision/postgres.mjs';
import { addMember, PASSWORD, type TestMember } from '#fixtures/club/members.ts';
import { timed } from './times.ts';

const CLIENTS = 8;
const SECONDS = Number(process.env.BENCH_SECONDS ?? '8');
const TICKS_PER_SECOND = 100;
const KB_PER_MB = 1024;
const PERCH_SECRET = 'kX0v2mQ9sB7nT4wLrZ8yC1dF6gH3jP5a';

interface Stat {
  readonly parent: number;
  /** In seconds, with the children that have ended. */
  readonly cpu: number;
}

function statOf(pid: number | string): Stat | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = (fields[11] ?? 0) + (fields[12] ?? 0) + (fields[13] ?? 0) + (fields[14] ?? 0);
    return { parent: fields[1] ?? 0, cpu: ticks / TICKS_PER_SECOND };
  } catch {
    return null;
  }
}

/** The time of PostgreSQL's first process and all sessions. */
function cpuOfAll(first: number): number {
  const all = readdirSync('/proc').flatMap((name) =>
    /^\d+$/.test(name) ? [{ pid: Number(name), stat: statOf(name) }] : [],
  );
  return all
    .filter(({ pid, stat }) => pid === first || stat?.parent === first)
    .reduce((sum, { stat }) => sum + (stat?.cpu ?? 0), 0);
}

const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / KB_PER_MB;

const postgres = await provideOwnPostgres({ root: process.cwd() });
const folder = mkdtempSync(join(tmpdir(), 'perch-bench-'));
const env = { DATABASE_URL: postgres.url, PERCH_SECRET, DATA_DIR: folder, RATE_LIMIT_SCALE: '100000' };
const first = await startServer(readSettings({ ...env, PORT: '0', LOG_LEVEL: 'silent' }, process.cwd()), {
  log: () => undefined,
});
await first.stop();
const { services, close } = await openForCommand(readSettings(env, process.cwd()));
const members = await makeMembers();
const port = await freePort();
const server = spawn(process.execPath, ['--import', 'tsx', 'server/entry/main.ts'], {
  env: {
    ...process.env,
    ...env,
    PORT: String(port),
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    SUPPORT_EMAIL: 'support@wallet.example',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
await new Promise<void>((resolve) => {
  server.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('ready') && resolve());
});
const serverPid = server.pid ?? 0;
const postgresPid = await firstOfPostgres();
const tokens = await Promise.all(
  members.map(
    async (member) =>
      (await call('POST', '/token', { body: { username: member.username, password: PASSWORD } })).accessToken,
  ),
);

console.log(
  `${CLIENTS} clients, ${SECONDS} s each, load ${loadavg()[0]?.toFixed(1)}; milliseconds of a core for one call`,
);
console.log('| call | server | PostgreSQL | calls a second of a server with a core of its own |\n|---|---|---|---|');
await cost('`GET /status`', () => call('GET', '/status'));
await cost('`GET /wallet`, as any read with a session', (client) => call('GET', '/wallet', { token: tokens[client] }));
await cost('an exchange: a draft and its confirmation', async (client) => {
  const token = tokens[client];
  const { id } = await call('POST', '/exchanges', { token, body: { from: 'USDT', to: 'BTC', amount: '0.01' } });
  await call('POST', `/drafts/${id}/confirm`, { token, body: { code: null } });
});
await cost('a sign-in (argon2id)', (client) =>
  call('POST', '/token', { body: { username: members[client]?.username, password: PASSWORD } }),
);

const counts = createSharedCounts(services);
const before = cpuOfAll(postgresPid);
const rounds = 3_000;
const { median, p99 } = await timed(() => counts.add(`caller ${Math.random()}`, 1), rounds);
const each = ((cpuOfAll(postgresPid) - before) * 1000) / rounds;
console.log(
  `\na count that processes share: median ${median.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, ${each.toFixed(2)} ms of a core in PostgreSQL`,
);
const { rows } = await asAdministrator(
  "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'perch'",
);
console.log(
  `memory of the server after all that: ${Math.round(memoryOf(serverPid))} MB; connections: ${rows[0]?.n} (this program's among them)`,
);
server.kill('SIGTERM');
await new Promise((resolve) => server.once('exit', resolve));
await close();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });

/** Runs an act in this many loops, and prints how long each side took. */
async function cost(what: string, act: (client: number) => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => act(client)));
  const begin = { server: statOf(serverPid)?.cpu ?? 0, postgres: cpuOfAll(postgresPid) };
  const end = Date.now() + SECONDS * 1000;
  const done = await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      let count = 0;
      for (; Date.now() < end; count += 1) await act(client);
      return count;
    }),
  );
  const calls = done.reduce((sum, count) => sum + count, 0);
  const ofServer = (((statOf(serverPid)?.cpu ?? 0) - begin.server) * 1000) / calls;
  const ofPostgres = ((cpuOfAll(postgresPid) - begin.postgres) * 1000) / calls;
  console.log(`| ${what} | ${ofServer.toFixed(2)} | ${ofPostgres.toFixed(2)} | ${Math.round(1000 / ofServer)} |`);
}

async function call(
  method: 'GET' | 'POST',
  path: string,
  { body, token }: { body?: unknown; token?: string | undefined } = {},
): Promise<{ accessToken?: string; id?: string }> {
  const response = await fetch(`http://localhost:${port}/api${path}`, {
    method,
    headers: {
      ...(method === 'POST' ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { accessToken?: string; id?: string };
  if (!response.ok) throw new Error(`${method} ${path} was answered by ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}

async function makeMembers(): Promise<TestMember[]> {
  for (const [asset, usd] of [
    ['USDT', '1'],
    ['BTC', '50000'],
  ] as const)
    await outcomeOf(services, { args: ['rates', 'set', asset, usd], operator: 'bench' });
  const made: TestMember[] = [];
  // With the passwords of the product, so that a sign-in costs what it costs.
  for (let count = 0; count < CLIENTS; count += 1) made.push(await addMember(services));
  await inTransaction(services.db, async (trx) => {
    for (const { id } of made)
      await openingGrant(trx, systemRandom, {
        key: `bench:${id}`,
        at: services.clock.now(),
        memberId: id,
        ruleVersion: 1,
        asset: 'USDT',
        amount: '100000',
        status: 'completed',
      });
  });
  return made;
}

async function firstOfPostgres(): Promise<number> {
  const { rows } = await asAdministrator('SELECT pg_backend_pid() AS pid');
  return rows[0]?.parent ?? 0;
}

async function asAdministrator(text: string): Promise<{ rows: { n?: number; parent?: number }[] }> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ n?: number; pid?: number }>(text);
  const found = rows.map((row) => (row.pid === undefined ? row : { parent: statOf(row.pid)?.parent ?? 0 }));
  await client.end();
  return { rows: found };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
