import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '#money/assets.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import type { ReceiptKind } from '#server/platform/db/book-tables.ts';
import { journalsOf, listReceipts, type HistoryQuery, type Receipt } from '#server/domain/ledger/history.ts';
import { openingGrant, transfer } from '#server/domain/ledger/moves.ts';
import { newReference, writeReceipts } from '#server/domain/ledger/receipts.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';

let world: World;
let ann: TestMember;
let ben: TestMember;
beforeAll(async () => {
  world = await createWorld();
  ann = await world.member();
  ben = await world.member();
  await fill();
});
afterAll(() => world.close());

const START = Date.parse('2026-02-01T00:00:00Z');
const KINDS: ReceiptKind[] = ['deposit', 'withdrawal', 'staking_reward', 'binary_bonus'];
const COUNT = 40;
/** Three at each time, so that a page can end between equal times. */
const moment = (index: number) => new Date(START + Math.floor(index / 3) * 60_000);
const statusOf = (index: number) =>
  KINDS[index % 4] === 'deposit' ? (index % 8 === 0 ? 'completed' : 'in_process') : null;

async function fill(): Promise<void> {
  const receipts = Array.from({ length: COUNT }, (_, index) => ({
    id: world.services.random.uuid(),
    memberId: ann.id,
    kind: KINDS[index % 4] ?? 'deposit',
    status: statusOf(index),
    at: moment(index),
    asset: 'USDT' as Asset,
    amount: String(index + 1),
    ruleVersion: 1,
  }));
  await inTransaction(world.db, (trx) => writeReceipts(trx, world.services.random, receipts));
}

async function all(query: Omit<HistoryQuery, 'memberId' | 'limit'>): Promise<Receipt[]> {
  const found: Receipt[] = [];
  for (;;) {
    const last = found.at(-1);
    const page = await listReceipts(world.db, {
      ...query,
      memberId: ann.id,
      limit: 7,
      ...(last === undefined ? {} : { after: { at: last.at, id: last.id } }),
    });
    found.push(...page);
    if (page.length < 7) return found;
  }
}

describe('a history', () => {
  it('has each receipt once, newest first, whatever the pages', async () => {
    const found = await all({ kinds: [] });
    expect(found).toHaveLength(COUNT);
    expect(new Set(found.map(({ id }) => id)).size).toBe(COUNT);
    const order = found.map(({ at, id }) => `${at.toISOString()} ${id}`);
    expect(order).toEqual(order.toSorted().toReversed());
  });

  it('of some kinds is in one order', async () => {
    const found = await all({ kinds: ['staking_reward', 'binary_bonus'] });
    expect(found).toHaveLength(COUNT / 2);
    const order = found.map(({ at, id }) => `${at.toISOString()} ${id}`);
    expect(order).toEqual(order.toSorted().toReversed());
  });

  it('is filtered by status, and by date including the first moment and excluding the last', async () => {
    expect(await all({ kinds: ['deposit', 'withdrawal'], statuses: ['completed'] })).toHaveLength(5);
    expect(await all({ kinds: [], statuses: ['completed', 'in_process'] })).toHaveLength(10);
    expect(await all({ kinds: [], from: moment(3), before: moment(9) })).toHaveLength(6);
  });

  it('shows what was moved, to both sides of a transfer and to nobody else', async () => {
    const act = { at: world.clock.now(), memberId: ann.id, ruleVersion: 1 };
    await inTransaction(world.db, (trx) =>
      openingGrant(trx, world.services.random, {
        ...act,
        key: 'opening',
        asset: 'MSPC',
        amount: '10',
        status: 'completed',
      }),
    );
    await inTransaction(world.db, (trx) =>
      transfer(trx, world.services.random, {
        ...act,
        key: 'transfer',
        toMemberId: ben.id,
        asset: 'MSPC',
        amount: '2.5',
      }),
    );
    const [sent] = await listReceipts(world.db, { memberId: ann.id, kinds: ['transfer_out'], limit: 1 });
    const [got] = await listReceipts(world.db, { memberId: ben.id, kinds: ['transfer_in'], limit: 1 });
    if (sent === undefined || got === undefined) throw new Error('there is no receipt');
    const journals = await journalsOf(world.db, sent);
    expect(journals).toMatchObject([
      {
        kind: 'transfer',
        ruleVersion: 1,
        postings: [
          { memberId: ann.id, account: 'wallet', asset: 'MSPC', amount: '-2.5' },
          { memberId: ben.id, amount: '2.5' },
        ],
      },
    ]);
    expect(await journalsOf(world.db, got)).toEqual(journals);
  });
});

describe('a reference', () => {
  it('that exists already is generated again', async () => {
    let given = 0;
    // The first eight bytes of both are the same; the rest is not.
    const bytes = () => Uint8Array.of(given++ < 16 ? 5 : given % 200);
    const ids = { uuid: () => world.services.random.uuid(), bytes };
    const receipt = () => ({
      id: ids.uuid(),
      memberId: ben.id,
      kind: 'purchase' as const,
      status: null,
      at: world.clock.now(),
      asset: 'USDT' as const,
      amount: '-1',
      ruleVersion: 1,
    });
    const [first, second] = [receipt(), receipt()];
    await inTransaction(world.db, async (trx) => {
      await writeReceipts(trx, ids, [first]);
      await writeReceipts(trx, ids, [second]);
    });
    const rows = await world.db
      .selectFrom('receipts')
      .select(['id', 'reference'])
      .where('kind', '=', 'purchase')
      .where('member_id', '=', ben.id)
      .execute();
    expect(rows.find(({ id }) => id === first.id)?.reference).toBe('P-7777-7777');
    expect(new Set(rows.map(({ reference }) => reference)).size).toBe(2);
    expect(newReference(world.services.random, 'withdrawal')).toMatch(/^W-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
  });
});
