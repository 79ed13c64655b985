// A club on PostgreSQL whose members exchange money, as long as a test wants: what servers acknowledge of it has to be
// there afterwards, once.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '#server/platform/system/postgres-driver.ts';
import { expect } from 'vitest';

import { inTransaction } from '#server/platform/db/kysely.ts';
import { openingGrant } from '#server/domain/ledger/moves.ts';
import { openForCommand } from '#server/entry/opening/open.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { systemRandom } from '#server/platform/system/random.ts';
import type { Services } from '#server/domain/services/services.ts';
import { readSettings } from '#server/entry/opening/settings.ts';
import { addMember, PASSWORD, type TestMember } from '#fixtures/club/members.ts';
import { perchServer, startOnce } from '#tests/support/perch.ts';
import type { Process } from '#tests/support/processes.ts';
import { temporaryFolder } from './folders.ts';

export const PERCH_SECRET = 'kX0v2mQ9sB7nT4wLrZ8yC1dF6gH3jP5a';
const BACK_LIMIT_MS = 20_000;

export type Server = Process & { port: number };

/** Makes a club in an empty database, with members who have money to exchange. */
export async function openExchangingClub(url: string, count: number): Promise<TestMember[]> {
  await startOnce({ DATABASE_URL: url, PERCH_SECRET, DATA_DIR: temporaryFolder() });
  return onDatabase(url, async (services) => {
    for (const [asset, usd] of [
      ['USDT', '1'],
      ['BTC', '50000'],
    ] as const)
      await outcomeOf(services, { args: ['rates', 'set', asset, usd], operator: 'launch' });
    const made: TestMember[] = [];
    for (let member = 0; member < count; member += 1) made.push(await addMember(services));
    const at = services.clock.now();
    await inTransaction(services.db, async (trx) => {
      for (const { id } of made)
        await openingGrant(trx, systemRandom, {
          key: `launch:${id}`,
          at,
          memberId: id,
          ruleVersion: 1,
          asset: 'USDT',
          amount: '10000',
          status: 'completed',
        });
    });
    return made;
  });
}

/** Does something as an operator's command would, in this process. */
export async function onDatabase<T>(url: string, act: (services: Services) => Promise<T>): Promise<T> {
  const { services, close } = await openForCommand(
    readSettings({ DATABASE_URL: url, PERCH_SECRET, DATA_DIR: temporaryFolder() }, process.cwd()),
  );
  try {
    return await act(services);
  } finally {
    await close();
  }
}

export async function asAdministrator<T>(url: string, act: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

/** A server of the club. Its limits let tests make as many calls as they like, if they don't say otherwise. */
export async function serverOf(url: string, env: Record<string, string> = {}): Promise<Server> {
  const server = await perchServer({
    DATABASE_URL: url,
    PERCH_SECRET,
    DATA_DIR: temporaryFolder(),
    RATE_LIMIT_SCALE: '10000',
    ...env,
  });
  await server.line('Perch is ready');
  return server;
}

/** A confirmed exchange, or one that was begun. */
export interface Sent {
  readonly draftId: string;
  readonly key: string;
  readonly token: string;
  /** When it was acknowledged, by the running time of the test. */
  at: number | null;
  receiptId: string | null;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test states what it expects of the body right after
export type Answer = { status: number; body: any };

export async function post(
  server: { port: number },
  path: string,
  sent: { body: unknown; token?: string; key?: string },
): Promise<Answer> {
  const response = await fetch(`http://localhost:${server.port}/api${path}`, {
    method: 'POST',
    headers: {
      'idempotency-key': sent.key ?? randomUUID(),
      'content-type': 'application/json',
      ...(sent.token === undefined ? {} : { authorization: `Bearer ${sent.token}` }),
    },
    body: JSON.stringify(sent.body),
  });
  return { status: response.status, body: await response.json() };
}

export async function read(server: { port: number }, path: string, token?: string): Promise<Answer> {
  const response = await fetch(`http://localhost:${server.port}/api${path}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  return { status: response.status, body: await response.json() };
}

export async function signedIn(server: { port: number }, member: TestMember | undefined): Promise<string> {
  const { body } = await post(server, '/token', { body: { username: member?.username, password: PASSWORD } });
  return body.accessToken as string;
}

export const confirm = (server: { port: number }, { draftId, token, key }: Sent) =>
  post(server, `/drafts/${draftId}/confirm`, { body: { code: null }, token, key });

export const draft = (server: { port: number }, token: string) =>
  post(server, '/exchanges', { body: { from: 'USDT', to: 'BTC', amount: '10' }, token });

/**
 * Exchanges of one member without end; whatever is refused while the database is unreachable is dropped and another one
 * begun.
 */
export async function load(
  server: { port: number },
  options: { token: string; sent: Sent[]; over: () => boolean },
): Promise<void> {
  const { token, sent, over } = options;
  while (!over()) {
    const quoted = await draft(server, token);
    if (quoted.status !== 200) {
      await sleep(50);
      continue;
    }
    const kept: Sent = { draftId: quoted.body.id, key: randomUUID(), token, at: null, receiptId: null };
    sent.push(kept);
    const answer = await confirm(server, kept);
    if (answer.status !== 200) continue;
    kept.receiptId = answer.body.receiptId;
    kept.at = performance.now();
  }
}

/** Repeats each exchange: what was acknowledged is answered alike, what was not was carried out or has run out. */
export async function compareWithRepetitions(server: { port: number }, sent: readonly Sent[]): Promise<void> {
  for (const call of sent) {
    const again = await repeated(server, call);
    if (call.receiptId !== null)
      expect(again.body).toMatchObject({ id: call.draftId, state: 'executed', receiptId: call.receiptId });
    else expect(again.status === 200 ? again.body.state : again.body.code).toMatch(/^(executed|draft_expired)$/);
  }
}

/** A call that was cut off may keep its key for a few seconds, until its server has noticed and given it back. */
async function repeated(server: { port: number }, call: Sent): Promise<Answer> {
  const end = performance.now() + BACK_LIMIT_MS;
  for (;;) {
    const answer = await confirm(server, call);
    if (answer.body.code !== 'request_running' || performance.now() > end) return answer;
    await sleep(200);
  }
}

/** No exchange was carried out twice, and the books agree. */
export async function expectBooksInOrder(url: string): Promise<void> {
  const { rows } = await asAdministrator(url, (client) =>
    client.query<{ key: string }>("SELECT key FROM journals WHERE key LIKE 'draft:%' GROUP BY key HAVING count(*) > 1"),
  );
  expect(rows).toEqual([]);
  await onDatabase(url, async (services) => {
    expect(await outcomeOf(services, { args: ['books', 'check'], operator: 'launch' })).toMatchObject({
      code: 0,
      text: 'the books agree',
    });
  });
}

export const acknowledgedOf = (sent: readonly Sent[], from = 0) =>
  sent.slice(from).filter(({ receiptId }) => receiptId !== null).length;

/** A time or a count, reported to the person who runs the test. */
export const tell = (figure: string) => void process.stdout.write(`  ${figure}\n`);

/** Waits for something that servers do; says what they said if it does not come. */
export async function until(
  condition: () => boolean,
  servers: readonly Server[],
  limitMs = BACK_LIMIT_MS,
): Promise<void> {
  const end = Date.now() + limitMs;
  while (!condition()) {
    for (const { child, errors } of servers)
      if (child.exitCode !== null) throw new Error(`a server ended with ${child.exitCode}: ${errors()}`);
    if (Date.now() > end)
      throw new Error(`not so far after ${limitMs / 1000} s: ${servers.map(({ errors }) => errors()).join('; ')}`);
    await sleep(50);
  }
}

/**
 * Holds a member's row, so that calls of theirs wait in the middle of their transaction, with a connection lent out.
 */
export async function holdRow(url: string, member: TestMember | undefined): Promise<() => Promise<void>> {
  const holder = new Client({ connectionString: url });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM members WHERE id = $1 FOR UPDATE', [member?.id]);
  return () => holder.end().catch(() => undefined);
}
