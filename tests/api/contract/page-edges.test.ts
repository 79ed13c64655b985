// Every list that comes in pages, with one row less than a page, exactly a page, and one row more: another page is
// promised only if there is one, and every row comes once.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CULTURES } from '#openapi/cultures.ts';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { RECEIPTS_OF, type HistoryKind } from '#server/domain/receipts/kinds.ts';
import type { ReceiptKind } from '#server/platform/db/book-tables.ts';
import { bodyOf, type Answer } from '../support/call.ts';
import { rich, type Rich } from '../support/money.ts';
import { addReceipts, addStakes } from '../support/rows.ts';
import { chain, growTree } from '../support/trees.ts';
import { createWorld, type World } from '../support/world.ts';

interface Page {
  items: unknown[];
  nextCursor: string | null;
}

interface List {
  /** The source of its page length. */
  source: string;
  /** Its page behind a cursor; the first without one. Asked after `add`, where the rows decide it. */
  read(who: Rich, cursor?: string): Promise<Answer>;
  /** What the list contains before anything is added. */
  begins?(who: Rich): Promise<number>;
  add(who: Rich, count: number): Promise<unknown>;
}

const SERVER = join(process.cwd(), 'server');
const TEXTS = JSON.stringify(
  Object.fromEntries(CULTURES.map((culture) => [culture, { title: 'Title', body: 'Body' }])),
);

let world: World;
let added = 0;
beforeAll(async () => {
  world = await createWorld();
  await world.member();
});
afterAll(() => world.close());

const fresh = () => `p${(added += 1)}x`;

const receipts = (who: Rich, count: number, wanted: { kind: ReceiptKind; asset?: string }): Promise<string[]> =>
  addReceipts(world, who.member.id, { count, ...wanted });
const stakes = async (who: Rich, count: number): Promise<void> =>
  void (await addStakes(world, who.member.id, { count }));

/** Past months, before those that the list has; the member was seated in the first of them. */
async function months(who: Rich, count: number): Promise<void> {
  const at = world.clock.now();
  await sql`
    INSERT INTO bonus_periods (month, state, input_closed_at, calculated_at, released_at, rule_version, bonus_on, rate, usdt_rate, usdt_rate_at)
    SELECT (first.month - make_interval(months => place))::date, 'released', ${at}, ${at}, ${at}, 1, true, 0.1, 1, ${at}
    FROM generate_series(1, ${count}::integer) AS place, (SELECT coalesce(min(month), date_trunc('month', ${at}::timestamptz)::date) AS month FROM bonus_periods) AS first`.execute(
    world.db,
  );
  await sql`UPDATE seats SET placed_at = (SELECT min(month) FROM bonus_periods)::timestamp AT TIME ZONE 'UTC' WHERE member_id = ${who.member.id}`.execute(
    world.db,
  );
}

async function introduced(who: Rich, count: number): Promise<void> {
  const prefix = fresh();
  await run(who, count, prefix);
  await world.db
    .updateTable('members')
    .set({ introducer_id: who.member.id })
    .where('username', 'like', `${prefix}%`)
    .execute();
}

/** The lowest seat on the left, below which a run of seats is added. */
const lowest = new Map<string, { seatNo: number; username: string }>();
async function run(who: Rich, count: number, prefix = fresh()): Promise<void> {
  const seats = await growTree(world, {
    under: lowest.get(who.member.id)?.seatNo ?? who.member.seatNo,
    prefix,
    plan: chain(count, 'left'),
  });
  const last = seats.at(-1);
  if (last !== undefined) lowest.set(who.member.id, last);
}

const history = (kind: HistoryKind): List => {
  const {
    kinds: [first = 'deposit'],
    asset,
  } = RECEIPTS_OF[kind];
  return {
    source: 'domain/wallet/history.ts',
    read: (who, cursor) => who.call('listHistory', { path: { kind }, query: { cursor } }),
    add: (who, count) => receipts(who, count, { kind: first, ...(asset === undefined ? {} : { asset }) }),
  };
};

const LISTS: Readonly<Record<string, List>> = {
  ...Object.fromEntries(
    (Object.keys(RECEIPTS_OF) as HistoryKind[]).map((kind) => [`listHistory ${kind}`, history(kind)]),
  ),
  listStakes: {
    source: 'domain/stakes/list.ts',
    read: (who, cursor) => who.call('listStakes', { query: { cursor } }),
    add: stakes,
  },
  'listStakes running': {
    source: 'domain/stakes/list.ts',
    read: (who, cursor) => who.call('listStakes', { query: { state: 'running', cursor } }),
    add: stakes,
  },
  listActivity: {
    source: 'platform/audit/activity.ts',
    read: (who, cursor) => who.call('listActivity', { query: { cursor } }),
    begins: async (who) => (await world.auditOf(who.member)).length,
    add: (who, count) =>
      sql`INSERT INTO audit_events (at, member_id, kind, details) SELECT ${world.clock.now()}, ${who.member.id}, 'signed_in', '{}' FROM generate_series(1, ${count}::integer)`.execute(
        world.db,
      ),
  },
  listNotices: {
    source: 'domain/notices/notices.ts',
    read: (who, cursor) => who.call('listNotices', { query: { cursor } }),
    begins: async () => 0,
    add: (who, count) =>
      sql`INSERT INTO notices (member_id, kind, event, at) SELECT ${who.member.id}, 'moneyHeld', gen_random_uuid(), ${world.clock.now()} FROM generate_series(1, ${count}::integer)`.execute(
        world.db,
      ),
  },
  listNews: {
    source: 'domain/contents/news.ts',
    read: (who, cursor) => who.call('listNews', { query: { cursor } }),
    begins: async () =>
      Number(
        (
          await world.db
            .selectFrom('news')
            .select(({ fn }) => fn.countAll<string>().as('count'))
            .where('published_at', 'is not', null)
            .where('retracted_at', 'is', null)
            .executeTakeFirstOrThrow()
        ).count,
      ),
    add: (_who, count) =>
      sql`INSERT INTO news (texts, added_at, published_at) SELECT ${TEXTS}::jsonb, ${world.clock.now()}, ${world.clock.now()} FROM generate_series(1, ${count}::integer)`.execute(
        world.db,
      ),
  },
  listInquiries: {
    source: 'domain/inquiries/own.ts',
    read: (who, cursor) => who.call('listInquiries', { query: { cursor } }),
    add: (who, count) =>
      sql`
        WITH asked AS (
          INSERT INTO inquiries (id, ticket, member_id, category, status, opened_at, updated_at)
          SELECT gen_random_uuid(), 'Q-2222-' || lpad((${(added += 100)}::integer + place)::text, 4, '0'), ${who.member.id}, 'other', 'open', ${world.clock.now()}, ${world.clock.now()} FROM generate_series(1, ${count}::integer) AS place RETURNING id)
        INSERT INTO inquiry_messages (inquiry_id, from_member, at, body) SELECT id, true, ${world.clock.now()}, 'Hello' FROM asked`.execute(
        world.db,
      ),
  },
  getReferralEarnings: {
    source: 'domain/bonuses/earnings.ts',
    read: (who, cursor) => who.call('getReferralEarnings', { query: { cursor } }),
    add: introduced,
  },
  listSalesMonths: {
    source: 'domain/bonuses/sales.ts',
    read: (who, cursor) => who.call('listSalesMonths', { query: { cursor } }),
    begins: () => Promise.resolve(1),
    add: months,
  },
  listDownLines: {
    source: 'domain/seats/down-lines.ts',
    read: (who, cursor) => who.call('listDownLines', { query: { cursor } }),
    add: run,
  },
  'listDownLines with a search': {
    source: 'domain/seats/down-lines.ts',
    read: (who, cursor) => who.call('listDownLines', { query: { search: 'x', cursor } }),
    add: run,
  },
  getSeatUp: {
    source: 'domain/seats/way-up.ts',
    read: (who, cursor) =>
      who.call('getSeatUp', {
        query: { username: lowest.get(who.member.id)?.username ?? who.member.username, cursor },
      }),
    begins: () => Promise.resolve(1),
    add: run,
  },
};

const pageOf = (source: string) =>
  Number(/^const PAGE = (\d+);/mu.exec(readFileSync(join(SERVER, source), 'utf8'))?.[1]);

/** Lists that belong to no operation. */
const ELSEWHERE = ['platform/mail/kept-mails.ts'];

it('covers every operation or source with pages', () => {
  interface Schema {
    $ref?: string;
    properties?: Record<string, unknown>;
  }
  const { schemas } = description.components as unknown as { schemas: Record<string, Schema> };
  const named = (schema: Schema | undefined) =>
    schema?.$ref === undefined ? schema : schemas[schema.$ref.split('/').at(-1) ?? ''];
  type Operation = {
    operationId: string;
    responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
  };
  const operations = Object.values(description.paths as unknown as Record<string, Record<string, Operation>>).flatMap(
    (methods) => Object.values(methods),
  );
  const paged = operations.filter(
    ({ responses }) =>
      named(responses['200']?.content?.['application/json']?.schema)?.properties?.nextCursor !== undefined,
  );
  expect([...new Set(Object.keys(LISTS).map((name) => name.split(' ')[0]))].sort()).toEqual(
    paged.map(({ operationId }) => operationId).sort(),
  );
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && Number.isInteger(pageOf(file)),
  );
  expect([...new Set([...Object.values(LISTS).map(({ source }) => source), ...ELSEWHERE])].sort()).toEqual(
    files.sort(),
  );
});

it.each(Object.entries(LISTS))('%s', async (_name, { source, read, begins, add }) => {
  const who = await rich(world, {});
  const page = pageOf(source);
  let there = (await begins?.(who)) ?? 0;
  for (const rows of [page - 1, page, page + 1]) {
    await add(who, rows - there);
    there = rows;
    const first: Page = bodyOf(await read(who));
    expect([first.items.length, first.nextCursor === null]).toEqual([Math.min(rows, page), rows <= page]);
    const second: Pick<Page, 'items'> =
      first.nextCursor === null ? { items: [] } : bodyOf(await read(who, first.nextCursor));
    expect(first.items.length + second.items.length).toBe(rows);
    expect(new Set([...first.items, ...second.items].map((item) => JSON.stringify(item))).size).toBe(rows);
    expect(second).toMatchObject(first.nextCursor === null ? {} : { nextCursor: null });
  }
});
