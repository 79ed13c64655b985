// The order of every list of a reply, and whose rows it has: rows of many moments, several at each, which lie in the
// database in another order, beside as many of another member's. Pages end among rows of one moment.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECEIPTS_OF, type HistoryKind } from '#server/domain/receipts/kinds.ts';
import { bodyOf, type Answer, type RequestOf } from '../support/call.ts';
import { describedLists } from '../support/described-lists.ts';
import { rich, setRates, type Rich } from '../support/money.ts';
import { orderedLists } from '../support/ordered-lists.ts';
import { addHistory, ADDED, newestFirst, type History } from '../support/ordered-rows.ts';
import { ORDERS } from '../support/orders.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
  await world.member();
});
afterAll(() => world.close());

const LISTS = orderedLists(() => world);

/** All items of a list, page by page. */
async function allOf<Item>(read: (cursor?: string) => Promise<Answer>): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: { items: Item[]; nextCursor?: string | null } = bodyOf(await read(cursor));
    items.push(...page.items);
    cursor = page.nextCursor ?? null;
  }
  return items;
}

describe('a history', () => {
  type Query = NonNullable<RequestOf<'listHistory'>['query']>;
  const ALL = [...new Set(Object.values(RECEIPTS_OF).flatMap(({ kinds }) => kinds))];
  const QUERIES: readonly Query[] = [
    {},
    { from: '2026-11-10' },
    { to: '2026-11-09' },
    { from: '2026-11-09', to: '2026-11-09' },
    { from: '2026-11-08', to: '2026-11-11', status: 'completed' },
    { status: 'notApproved', asset: 'USDT' },
    { asset: 'BTC' },
  ];
  let who: Rich;
  let mine: History[];
  beforeAll(async () => {
    who = await rich(world, {});
    const other = await rich(world, {});
    mine = await addHistory(world, who.member.id, ALL);
    await addHistory(world, other.member.id, ALL);
  });

  /** What the contract says of a query, of every row. */
  const isWanted = (row: History, kind: HistoryKind, { from, to, status, asset }: Query): boolean => {
    const { kinds, asset: only } = RECEIPTS_OF[kind];
    const day = row.at.toISOString().slice(0, 10);
    const isAbout = (wanted: string): boolean => row.asset === wanted || row.counter === wanted;
    return (
      (kinds.length === 0 || kinds.includes(row.kind)) &&
      (only === undefined || (isAbout(only) && (asset === undefined || asset === only))) &&
      (asset === undefined || isAbout(asset)) &&
      (from === undefined || day >= from) &&
      (to === undefined || day <= to) &&
      (status === undefined || row.status === status)
    );
  };

  it.each(Object.keys(RECEIPTS_OF) as HistoryKind[])('%s has its own rows alone, newest first', async (kind) => {
    let found = 0;
    for (const query of QUERIES) {
      const wanted = mine
        .filter((row) => isWanted(row, kind, query))
        .sort(newestFirst)
        .map(({ id }) => id);
      const listed = await allOf<{ id: string }>((cursor) =>
        who.call('listHistory', { path: { kind }, query: { ...query, ...(cursor === undefined ? {} : { cursor }) } }),
      );
      expect([query, listed.map(({ id }) => id)]).toEqual([query, wanted]);
      found += wanted.length;
    }
    expect(found).toBeGreaterThan(ADDED);
  });

  it('is in its file in the same order', async () => {
    for (const query of QUERIES) {
      const wanted = mine.filter((row) => isWanted(row, 'depositWithdrawal', query)).sort(newestFirst);
      const file = await who.call('exportHistory', { path: { kind: 'depositWithdrawal' }, query });
      const lines: string[] = file.body.trim().split('\r\n').slice(1);
      expect(lines.map((line) => line.split(',')[3])).toEqual(wanted.map(({ at }) => at.toISOString()));
      expect(lines.map((line) => line.split(',')[2])).toEqual(wanted.map(({ status }) => status));
    }
  });
});

it('each list of a reply has an order that is tested, or a reason why it has none', () => {
  const told = [...Object.keys(LISTS), 'listHistory.items', ...Object.keys(ORDERS)];
  expect(told.toSorted()).toEqual(describedLists().toSorted());
  for (const [list, tried] of Object.entries(ORDERS)) {
    if (typeof tried === 'string') continue;
    const [file, title] = tried;
    expect(readFileSync(file, 'utf8').includes(title), `${list}: ${title}`).toBe(true);
  }
});

it.each(Object.entries(LISTS))('%s', async (_name, { fill, read, keyOf }) => {
  const [who, other] = [await rich(world, {}), await rich(world, {})];
  const wanted = await fill(who, other);
  const listed = (await allOf<never>((cursor) => read(who, cursor))).map(keyOf);
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed).toEqual(wanted);
});
