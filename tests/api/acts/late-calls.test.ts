// A call is admitted before its body is read. If its session ends in between, the call does nothing: every unsafe
// operation that needs a session, with a body that arrives after the end (S-09 and S-12).
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPushKeys } from '#server/domain/notices/push-keys.ts';
import { readRoutes, type RouteObject } from '#server/platform/contract/document.ts';
import { exampleBody, examplePath } from '../support/described.ts';
import { PASSWORD } from '#fixtures/club/members.ts';
import { rich, setRates, type Rich } from '../support/money.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
  // As a start does, so that no call makes them.
  await readPushKeys(world.services);
});
afterAll(() => world.close());

const UNSAFE = readRoutes().filter(({ method, authentication }) => method !== 'GET' && authentication === 'required');

interface Late {
  readonly operationId: string;
  /** Sends the body and waits for the response. */
  finish(): Promise<{ operationId: string; status: number; code: string | undefined }>;
}

/** A call that was admitted: its headers have arrived, and the server waits for its body. */
async function begin({ token }: Rich, route: RouteObject): Promise<Late> {
  let waiting: (() => void) | null = null;
  const letIn = new Promise<void>((resolve) => void (waiting = resolve));
  const payload = new Readable({ read: () => waiting?.() });
  const url = `/api${examplePath(route)}`;
  const headers = {
    authorization: `Bearer ${token}`,
    'idempotency-key': randomUUID(),
    'content-type': 'application/json',
  };
  const answer = world.app.inject({ method: route.method, url, headers, payload });
  await Promise.race([letIn, answer]);
  return {
    operationId: route.operationId,
    finish: async () => {
      payload.push(JSON.stringify(exampleBody(route)));
      payload.push(null);
      const { statusCode, body } = await answer;
      return { operationId: route.operationId, status: statusCode, code: (JSON.parse(body) as { code?: string }).code };
    },
  };
}

/** Every row of the database, as one line per table. */
async function everything(): Promise<Record<string, string>> {
  const tables = await sql<{
    name: string;
  }>`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`.execute(
    world.db,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{
      all: string;
    }>`SELECT coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS all FROM ${sql.table(name)} t`.execute(
      world.db,
    );
    found[name] = rows[0]?.all ?? '';
  }
  return found;
}

describe('calls whose body comes after their session has ended', () => {
  it('are all in the description: each has a body to send', () => {
    expect(UNSAFE.length).toBeGreaterThan(25);
    expect(
      UNSAFE.filter((route) => route.hasBody && Object.keys(exampleBody(route)).length === 0).map(
        ({ operationId }) => operationId,
      ),
    ).toEqual([]);
  });

  it('by a freeze of the account report that and leave nothing behind', async () => {
    const who = await rich(world, { USDT: '1000' });
    const calls = await Promise.all(UNSAFE.map((route) => begin(who, route)));
    expect((await who.call('freezeAccount')).status).toBe(200);
    const before = await everything();
    const answers = [];
    for (const call of calls) answers.push(await call.finish());
    // Freezing a frozen account returns since when, as it does for a second press.
    const others = answers.filter(({ operationId }) => operationId !== 'freezeAccount');
    expect(others.filter(({ code }) => code !== 'session_ended')).toEqual([]);
    expect(await everything()).toEqual({ ...before, requests: expect.any(String) });
  });

  it('by the member elsewhere report that and leave nothing behind, a freeze included', async () => {
    const who = await rich(world, { USDT: '1000' });
    const calls = await Promise.all(UNSAFE.map((route) => begin(who, route)));
    const other = world.browser();
    const { accessToken: token } = await other.session(who.member);
    expect((await other.call('endOtherSessions', { body: { password: PASSWORD }, token })).status).toBe(200);
    const before = await everything();
    const answers = [];
    for (const call of calls) answers.push(await call.finish());
    expect(answers.filter(({ code }) => code !== 'session_ended')).toEqual([]);
    expect(await everything()).toEqual(before);
  });
});
