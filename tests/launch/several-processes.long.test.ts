import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { provideOwnPostgres } from '#tests/provision/postgres.mjs';
import type { TestMember } from '#fixtures/club/members.ts';
import {
  asAdministrator,
  confirm,
  draft,
  expectBooksInOrder,
  holdRow,
  onDatabase,
  openExchangingClub,
  post,
  read,
  serverOf,
  signedIn,
  tell,
  type Answer,
  type Sent,
  type Server,
} from './exchanging-club.ts';
import { temporaryFolder } from './folders.ts';
import { Relay } from '#tests/support/relay.ts';

/** Three servers of one club: what they share, and what happens to a call whose server dies. */

const MEMBERS = 6;
/** PostgreSQL notices within a second that the caller of a statement is gone; the rest is for a busy machine. */
const FREED_MS = 5_000;

let postgres: Awaited<ReturnType<typeof provideOwnPostgres>>;
let members: TestMember[];
beforeAll(async () => {
  postgres = await provideOwnPostgres({ root: process.cwd() });
  members = await openExchangingClub(postgres.url, MEMBERS);
});
afterAll(() => postgres?.stop());

const servers = (count: number, env: Record<string, string> = {}) =>
  Promise.all(Array.from({ length: count }, () => serverOf(postgres.url, env)));
const operator = (...args: string[]) =>
  onDatabase(postgres.url, (services) => outcomeOf(services, { args, operator: 'launch', folder: '/' }));
const forgetCalls = () => asAdministrator(postgres.url, (client) => client.query('DELETE FROM call_counts'));

/** A quoted exchange of a member, to be confirmed. */
async function quoted(server: Server, token: string): Promise<Sent> {
  const { body } = await draft(server, token);
  return { draftId: body.id as string, key: randomUUID(), token, at: null, receiptId: null };
}

/** Repeats a call until it is answered by something else than that it runs. */
async function answered(server: Server, call: Sent): Promise<{ answer: Answer; ms: number }> {
  const begin = performance.now();
  for (;;) {
    const answer = await confirm(server, call);
    if (answer.body.code !== 'request_running') return { answer, ms: performance.now() - begin };
    await sleep(50);
  }
}

const receiptsOf = async (call: Sent) =>
  (
    await asAdministrator(postgres.url, (client) =>
      client.query<{ n: number }>('SELECT count(*)::int AS n FROM journals WHERE key = $1', [`draft:${call.draftId}`]),
    )
  ).rows[0]?.n;

describe('limits of three servers', () => {
  it('are those of one: ten sign-ins a minute are ten in all, and money ten of a member', async () => {
    const three = await servers(3, { RATE_LIMIT_SCALE: '1' });
    await forgetCalls();
    const signIns = await Promise.all(
      three.flatMap((server) =>
        Array.from({ length: 10 }, () =>
          post(server, '/token', { body: { username: `nobody-${randomUUID().slice(0, 8)}`, password: 'nothing' } }),
        ),
      ),
    );
    expect(signIns.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), ...Array(20).fill(429)]);
    for (const { status, body } of signIns)
      if (status === 429)
        expect(body).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: expect.any(Number) });

    await forgetCalls();
    const fresh = await servers(3, { RATE_LIMIT_SCALE: '1' });
    const [own, others] = await Promise.all([
      signedIn(fresh[0] as Server, members[0]),
      signedIn(fresh[1] as Server, members[1]),
    ]);
    const drafts = await Promise.all(fresh.flatMap((server) => Array.from({ length: 6 }, () => draft(server, own))));
    expect(drafts.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), ...Array(8).fill(429)]);
    expect((await draft(fresh[2] as Server, others)).status).toBe(200);
  });

  it('let at most a twentieth more reads through for each server, and nobody without a session uses up a member’s', async () => {
    const three = await servers(3, { RATE_LIMIT_SCALE: '1' });
    const token = await signedIn(three[0] as Server, members[2]);
    // Connections to the database are opened first, which takes its time on a busy machine.
    await Promise.all(three.flatMap((server) => Array.from({ length: 10 }, () => read(server, '/wallet', token))));
    await forgetCalls();
    const anonymous = await Promise.all(
      three.flatMap((server) => Array.from({ length: 150 }, () => read(server, '/rules'))),
    );
    const admitted = anonymous.filter(({ status }) => status === 200).length;
    expect(admitted).toBeGreaterThanOrEqual(300);
    expect(admitted).toBeLessThanOrEqual(300 + 3 * 14);
    for (const server of three) {
      expect((await read(server, '/rules')).status).toBe(429);
      expect((await read(server, '/rules', token)).status).toBe(200);
      expect((await read(server, '/wallet', token)).status).toBe(200);
    }
    tell(`3 servers, 450 reads at once: ${admitted} of 300 admitted`);
  });
});

/** What a stream of rates says, with when it said it. */
async function streamOf(server: Server, token: string) {
  const told: { at: number; text: string }[] = [];
  const response = await fetch(`http://localhost:${server.port}/api/rates/events`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const over = (async () => {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
      told.push({ at: performance.now(), text: new TextDecoder().decode(chunk) });
    return performance.now();
  })().catch(() => performance.now());
  await expect.poll(() => told.length, { timeout: FREED_MS }).toBeGreaterThan(0);
  return { told, over };
}

describe('changes that one process makes', () => {
  it('are told by all: a rate at once, and the end of a session', async () => {
    const three = await servers(3);
    const tokens = await Promise.all(three.map((server, index) => signedIn(server, members[index])));
    const streams = await Promise.all(three.map((server, index) => streamOf(server, tokens[index] ?? '')));
    await operator('rates', 'set', 'BTC', '50001');
    const delays = await Promise.all(
      streams.map(async ({ told }) => {
        await expect
          .poll(() => told.some(({ text }) => text.includes('50001')), { timeout: FREED_MS, interval: 5 })
          .toBe(true);
        return told.find(({ text }) => text.includes('50001'))?.at ?? 0;
      }),
    );
    tell(
      `a rate was told by three servers within ${Math.round(Math.max(...delays) - Math.min(...delays))} ms of each other`,
    );
    await operator('rates', 'set', 'BTC', '50000');

    const begin = performance.now();
    // Signed out over another server than the one that streams.
    const response = await fetch(`http://localhost:${three[0]?.port}/api/token/revoke`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens[2]}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(204);
    const ended = await streams[2]?.over;
    expect((ended ?? 0) - begin).toBeLessThan(2_000);
    tell(`a stream elsewhere ended ${Math.round((ended ?? 0) - begin)} ms after its session was signed out`);
  });

  it('are read by all: a notice, and that the club is closed', async () => {
    const three = await servers(3);
    const token = await signedIn(three[0] as Server, members[3]);
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'notice.md'),
      '=== en-US ===\n# Open house\nCome in.\n=== ja-JP ===\n# 公開日\nどうぞ。\n=== zh-CN ===\n# 开放日\n欢迎。',
    );
    const added = await onDatabase(postgres.url, (services) =>
      outcomeOf(services, { args: ['news', 'add', 'notice.md'], operator: 'launch', folder }),
    );
    await operator('news', 'publish', /notice (\d+)/.exec(added.text)?.[1] ?? '');
    for (const server of three)
      expect((await read(server, '/news', token)).body.items).toContainEqual(
        expect.objectContaining({ title: 'Open house' }),
      );
    await operator('maintenance', 'on');
    for (const server of three)
      expect((await read(server, '/news', token)).body).toMatchObject({ code: 'maintenance' });
    await operator('maintenance', 'off');
  });
});

describe('the key of a call', () => {
  it('is free at once when its server is killed in the middle: another server carries the call out', async () => {
    const [victim, other] = (await servers(2)) as [Server, Server];
    const token = await signedIn(victim, members[4]);
    const call = await quoted(victim, token);
    const release = await holdRow(postgres.url, members[4]);
    const lost = confirm(victim, call).catch(() => 'lost');
    await sleep(500);
    expect((await confirm(other, call)).body).toMatchObject({ code: 'request_running' });
    victim.child.kill('SIGKILL');
    expect(await lost).toBe('lost');
    await release();
    const { answer, ms } = await answered(other, call);
    expect(answer).toMatchObject({ status: 200, body: { state: 'executed' } });
    expect(ms).toBeLessThan(FREED_MS);
    expect(await receiptsOf(call)).toBe(1);
    tell(`the repetition was answered ${Math.round(ms)} ms after the kill`);
  });

  it('is free as soon, though its server’s statement still waits in PostgreSQL', async () => {
    const [victim, other] = (await servers(2, { DATABASE_LOCK_SECONDS: '30', DATABASE_STATEMENT_SECONDS: '60' })) as [
      Server,
      Server,
    ];
    const token = await signedIn(victim, members[4]);
    const call = await quoted(victim, token);
    const release = await holdRow(postgres.url, members[4]);
    confirm(victim, call).catch(() => undefined);
    await sleep(500);
    victim.child.kill('SIGKILL');
    // The other server takes the key over and waits for the same row.
    const begin = performance.now();
    let settled = false;
    const repeated = answered(other, call).finally(() => (settled = true));
    const holders = async () =>
      (
        await asAdministrator(postgres.url, (client) =>
          client.query<{ holder: number }>('SELECT holder FROM requests WHERE key = $1', [call.key]),
        )
      ).rows.map(({ holder }) => holder);
    const before = await holders();
    await expect.poll(holders, { timeout: FREED_MS }).not.toEqual(before);
    const taken = performance.now() - begin;
    expect(settled).toBe(false);
    await release();
    expect((await repeated).answer).toMatchObject({ status: 200, body: { state: 'executed' } });
    expect(await receiptsOf(call)).toBe(1);
    tell(`the key was taken over ${Math.round(taken)} ms after the kill, while a row was held`);
  });

  it('stays with a server that is slow but alive', async () => {
    const [slow, other] = (await servers(2, { DATABASE_LOCK_SECONDS: '30', DATABASE_STATEMENT_SECONDS: '60' })) as [
      Server,
      Server,
    ];
    const token = await signedIn(slow, members[5]);
    const call = await quoted(slow, token);
    const release = await holdRow(postgres.url, members[5]);
    const first = confirm(slow, call);
    await sleep(500);
    const end = performance.now() + 6_000;
    while (performance.now() < end) {
      expect((await confirm(other, call)).body).toMatchObject({ code: 'request_running', retryAfterSeconds: 1 });
      const { body } = await read(other, `/requests/${call.key}`, token);
      expect(body).toEqual({ state: 'running' });
      await sleep(500);
    }
    await release();
    const { body } = await first;
    expect(body).toMatchObject({ state: 'executed' });
    expect((await confirm(other, call)).body).toEqual(body);
    expect(await receiptsOf(call)).toBe(1);
  });

  it('is taken over after its minute from a server that is paused, which wakes up and changes nothing', async () => {
    const [paused, other] = (await servers(2, { DATABASE_LOCK_SECONDS: '30', DATABASE_STATEMENT_SECONDS: '60' })) as [
      Server,
      Server,
    ];
    const token = await signedIn(paused, members[0]);
    const call = await quoted(paused, token);
    const release = await holdRow(postgres.url, members[0]);
    const first = confirm(paused, call);
    await sleep(500);
    paused.child.kill('SIGSTOP');
    await release();
    // PostgreSQL has carried the statement out and waits for the next one, with the row locked.
    expect((await confirm(other, call)).body).toMatchObject({ code: 'request_running' });
    await asAdministrator(postgres.url, async (client) => {
      await client.query("UPDATE requests SET leased_until = now() - interval '1 second' WHERE key = $1", [call.key]);
      await client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction' AND pid <> pg_backend_pid()",
      );
    });
    expect((await confirm(other, call)).body).toMatchObject({ state: 'executed' });
    paused.child.kill('SIGCONT');
    expect([200, 409, 503]).toContain((await first).status);
    expect((await answered(paused, call)).answer).toMatchObject({ status: 200, body: { state: 'executed' } });
    expect(await receiptsOf(call)).toBe(1);
  });

  it('belongs to an act that was committed while its server was cut off and killed: the answer is the kept one', async () => {
    const relay = await Relay.open(postgres.url);
    const [victim, other] = [await serverOf(relay.url), await serverOf(postgres.url)];
    const token = await signedIn(other, members[5]);
    const call = await quoted(victim, token);
    // The commit takes its time, so that the network can be cut in the middle of it.
    await asAdministrator(postgres.url, (client) =>
      client.query(`
        CREATE FUNCTION slow_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(2); RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON receipts DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION slow_commit()`),
    );
    const committing = async () =>
      (
        await asAdministrator(postgres.url, (client) =>
          client.query("SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'"),
        )
      ).rowCount;
    confirm(victim, call).catch(() => undefined);
    await expect.poll(committing, { timeout: FREED_MS, interval: 50 }).toBe(1);
    relay.freeze();
    const isDone = async () =>
      (
        await asAdministrator(postgres.url, (client) =>
          client.query<{ done: boolean }>('SELECT done_at IS NOT NULL AS done FROM requests WHERE key = $1', [
            call.key,
          ]),
        )
      ).rows[0]?.done;
    await expect.poll(isDone, { timeout: FREED_MS }).toBe(true);
    await asAdministrator(postgres.url, (client) => client.query('DROP FUNCTION slow_commit CASCADE'));
    victim.child.kill('SIGKILL');
    const { answer, ms } = await answered(other, call);
    expect(answer).toMatchObject({ status: 200, body: { state: 'executed' } });
    expect(ms).toBeLessThan(FREED_MS);
    expect(await receiptsOf(call)).toBe(1);
    await relay.close();
    await expectBooksInOrder(postgres.url);
  });
});
