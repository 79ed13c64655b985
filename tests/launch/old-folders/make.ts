// Makes a data folder as a revision left it: `npx tsx tests/launch/old-folders/make.ts REVISION`, for each release tag
// (tests/launch/upgrade.test.ts asks for it). README.md beside this file says what is in the result.
import { execFileSync, spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

import { DEMO_PASSWORD } from '#server/entry/demo/sign-ins.ts';
import { startDurableEngine, stopEngine } from '#server/platform/db/pglite-engine.ts';
import { figuresOf } from './figures.ts';
import { blankLog, pack } from './pack.ts';

const HERE = import.meta.dirname;
const ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

const TOO_MANY = 429;
const MS_PER_SECOND = 1000;

const [revision = ''] = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), 'perch-old-'));
try {
  await make();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function make(): Promise<void> {
  const [sources, folder] = [join(scratch, 'sources'), join(scratch, 'data')];
  run('git', ['clone', '--quiet', '--no-checkout', process.cwd(), sources]);
  run('git', ['-C', sources, 'checkout', '--quiet', revision]);
  // Not `ci`: the lists of the first revisions lack packages for other systems.
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save'], sources);
  await fill(sources, folder);
  const kept = join(scratch, 'kept');
  for (const entry of ['database', 'database.seal.json', 'secret.key'])
    cpSync(join(folder, entry), join(kept, entry), { recursive: true });
  writeFileSync(join(HERE, `${revision}.json`), `${JSON.stringify(await readFigures(folder), null, 2)}\n`);
  blankLog(kept);
  const bytes = await pack(kept, join(HERE, `${revision}.tar.br`));
  process.stdout.write(`${revision}.tar.br: ${Math.round(bytes / 1000)} kB\n`);
}

function run(program: string, parameters: string[], cwd = process.cwd()): string {
  return execFileSync(program, parameters, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** The demo club with some acts of its member, stopped as usual. */
async function fill(sources: string, folder: string): Promise<void> {
  const port = randomInt(20_000, 30_000);
  const env = { ...process.env, DATA_DIR: folder, PORT: String(port), RATE_LIMIT_SCALE: '1000' };
  const programOf = (...places: string[]) => [
    '--import',
    'tsx',
    places.find((each) => existsSync(join(sources, each))) ?? '',
  ];
  const program = programOf('server/entry/main.ts', 'server/main.ts');
  const server = spawn(process.execPath, program, { cwd: sources, env, stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => server.kill('SIGKILL'));
  // Withdrawals are open once the development chain runs.
  for await (const line of createInterface({ input: server.stdout }))
    if (line.includes('The development chain runs')) break;
  const operator = programOf('server/entry/operator/main.ts', 'server/operator/main.ts');
  await act(port, (...args) =>
    execFileSync(process.execPath, [...operator, ...args], { cwd: sources, env, encoding: 'utf8' }),
  );
  server.kill('SIGTERM');
  const [code] = (await once(server, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the server ended with ${code}`);
}

async function act(port: number, operator: (...args: string[]) => string): Promise<void> {
  const call = async (path: string, body?: unknown, token = ''): Promise<Record<string, string>> => {
    const response = await fetch(`http://localhost:${port}/api${path}`, {
      method: 'POST',
      headers: {
        'idempotency-key': randomUUID(),
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Record<string, string>;
    // A code is mailed once a minute.
    if (response.status === TOO_MANY) {
      await sleep(Number(answer.retryAfterSeconds) * MS_PER_SECOND);
      return call(path, body, token);
    }
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const { accessToken: token = '' } = await call('/token', { username: 'demo', password: DEMO_PASSWORD });
  const confirm = async (path: string, body: unknown, mailed: boolean) => {
    const { id = '' } = await call(path, body, token);
    if (mailed) await call(`/drafts/${id}/code`, undefined, token);
    await call(`/drafts/${id}/confirm`, { code: mailed ? await newestCode(port) : null }, token);
  };
  await confirm('/exchanges', { from: 'USDT', to: 'BTC', amount: '50' }, false);
  await confirm('/transfers', { recipient: 'demo2fa', asset: 'USDT', amount: '25', note: 'lunch' }, true);
  for (const amount of ['400', '410']) {
    await confirm('/withdrawals', { asset: 'USDT', network: 'ethereum', address: ADDRESS, amount }, true);
  }
  const reference = /W-\w{4}-\w{4}/.exec(operator('withdrawals', 'list'))?.[0] ?? '';
  operator('withdrawals', 'approve', reference);
}

/** The code of the newest mail that the outbox shows. */
async function newestCode(port: number): Promise<string> {
  const page = async (path: string) => (await fetch(`http://localhost:${port}${path}`)).text();
  const newest = /<a href="(\/outbox\/[0-9a-f-]+)">/.exec(await page('/outbox'))?.[1];
  const code = newest === undefined ? undefined : /^\d{6}$/m.exec(await page(newest))?.[0];
  if (code === undefined) throw new Error('the newest mail has no code');
  return code;
}

/** What the folder holds, read from a copy without migrating it. */
async function readFigures(folder: string) {
  const copy = join(scratch, 'read');
  cpSync(join(folder, 'database'), copy, { recursive: true });
  const engine = await startDurableEngine(copy);
  try {
    return await figuresOf(async (sql) => (await engine.query<Record<string, unknown>>(sql)).rows);
  } finally {
    await stopEngine(engine);
  }
}
