// A club with money whose servers run as processes of their own, on either engine, for benchmarks over HTTP.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openingGrant } from '#server/domain/ledger/moves.ts';
import type { Services } from '#server/domain/services/services.ts';
import { openForCommand } from '#server/entry/opening/open.ts';
import { readSettings } from '#server/entry/opening/settings.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { startServer } from '#server/entry/start.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { systemRandom } from '#server/platform/system/random.ts';
import { addMember, type TestMember } from '#fixtures/club/members.ts';
import { freePort } from '#tests/provision/free-port.mjs';

const PERCH_SECRET = 'kX0v2mQ9sB7nT4wLrZ8yC1dF6gH3jP5a';
/** Each limit per minute of a caller times this: what is measured is work, and no refusal. */
const RATE_LIMIT_SCALE = '100000';
const STOP_MS = 10_000;

export interface BenchServer {
  readonly pid: number;
  readonly port: number;
}

export interface BenchClub {
  readonly members: readonly TestMember[];
  /** What a command of the operator works with; null on the embedded engine, which one process has at a time. */
  readonly services: Services | null;
  /** Starts servers, runs some work with them, and stops them. */
  withServers<T>(count: number, work: (servers: readonly BenchServer[]) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Makes a club with this many members, each with money and the product's own password hash.
 *
 * @param databaseUrl null for the embedded engine
 */
export async function benchClub(databaseUrl: string | null, size: number): Promise<BenchClub> {
  const folder = mkdtempSync(join(tmpdir(), 'perch-bench-'));
  const env = {
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    PERCH_SECRET,
    DATA_DIR: join(folder, 'data'),
    RATE_LIMIT_SCALE,
    // Otherwise an empty embedded database becomes the demo club.
    NODE_ENV: 'production',
    PUBLIC_ORIGIN: 'http://localhost:8080',
    SUPPORT_EMAIL: 'support@wallet.example',
  };
  const first = await startServer(readSettings({ ...env, PORT: '0', LOG_LEVEL: 'silent' }, process.cwd()), {
    log: () => undefined,
  });
  await first.stop();
  const opened = await openForCommand(readSettings(env, process.cwd()));
  const members = await makeMembers(opened.services, size);
  if (databaseUrl === null) await opened.close();
  return {
    members,
    services: databaseUrl === null ? null : opened.services,
    withServers: async (count, work) => {
      const started: { server: BenchServer; child: ChildProcess }[] = [];
      try {
        for (let made = 0; made < count; made += 1) started.push(await start(env));
        return await work(started.map(({ server }) => server));
      } finally {
        await Promise.all(started.map(({ child }) => stop(child)));
      }
    },
    close: async () => {
      if (databaseUrl !== null) await opened.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function makeMembers(services: Services, size: number): Promise<TestMember[]> {
  for (const [asset, usd] of [
    ['USDT', '1'],
    ['BTC', '50000'],
  ] as const)
    await outcomeOf(services, { args: ['rates', 'set', asset, usd], operator: 'bench' });
  const made: TestMember[] = [];
  for (let count = 0; count < size; count += 1) made.push(await addMember(services));
  await inTransaction(services.db, async (trx) => {
    for (const { id } of made)
      await openingGrant(trx, systemRandom, {
        key: `bench:${id}`,
        at: services.clock.now(),
        memberId: id,
        ruleVersion: 1,
        asset: 'USDT',
        amount: '1000000',
        status: 'completed',
      });
  });
  return made;
}

async function start(env: Record<string, string>): Promise<{ server: BenchServer; child: ChildProcess }> {
  const port = await freePort();
  const profile = process.env.BENCH_PROFILE;
  const child = spawn(
    process.execPath,
    [
      ...(profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]),
      '--import',
      'tsx',
      'server/entry/main.ts',
    ],
    {
      env: {
        ...process.env,
        ...env,
        PORT: String(port),
        LOG_LEVEL: 'error',
        PUBLIC_ORIGIN: `http://localhost:${port}`,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('ready') && resolve());
    child.once('exit', (code) => reject(new Error(`a server of the benchmark ended with ${code}`)));
  });
  return { server: { pid: child.pid ?? 0, port }, child };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(late);
}
