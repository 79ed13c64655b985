// No statement that members cause reads a whole table: each finds its rows by an index, and so does the database when
// it looks for what a removed row leaves behind.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '#fixtures/club/database.ts';
import type { Database } from '#server/platform/db/database.ts';
import { sendPushes } from '#server/domain/notices/send-pushes.ts';
import { sendMails } from '#server/platform/mail/send-mails.ts';
import { readRoutes } from '#server/platform/contract/document.ts';
import { exampleBody, examplePath } from '../api/support/described.ts';
import { rich, setRates } from '../api/support/money.ts';
import { confirm, drafted, ownerIn, asked } from '../api/support/passkey-confirmation.ts';
import { signInBy } from '../api/support/passkeys.ts';
import { noPost, subscribed } from '../api/support/push.ts';
import { createWorld, type World } from '../api/support/world.ts';

/** Tables that stay small whatever members do, with what bounds them. */
const SMALL: Readonly<Record<string, string>> = {
  club_state: 'one row',
  clock_state: 'one row',
  chain_cursors: 'one row per network',
  chain_keys: 'one row per key of the club',
  content_versions: 'written by operators',
  contents: 'written by operators',
  daily_rates: 'one row per stage',
  held_rates: 'one row per asset',
  process_lags: 'one row per network',
  push_keys: 'one row',
  rules: 'written by operators',
  sales_state: 'one row',
  support_requests: 'written by operators',
};

let world: World;
const statements = new Set<string>();

/** The pool, with what is asked of it written down. */
function recorded(database: Database): Database {
  const pool = new Proxy(database.pool, {
    get(target, name) {
      if (name !== 'connect') return Reflect.get(target, name, target) as unknown;
      return async () => {
        const client = await target.connect();
        return new Proxy(client, {
          get(one, part) {
            const value = Reflect.get(one, part, one) as unknown;
            if (typeof value !== 'function') return value;
            return (...given: unknown[]) => {
              if (part === 'query' && typeof given[0] === 'string') statements.add(given[0]);
              return (value as (...all: unknown[]) => unknown).apply(one, given);
            };
          },
        });
      };
    },
  });
  return { ...database, pool };
}

beforeAll(async () => {
  world = await createWorld({ database: recorded(await freshDatabase()) });
  await setRates(world);
});
afterAll(() => world.close());

/** What members cause: every operation with its example, sign-ins of each kind, and confirmations. */
async function aDay(): Promise<void> {
  await rich(world, {}, { username: 'Recipient' });
  const who = await ownerIn(world, { secondFactor: true });
  await who.call('turnOnPush', { body: subscribed().wanted });
  const id = await drafted(who);
  await confirm(who, id, who.device.get(await asked(who, id)));
  await signInBy(world, who.device);
  const refreshed = world.browser();
  const { refreshToken } = await refreshed.session(await world.member());
  await refreshed.call('refreshToken', { body: { refreshToken } });
  await refreshed.call('revokeToken', { body: {} });
  for (const route of readRoutes()) {
    // Never ends.
    if (route.responses.get(200)?.includes('text/event-stream') === true) continue;
    const caller = await rich(world, { USDT: '100' });
    const headers = {
      authorization: `Bearer ${caller.token}`,
      'idempotency-key': world.services.random.uuid(),
      ...(route.hasBody ? { 'content-type': 'application/json' } : {}),
    };
    const payload = route.hasBody ? { payload: JSON.stringify(exampleBody(route)) } : {};
    await world.app.inject({ method: route.method, url: `/api${examplePath(route)}`, headers, ...payload });
  }
  await sendMails(world.db, { mailer: { deliver: async () => ({ kind: 'sent' }) }, clock: world.clock });
  await sendPushes(world.services, noPost);
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
}

/** The tables that a plan reads from one end to the other. */
function wholeIn(plan: Plan): string[] {
  const below = (plan.Plans ?? []).flatMap(wholeIn);
  return plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? '?', ...below] : below;
}

/** How the database carries a statement out if it may read a whole table only where nothing else is possible. */
async function planOf(statement: string): Promise<Plan> {
  return world.db.connection().execute(async (db) => {
    const count = Math.max(0, ...[...statement.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
    const nulls = count === 0 ? '' : `(${Array.from({ length: count }, () => 'NULL').join(', ')})`;
    await sql`SET enable_seqscan = off`.execute(db);
    await sql`SET plan_cache_mode = force_generic_plan`.execute(db);
    await sql.raw(`PREPARE explained AS ${statement}`).execute(db);
    try {
      const { rows } = await sql
        .raw<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`EXPLAIN (FORMAT JSON) EXECUTE explained${nulls}`)
        .execute(db);
      return rows[0]?.['QUERY PLAN'][0].Plan ?? { 'Node Type': 'none' };
    } finally {
      await sql`DEALLOCATE explained`.execute(db);
      await sql`RESET enable_seqscan`.execute(db);
      await sql`RESET plan_cache_mode`.execute(db);
    }
  });
}

describe('statements', () => {
  it('that members cause read no table from one end to the other', async () => {
    await aDay();
    const caused = [...statements].filter((each) => /^\s*(?:select|insert|update|delete|with)\b/i.test(each));
    expect(caused.length).toBeGreaterThan(200);
    const whole: string[] = [];
    for (const statement of caused)
      for (const table of wholeIn(await planOf(statement))) if (!(table in SMALL)) whole.push(`${table}: ${statement}`);
    expect(whole).toEqual([]);
  });
});

describe('rows that are removed', () => {
  it('are looked for by an index wherever they may be named', async () => {
    const removed = new Set(
      readdirSync('server', { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .flatMap((name) => [...readFileSync(join('server', name), 'utf8').matchAll(/deleteFrom\('(\w+)'\)/g)])
        .map(([, table = '']) => table),
    );
    expect(removed.size).toBeGreaterThan(20);
    const { rows } = await sql<{ child: string; parent: string; columns: string[]; cascades: boolean; found: boolean }>`
      SELECT c.conrelid::regclass::text AS child, c.confrelid::regclass::text AS parent,
        c.confdeltype = 'c' AS cascades,
        ARRAY(
          SELECT attname::text FROM unnest(c.conkey) k
          JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k
        ) AS columns,
        EXISTS (
          SELECT FROM pg_index i
          WHERE i.indrelid = c.conrelid AND i.indpred IS NULL AND (i.indkey::smallint[])[0] = c.conkey[1]
        ) AS found
      FROM pg_constraint c WHERE c.contype = 'f'`.execute(world.db);
    for (let before = -1; before !== removed.size;) {
      before = removed.size;
      for (const { child, parent, cascades } of rows) if (cascades && removed.has(parent)) removed.add(child);
    }
    const missing = rows.filter(({ parent, found }) => removed.has(parent) && !found);
    expect(missing.map(({ child, columns, parent }) => `${child} (${columns.join(', ')}) of ${parent}`)).toEqual([]);
  });
});
