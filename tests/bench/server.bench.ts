/**
 * What calls of members come to over HTTP: how many a second, how soon they are answered, and what each costs a core of
 * the server and of PostgreSQL, beside pgbench and bare argon2id in the same run. A busy machine changes rates and
 * times, but hardly how much work a call is, so that a club's size is worked out by the latter.
 *
 *   npm run bench -- server                        both engines; 1, 8 and 32 clients; 1 and 2 processes
 *   BENCH_SMALL=1 npm run bench -- server          PostgreSQL, 8 clients, one process, for a busy machine
 *   BENCH_SECONDS=10 BENCH_CLIENTS=8 BENCH_PROCESSES=1,2 BENCH_ENGINES=postgres npm run bench -- server
 *   BENCH_PROFILE=/tmp/profile …                   writes a profile of each server there
 *   BENCH_PEER=/tmp/peer …                         measures a plain ORM's transfer as well (peer/server.mjs)
 */
import { loadavg } from 'node:os';
import { verify, hash } from '@node-rs/argon2';
import { createSharedCounts } from '#server/entry/http/shared-counts.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { Client } from '#server/platform/system/postgres-driver.ts';
import { provideOwnPostgres } from '#tests/provision/postgres.mjs';
import { benchClub, type BenchClub, type BenchServer } from './bench-club.ts';
import { callerOf, load, type Caller, type Load } from './load.ts';
import { parentOf, withChildren } from './process-tree.ts';
import { runPeer } from './peer.ts';
import { pgbenchOn, TRANSFER_BUDGET, type Reference } from './pgbench.ts';
import { report } from './report.ts';
import { timed } from './times.ts';

const small = process.env.BENCH_SMALL !== undefined;
const listOf = (name: string, usual: string) => (process.env[name] ?? usual).split(',');
const SECONDS = Number(process.env.BENCH_SECONDS ?? '3');
const CLIENTS = listOf('BENCH_CLIENTS', small ? '8' : '1,8,32').map(Number);
const PROCESSES = listOf('BENCH_PROCESSES', small ? '1' : '1,2').map(Number);
const ENGINES = listOf('BENCH_ENGINES', small ? 'postgres' : 'postgres,embedded');
const SHARED_ROUNDS = 1_000;
/** Of which the time of a core for each call is reported. */
const TYPICAL_CLIENTS = 8;
/** argon2id as the product makes it (S-05). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** What the issue asks for, as a part of the reference. */
const BUDGETS = { transfer: TRANSFER_BUDGET, read: 0.5, signIn: 0.9 } as const;

interface Setting {
  readonly clients: number;
  readonly servers: readonly BenchServer[];
  readonly club: BenchClub;
  readonly reference: Reference | null;
  readonly postgresPid: number | null;
}

const HEAD = `| call | a second | beside its reference | p50, ms | p95, ms | p99, ms | server, ms of a core | PostgreSQL, ms of a core |
|---|---|---|---|---|---|---|---|`;

/** What a rate is held against: work of the same kind, at the same moment. */
interface Beside {
  readonly name: string;
  readonly rate: number | undefined;
  /** What of it is asked for. */
  readonly budget?: number;
}

/** Prints what was measured of a call, and reports it. */
function line(what: string, found: Load, { clients, servers, postgresPid }: Setting, beside?: Beside): void {
  const [server = NaN, postgres] = found.cpu;
  const engine = postgresPid === null ? 'embedded' : 'PostgreSQL';
  const processes = `${servers.length} ${servers.length === 1 ? 'process' : 'processes'}`;
  const group = what.replaceAll('`', '');
  report({
    work: `${group}, ${processes}, ${engine}`,
    group: `${group}, ${engine}`,
    size: { count: clients, of: 'clients' },
    value: found.rate,
    unit: 'per s',
    ...(beside?.rate === undefined ? {} : { reference: { name: beside.name, value: beside.rate } }),
    ...(beside?.budget === undefined ? {} : { ratioBudget: beside.budget }),
  });
  if (clients === TYPICAL_CLIENTS && servers.length === 1 && postgres !== undefined) {
    report({ work: `${group}, time of a core of the server`, value: server, unit: 'ms', isOfCore: true });
    report({ work: `${group}, time of a core of PostgreSQL`, value: postgres, unit: 'ms', isOfCore: true });
  }
  const cells = [
    what,
    found.rate.toFixed(found.rate < 10 ? 1 : 0),
    ratio(found, beside),
    ...[found.p50, found.p95, found.p99].map((time) => time.toFixed(1)),
    server.toFixed(2),
    postgres === undefined ? '' : postgres.toFixed(2),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

function ratio(found: Load, beside: Beside | undefined): string {
  if (beside?.rate === undefined) return '';
  const asked = beside.budget === undefined ? '' : ` of ${beside.budget} asked`;
  return `${(found.rate / beside.rate).toPrecision(2)}${asked}`;
}

/** Everything that is measured of one number of clients and processes. */
async function measure(setting: Setting): Promise<void> {
  const { clients, servers, club, reference, postgresPid } = setting;
  const callers = servers.map(({ port }) => callerOf(port));
  const callerFor = (client: number) => callers[client % callers.length] ?? callerOf(0);
  const memberFor = (client: number) => club.members[client] as TestMember;
  const call = (client: number, ...rest: Parameters<Caller['call']>) => callerFor(client).call(...rest);
  const signIn = async (client: number) => {
    const { username, password } = memberFor(client);
    return (await call(client, 'POST', '/token', { body: { username, password } })).accessToken as string;
  };
  const tokens = await Promise.all(Array.from({ length: clients }, (_, client) => signIn(client)));
  const groups = [
    () => servers.map(({ pid }) => pid),
    ...(postgresPid === null ? [] : [() => withChildren(postgresPid)]),
  ];
  const run = (act: (client: number) => Promise<unknown>) => load({ clients, seconds: SECONDS, groups }, act);
  const read = (path: string) => run((client) => call(client, 'GET', path, { token: tokens[client] }));

  const reading = { name: "pgbench's select-only", rate: reference?.selectOnly };
  const moving = { name: "pgbench's own mix", rate: reference?.mixed, budget: BUDGETS.transfer };

  console.log(HEAD);
  line('`GET /status`', await run((client) => call(client, 'GET', '/status')), setting);
  const least = await read('/notices/unread');
  line('`GET /notices/unread`, the least read with a session', least, setting, { ...reading, budget: BUDGETS.read });
  line('`GET /wallet`', await read('/wallet'), setting, reading);
  const exchange = await run(async (client) => {
    const token = tokens[client];
    const body = { from: 'USDT', to: 'BTC', amount: '0.01' };
    const { id } = await call(client, 'POST', '/exchanges', { token, body });
    await call(client, 'POST', `/drafts/${String(id)}/confirm`, { token, body: { code: null } });
  });
  line('an exchange: a draft and its confirmation', exchange, setting, moving);
  const { services } = club;
  if (services !== null) {
    const codeOf = async (address: string): Promise<string> => {
      const mail = await services.db
        .selectFrom('mails')
        .select('body')
        .where('recipient', '=', address)
        .where('kind', '=', 'transferCode')
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow();
      return /^\d{6}$/m.exec(mail.body)?.[0] ?? '';
    };
    const transfer = await run(async (client) => {
      const token = tokens[client];
      const to = memberFor(client + 1).username;
      const body = { recipient: to, asset: 'USDT', amount: '0.01', note: 'bench' };
      const { id } = await call(client, 'POST', '/transfers', { token, body });
      await call(client, 'POST', `/drafts/${String(id)}/code`, { token });
      const code = await codeOf(memberFor(client).email);
      await call(client, 'POST', `/drafts/${String(id)}/confirm`, { token, body: { code } });
    });
    line('a transfer: a draft, its mailed code and its confirmation', transfer, setting, moving);
  }
  const bare = await bareHashes(clients);
  line('bare argon2id, in the program that measures', bare, setting);
  const beside = { name: 'bare argon2id', rate: bare.rate, budget: BUDGETS.signIn };
  line('a sign-in', await run(signIn), setting, beside);
  callers.forEach((caller) => caller.close());
}

/** What a sign-in consists of at the least: comparing a password with its hash. */
async function bareHashes(clients: number): Promise<Load> {
  const stored = await hash('a password', COST);
  return load({ clients, seconds: SECONDS, groups: [() => [process.pid]] }, () => verify(stored, 'a password'));
}

async function onPostgres(): Promise<void> {
  const postgres = await provideOwnPostgres({ root: process.cwd() });
  try {
    const settings = await asked(postgres.url, "SELECT current_setting('fsync') AS fsync, version() AS version");
    console.log(`\n## PostgreSQL (fsync ${settings.fsync}; ${String(settings.version).split(',')[0]})\n`);
    const { pid } = await asked(postgres.url, 'SELECT pg_backend_pid() AS pid');
    const first = parentOf(Number(pid));
    const reference = pgbenchOn(await databaseFor(postgres.url, 'bench_reference'), postgres.from);
    const club = await benchClub(postgres.url, Math.max(...CLIENTS) + 1);
    for (const clients of CLIENTS) {
      const besides = reference.reference({ clients, seconds: SECONDS });
      console.log(
        `${clients} clients: pgbench TPC-B-like ${besides.mixed.toFixed(0)} a second, select-only ${besides.selectOnly.toFixed(0)} (its own mix 1, select-only 1)\n`,
      );
      for (const processes of PROCESSES)
        await club.withServers(processes, async (servers) => {
          console.log(`${title(clients, processes)}\n`);
          await measure({ clients, servers, club, reference: besides, postgresPid: first });
          if (clients === CLIENTS.at(-1) && processes === PROCESSES.at(-1)) await others(postgres.url, club, servers);
          console.log();
        });
      await runPeer({
        url: await databaseFor(postgres.url, `bench_peer_${clients}`),
        clients,
        seconds: SECONDS,
        postgresPid: first,
        reference: besides,
      });
    }
    await club.close();
  } finally {
    await postgres.stop();
  }
}

async function others(url: string, { services }: BenchClub, servers: readonly BenchServer[]): Promise<void> {
  if (services === null) return;
  const counts = createSharedCounts(services);
  const { median, p99 } = await timed(() => counts.add(`caller ${Math.random()}`, 1), SHARED_ROUNDS);
  const { n } = await asked(url, "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'perch'");
  console.log(
    `\na count that processes share: median ${median.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms; ${String(n)} connections of ${servers.length} processes and this program`,
  );
}

async function onEmbedded(): Promise<void> {
  console.log('\n## The embedded engine, one process\n');
  const club = await benchClub(null, Math.max(...CLIENTS) + 1);
  await club.withServers(1, async (servers) => {
    for (const clients of CLIENTS) {
      console.log(`${title(clients, 1)}\n`);
      await measure({ clients, servers, club, reference: null, postgresPid: null });
      console.log();
    }
  });
  await club.close();
}

const title = (clients: number, processes: number) =>
  `**${clients} clients, ${processes} ${processes === 1 ? 'process' : 'processes'}**, load ${loadavg()[0]?.toFixed(1)}`;

async function databaseFor(url: string, name: string): Promise<string> {
  await asked(url, `CREATE DATABASE ${name}`);
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function asked(url: string, text: string): Promise<Record<string, unknown>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text);
    return rows[0] ?? {};
  } finally {
    await client.end();
  }
}

console.log(`${SECONDS} s each; load ${loadavg()[0]?.toFixed(1)}`);
if (ENGINES.includes('postgres')) await onPostgres();
if (ENGINES.includes('embedded')) await onEmbedded();
