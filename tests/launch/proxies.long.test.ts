import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '#server/platform/system/postgres-driver.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openMailServer, type MailServer } from '#tests/api/support/mail-server.ts';
import { PLAN_ID, type Plan } from '#src/shell/plan.ts';
import { freePort } from '#tests/provision/free-port.mjs';
import { provideOwnPostgres } from '#tests/provision/postgres.mjs';
import { FOUNDER, setFoundersPassword, type Session } from './founder.ts';
import type { Process } from '#tests/support/processes.ts';
import { temporaryFolder } from './folders.ts';
import {
  answeredBy,
  deploymentOf,
  operate,
  serve,
  setRates,
  type Deployment,
  type Server,
} from './production-servers.ts';
import { caddy, nginx, type Proxy } from './proxies.ts';
import { Visitor } from './visitor.ts';

/** Two servers of the build behind each proxy of deploy/, with TLS and HTTP/2, as members reach them. */

/** Two servers start, stop and start again, each in seconds; a busy machine takes minutes. */
const STORY_MS = 900_000;
/** As many callers as it takes until both servers have some: each goes by its address to one of them. */
const CALLERS = Array.from({ length: 12 }, (_, index) => `127.0.0.${index + 10}`);
/** Fewer calls than an address may make in a minute. */
const BETWEEN_CALLS_MS = 250;
/** Longer than proxies need to notice that a server fails a check. */
const UNTIL_NOTICED_MS = 8_000;

let mails: MailServer;
let postgres: Awaited<ReturnType<typeof provideOwnPostgres>>;
beforeAll(async () => {
  mails = await openMailServer();
  postgres = await provideOwnPostgres({ root: process.cwd() });
});
afterAll(async () => {
  await postgres?.stop();
  await mails?.close();
});

async function createDatabase(name: string): Promise<void> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name}`);
  } finally {
    await client.end();
  }
}

interface Site {
  readonly deployment: Deployment;
  readonly plainPort: number;
  readonly servers: [Server, Server];
  readonly proxy: Proxy;
  readonly origin: string;
  readonly runs: Process[];
  visitor(from?: string): Visitor;
}

/** A club without a member, on a database of its own. */
async function open(make: typeof caddy): Promise<Site> {
  const [port, plainPort, first, second] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const origin = `https://localhost:${port}`;
  const name = `club_${port}`;
  await createDatabase(name);
  const deployment = deploymentOf('.', {
    databaseUrl: Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href,
    origin,
    mailPort: mails.port,
  });
  const servers: [Server, Server] = [
    await serve(deployment, { port: first }),
    await serve(deployment, { port: second }),
  ];
  await Promise.all(servers.map((server) => server.line('Perch is ready')));
  const proxy = await make({ folder: temporaryFolder(), port, plainPort, upstreams: [first, second] });
  const runs = [await proxy.run()];
  return {
    deployment,
    plainPort,
    servers,
    proxy,
    origin,
    runs,
    visitor: (from) => new Visitor({ origin, ca: proxy.ca, ...(from === undefined ? {} : { from }) }),
  };
}

/** Calls of many callers without a pause, until told to stop; what was answered, and what was not. */
function callers(site: Site) {
  const answers: (number | string)[] = [];
  let over = false;
  const one = async (from: string) => {
    const visitor = site.visitor(from);
    while (!over) {
      const status = visitor.send('/api/rules').then(
        (answer) => answer.status,
        (error: Error) => error.message,
      );
      answers.push(await status);
      await sleep(BETWEEN_CALLS_MS);
    }
    visitor.leave();
  };
  const all = Promise.all(CALLERS.map(one));
  return {
    answers,
    stop: async () => {
      over = true;
      await all;
      return answers;
    },
  };
}

const bearer = ({ accessToken }: Session) => ({ authorization: `Bearer ${accessToken}` });
const others = (answers: readonly (number | string)[]) => answers.filter((each) => each !== 200);

/** What a caller of plain HTTP is answered. */
function plain(port = 0, path = '/'): Promise<{ status: number; location: string | undefined }> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: { host: 'localhost' } }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, location: response.headers.location });
    })
      .once('error', reject)
      .end();
  });
}

/** The scripts that a page asks for once it is painted: its plan names them. */
function scriptsOf(page: string): readonly string[] {
  const [, plan = 'none'] = new RegExp(`id="${PLAN_ID}">([^<]+)<`).exec(page) ?? [];
  const { scripts } = JSON.parse(plan) as Plan;
  expect(scripts.length).toBeGreaterThan(0);
  return scripts;
}

/** A member's page over HTTP/2, and a session whose cookies only travel with TLS. */
async function membersPage(site: Site, visitor: Visitor): Promise<Session> {
  const page = await visitor.send('/Signin');
  expect([page.status, page.headers['content-type'], visitor.protocol]).toEqual([
    200,
    'text/html; charset=utf-8',
    'h2',
  ]);
  expect(page.headers['strict-transport-security']).toMatch(/max-age=/);
  for (const script of scriptsOf(page.text)) expect((await visitor.send(script)).status, script).toBe(200);
  expect((await visitor.send('/assets/missing.js')).status).toBe(404);
  expect(await plain(site.plainPort, '/Signin?a=b')).toEqual({
    status: 308,
    // Caddy takes its port for the one that the world sees as 443.
    location: expect.stringMatching(/^https:\/\/localhost(:\d+)?\/Signin\?a=b$/),
  });
  const session = await setFoundersPassword(visitor, mails);
  expect((await visitor.send('/api/wallet', { headers: bearer(session) })).status).toBe(200);
  expect((await visitor.send('/metrics')).status).toBe(404);
  return session;
}

/** Each address is one caller, whatever it claims to be; calls reach both servers. */
async function callersAreKnown({ visitor, servers }: Site): Promise<void> {
  for (const from of CALLERS) {
    const caller = visitor(from);
    expect((await caller.send('/api/rules')).status).toBe(200);
    caller.leave();
  }
  for (const server of servers) expect(answeredBy(server).length).toBeGreaterThan(0);
  const guess = (from: string, count: number) =>
    visitor(from).send('/api/token', {
      body: { username: `guess-${count}`, password: 'not the passphrase of anybody' },
      headers: { 'x-forwarded-for': `203.0.113.${count}`, forwarded: `for=203.0.113.${count}` },
    });
  const statuses = [];
  for (let count = 0; count < 11; count += 1) statuses.push((await guess('127.0.0.90', count)).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  expect((await guess('127.0.0.91', 11)).status).toBe(401);
}

/** Rates come through the proxy as they change. */
async function ratesStream({ deployment }: Site, visitor: Visitor, session: Session): Promise<void> {
  const stream = visitor.stream('/api/rates/events', bearer(session));
  await expect.poll(() => stream.text()).toContain('event: rates');
  const before = stream.came.length;
  expect(await operate(deployment, 'rates', 'set', 'BTC', '50001')).toMatchObject({ code: 0 });
  await expect.poll(() => stream.text()).toContain('50001');
  expect(stream.came.length).toBeGreaterThan(before);
  stream.close();
}

/** A killed server loses nothing but what was just being sent to it, and is used again when it is back. */
async function serverIsKilled(site: Site): Promise<void> {
  const [first] = site.servers;
  const load = callers(site);
  await sleep(2_000);
  first.child.kill('SIGKILL');
  await first.ended;
  await sleep(8_000);
  const failed = others(load.answers);
  expect(failed.length, failed.join()).toBeLessThanOrEqual(CALLERS.length);
  const settled = load.answers.length;
  await sleep(2_000);
  expect(others(load.answers.slice(settled))).toEqual([]);
  site.servers[0] = await serve(site.deployment, { port: first.port });
  await site.servers[0].line('Perch is ready');
  await expect.poll(() => answeredBy(site.servers[0]).length).toBeGreaterThan(0);
  expect(others((await load.stop()).slice(settled))).toEqual([]);
}

/** A server that is asked to stop, as before a new version: nobody notices. */
async function serverIsReplaced(site: Site): Promise<number> {
  const [, second] = site.servers;
  const load = callers(site);
  await sleep(1_000);
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
  await sleep(1_000);
  site.servers[1] = await serve(site.deployment, { port: second.port });
  await site.servers[1].line('Perch is ready');
  await sleep(3_000);
  const answers = await load.stop();
  expect(others(answers)).toEqual([]);
  return answers.length;
}

/** The proxy itself is started again: sessions are at the servers, and stay. */
async function proxyIsRestarted({ runs, proxy }: Site, visitor: Visitor, session: Session): Promise<void> {
  const [first] = runs;
  first?.child.kill('SIGTERM');
  await first?.ended;
  await expect(visitor.send('/api/wallet', { headers: bearer(session) })).rejects.toThrow();
  runs.push(await proxy.run());
  visitor.leave();
  expect((await visitor.send('/api/wallet', { headers: bearer(session) })).status).toBe(200);
}

/** Without its database the club says so itself, however long that lasts: a proxy has no answer for a member. */
async function databaseIsAway(visitor: Visitor, session: Session): Promise<void> {
  await postgres.halt('SIGINT');
  await sleep(UNTIL_NOTICED_MS);
  expect(await visitor.send('/Signin')).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
  expect(await visitor.send('/api/status')).toMatchObject({ status: 200, body: { available: false } });
  const signIn = { body: { username: FOUNDER.username, password: FOUNDER.password } };
  expect(await visitor.send('/api/token', signIn)).toMatchObject({
    status: 503,
    headers: { 'retry-after': '2' },
    body: { code: 'unavailable' },
  });
  await postgres.resume();
  const wallet = async () => (await visitor.send('/api/wallet', { headers: bearer(session) })).status;
  await expect.poll(wallet, { interval: BETWEEN_CALLS_MS }).toBe(200);
}

/** What two calls have in their query strings, and every call in its headers, is in no log. */
async function nothingIsLogged(site: Site, visitor: Visitor, session: Session): Promise<void> {
  const asked = await visitor.send(`/api/account/isEmailExists?email=${encodeURIComponent(FOUNDER.email)}`);
  expect(asked.status).toBeLessThan(500);
  await expect.poll(() => site.proxy.log(site.runs)).toContain('/api/account/isEmailExists');
  const logs = [site.proxy.log(site.runs), ...site.servers.map(({ lines }) => lines.join('\n'))].join('\n');
  const secrets = [FOUNDER.email, encodeURIComponent(FOUNDER.email), FOUNDER.password, session.accessToken];
  expect([...secrets, site.deployment.settings.PERCH_SECRET ?? ''].filter((each) => logs.includes(each))).toEqual([]);
  expect(logs).toMatch(/"proxyId":"[\w-]{32,36}"/);
}

/** Nor is it in what the proxy says of a call that no server answers. */
async function serversAreGone(site: Site): Promise<void> {
  for (const server of site.servers) {
    server.child.kill('SIGKILL');
    await server.ended;
  }
  const visitor = site.visitor();
  const asked = await visitor.send(`/api/account/isEmailExists?email=${encodeURIComponent(FOUNDER.email)}`);
  expect(asked.status).toBeGreaterThanOrEqual(502);
  visitor.leave();
  const log = site.proxy.log(site.runs);
  expect([FOUNDER.email, encodeURIComponent(FOUNDER.email)].filter((each) => log.includes(each))).toEqual([]);
}

describe.each([
  ['Caddy', caddy],
  ['nginx', nginx],
])('two servers behind %s', (_, make) => {
  it(
    'serve members with TLS and HTTP/2, know their callers, and go on when one is killed, replaced, or the proxy restarted, and when the database is away',
    async () => {
      const site = await open(make);
      expect(await operate(site.deployment, 'members', 'root', FOUNDER.username, FOUNDER.email)).toMatchObject({
        code: 0,
      });
      await setRates(site.deployment);
      const visitor = site.visitor();
      const session = await membersPage(site, visitor);
      await ratesStream(site, visitor, session);
      await callersAreKnown(site);
      await serverIsKilled(site);
      const answered = await serverIsReplaced(site);
      expect(answered).toBeGreaterThan(50);
      await proxyIsRestarted(site, visitor, session);
      await databaseIsAway(visitor, session);
      await nothingIsLogged(site, visitor, session);
      visitor.leave();
      await serversAreGone(site);
    },
    STORY_MS,
  );
});
