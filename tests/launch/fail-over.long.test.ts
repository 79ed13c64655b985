import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { provideReplicatedPostgres } from '#tests/provision/replicated-postgres.mjs';
import type { TestMember } from '#fixtures/club/members.ts';
import {
  acknowledgedOf,
  asAdministrator,
  compareWithRepetitions,
  confirm,
  draft,
  expectBooksInOrder,
  load,
  onDatabase,
  openExchangingClub,
  read,
  serverOf,
  signedIn,
  tell,
  until,
  type Sent,
  type Server,
} from './exchanging-club.ts';

/** A primary and a synchronous standby, one of which is lost; two servers go on. */

const CLIENTS = 16;
/** How much is acknowledged before the primary goes, and by each server after it. */
const BEFORE = 60;
const AFTER = 30;
/** A promotion takes a second or two; the rest is for a busy machine. */
const BACK_MS = 60_000;
/** The longest that a call waits for an answer of the database, and some time to answer it. */
const IN_DOUBT_MS = 30_000;

let pair: Awaited<ReturnType<typeof provideReplicatedPostgres>>;
let url: string;
let members: TestMember[];
beforeAll(async () => {
  pair = await provideReplicatedPostgres();
  const { username, password, pathname } = new URL(pair.primary.url);
  // The standby first: servers look which of the two takes writes.
  const hosts = [pair.standby, pair.primary].map(({ port }) => `127.0.0.1:${port}`).join(',');
  url = `postgres://${username}:${password}@${hosts}${pathname}?target_session_attrs=read-write`;
  members = await openExchangingClub(url, CLIENTS);
});
afterAll(() => pair?.stop());

const seconds = (ms: number) => (ms / 1000).toFixed(1);
const end = async (...servers: Server[]) => {
  for (const { child } of servers) child.kill('SIGTERM');
  expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual(servers.map(() => 0));
};

describe('a synchronous standby that is lost', () => {
  it('leaves reading as it is and refuses acts, which is told; once it is back, acts go on and none was doubled', async () => {
    const server = await serverOf(url);
    const token = await signedIn(server, members[0]);
    const quoted = async (): Promise<Sent> => ({
      draftId: (await draft(server, token)).body.id as string,
      key: randomUUID(),
      token,
      at: null,
      receiptId: null,
    });
    const acknowledged = await quoted();
    acknowledged.receiptId = (await confirm(server, acknowledged)).body.receiptId as string;
    const doubtful = await quoted();
    const others = await Promise.all(members.slice(1).map((member) => signedIn(server, member)));

    await pair.standby.halt('SIGQUIT');
    const lost = performance.now();
    const late = confirm(server, doubtful);
    await sleep(500);
    const crowd = Promise.all([...others, ...others].map((other) => draft(server, other)));
    const { status, body } = await late;
    expect([status, body.code]).toEqual([503, 'unavailable']);
    const inDoubt = performance.now() - lost;
    expect(inDoubt).toBeLessThan(IN_DOUBT_MS);
    for (const answer of await crowd) expect(answer.status).toBe(503);

    await server.line('PostgreSQL waits for its synchronous standby');
    // A use of the session that is due to be noted.
    await asAdministrator(pair.primary.url, async (client) => {
      await client.query('SET synchronous_commit = off');
      await client.query("UPDATE sessions SET last_used_at = last_used_at - interval '5 minutes'");
    });
    for (let turn = 0; turn < 20; turn += 1) {
      const begin = performance.now();
      expect([(await read(server, '/wallet', token)).status, (await draft(server, others[0] ?? '')).status]).toEqual([
        200, 503,
      ]);
      expect(performance.now() - begin).toBeLessThan(5_000);
    }
    const told = await onDatabase(pair.primary.url, (services) =>
      outcomeOf(services, { args: ['status'], operator: 'launch' }),
    );
    expect(told.text).toMatch(/^ACTS ARE REFUSED: \d+ commits wait for PostgreSQL's synchronous standby/m);
    const { rows } = await asAdministrator(pair.primary.url, (client) =>
      client.query<{ n: number }>("SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'perch'"),
    );
    // Those that wait, as many that have taken their place, and those of jobs.
    expect(rows[0]?.n).toBeLessThan(40);

    await pair.standby.resume();
    const back = performance.now();
    await server.line('PostgreSQL no longer waits for a standby');
    await expect.poll(async () => (await draft(server, others[0] ?? '')).status, { timeout: BACK_MS }).toBe(200);
    const onAgain = performance.now() - back;
    await compareWithRepetitions(server, [
      { ...acknowledged, receiptId: (await confirm(server, acknowledged)).body.receiptId },
      doubtful,
    ]);
    await expectBooksInOrder(pair.primary.url);
    await end(server);
    tell(
      `standby lost: the call in doubt was answered after ${seconds(inDoubt)} s, acts went on ${seconds(onAgain)} s after it was back`,
    );
  });
});

describe('a primary that is lost under load', () => {
  it('is replaced by the standby: what was acknowledged is there, nothing twice, and both servers go on', async () => {
    const servers = await Promise.all([serverOf(url), serverOf(url)]);
    const at = (client: number) => servers[client % servers.length] as Server;
    const tokens = await Promise.all(members.map((member, client) => signedIn(at(client), member)));
    const sent: Sent[][] = servers.map(() => []);
    let over = false;
    const loads = Promise.all(
      tokens.map((token, client) =>
        load(at(client), { token, sent: sent[client % servers.length] as Sent[], over: () => over }),
      ),
    );
    await until(() => acknowledgedOf(sent.flat()) >= BEFORE, servers, BACK_MS);

    const lost = performance.now();
    await pair.primary.halt('SIGQUIT');
    await asAdministrator(pair.standby.url, (client) => client.query('SELECT pg_promote(true, 60)'));
    const promoted = performance.now();
    const after = (each: readonly Sent[]) => each.filter((call) => call.at !== null && call.at > promoted);
    await until(() => sent.every((each) => after(each).length >= AFTER), servers, BACK_MS);
    over = true;
    await loads;
    const all = sent.flat();
    const before = all.filter((call) => call.at !== null && call.at < lost).length;
    const first = sent.map((each) => Math.min(...after(each).map((call) => call.at ?? Infinity)) - promoted);
    tell(
      `primary lost: promoted after ${seconds(promoted - lost)} s; first act ${first.map(seconds).join(' and ')} s after that; ` +
        `${before} acts acknowledged before, ${acknowledgedOf(all) - before} since, ${all.length - acknowledgedOf(all)} in doubt`,
    );

    const receipts = all.flatMap(({ receiptId }) => (receiptId === null ? [] : [receiptId]));
    const { rows } = await asAdministrator(pair.standby.url, (client) =>
      client.query<{ n: number }>('SELECT count(*)::int AS n FROM receipts WHERE id = ANY($1)', [receipts]),
    );
    expect(rows[0]?.n).toBe(receipts.length);
    await compareWithRepetitions(at(0), all);
    await expectBooksInOrder(pair.standby.url);
    await end(...servers);
  });

  it('is not written to when it comes back as it was, beside the one that took its place', async () => {
    const server = await serverOf(url);
    const token = await signedIn(server, members[1]);
    await pair.primary.resume();
    // Both take writes now; a server that looks for the primary takes the newer one.
    const fresh = await serverOf(url);
    for (const each of [server, fresh]) expect((await draft(each, token)).status).toBe(200);
    await pair.standby.halt('SIGINT');
    await sleep(1_000);
    for (const each of [server, fresh]) {
      expect((await draft(each, token)).body).toMatchObject({ code: 'unavailable' });
      expect((await read(each, '/status')).body).toMatchObject({ available: false });
    }
    await pair.standby.resume();
    await expect.poll(async () => (await draft(server, token)).status, { timeout: BACK_MS }).toBe(200);
    await end(server, fresh);
  });
});
