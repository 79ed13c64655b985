import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { watchBooks } from '#server/entry/jobs/watch-books.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { assertBooksOpen, BooksStopped } from '#server/domain/ledger/books-open.ts';
import { checkBooks, reopenBooks } from '#server/domain/ledger/check-books.ts';
import { openingGrant, transfer } from '#server/domain/ledger/moves.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';

let world: World;
let ann: TestMember;
let ben: TestMember;
beforeEach(async () => {
  await (world as World | undefined)?.close();
  world = await createWorld();
  ann = await world.member();
  ben = await world.member();
  await inTransaction(world.db, (trx) =>
    openingGrant(trx, world.services.random, { ...act(), asset: 'USDT', amount: '100', status: 'completed' }),
  );
  await send('10');
});
afterAll(() => world.close());

const act = () => ({ key: randomUUID(), at: world.clock.now(), memberId: ann.id, ruleVersion: 1 });
const send = (amount: string) =>
  inTransaction(world.db, (trx) =>
    transfer(trx, world.services.random, { ...act(), toMemberId: ben.id, asset: 'USDT', amount }),
  );
const check = (full = false) => checkBooks(world.db, { now: world.clock.now(), full });
const asOwner = (statement: string) =>
  sql
    .raw(`SET session_replication_role = replica; ${statement}; SET session_replication_role = origin`)
    .execute(world.db);

describe('the check of the books', () => {
  it('agrees with what was posted, and continues from there', async () => {
    expect(await check()).toEqual({ kind: 'agree' });
    const first = await world.db.selectFrom('books_check').selectAll().executeTakeFirstOrThrow();
    await send('0.000001');
    expect(await check()).toEqual({ kind: 'agree' });
    expect(
      (await world.db.selectFrom('books_check').selectAll().executeTakeFirstOrThrow()).checked_journal,
    ).toBeGreaterThan(first.checked_journal);
    expect(await check(true)).toEqual({ kind: 'agree' });
    await assertBooksOpen(world.db);
  });

  /** What a person with direct access to the database could do behind the books' back. */
  const tampering: [what: string, statement: () => string, found: RegExp][] = [
    [
      'a balance that was raised',
      () => `UPDATE accounts SET balance = 91 WHERE member_id = '${ann.id}'`,
      /has 91 USDT, its postings come to 90/,
    ],
    [
      'a posting that was changed',
      () => 'UPDATE postings SET amount = -9 WHERE amount = -10',
      /journal \d+ comes to 1 USDT/,
    ],
    ['a posting that was lost', () => 'DELETE FROM postings WHERE amount = 10', /journal \d+ comes to -10 USDT/],
    [
      'money out of nothing',
      () => `INSERT INTO accounts (member_id, kind, asset, balance) VALUES ('${ben.id}', 'wallet', 'BTC', 1)`,
      /has 1 BTC, its postings come to 0/,
    ],
  ];

  it.each(tampering)('finds %s, stops money and says so once in the audit', async (_what, statement, found) => {
    await asOwner(statement());
    const result = await check();
    expect(result).toMatchObject({ kind: 'disagree' });
    expect(result.kind === 'disagree' ? result.violations.join('\n') : '').toMatch(found);
    await expect(assertBooksOpen(world.db)).rejects.toThrow(BooksStopped);
    await expect(watchBooks(world.services, { full: true })).rejects.toThrow('the books disagree, money is stopped');
    const audited = await world.db
      .selectFrom('audit_events')
      .select('details')
      .where('kind', '=', 'books_stopped')
      .execute();
    expect(audited).toHaveLength(1);
  });

  it('finds, when run in full, what was changed before the last check', async () => {
    expect(await check()).toEqual({ kind: 'agree' });
    await asOwner('UPDATE postings SET amount = -9 WHERE amount = -10');
    expect(await check()).toEqual({ kind: 'agree' });
    expect(await check(true)).toMatchObject({ kind: 'disagree' });
  });

  it('reopens the books only if all of them agree', async () => {
    await asOwner(`UPDATE accounts SET balance = 91 WHERE member_id = '${ann.id}'`);
    await check();
    expect(await reopenBooks(world.db, world.clock.now())).toMatchObject({ kind: 'disagree' });
    await expect(assertBooksOpen(world.db)).rejects.toThrow(BooksStopped);
    await asOwner(`UPDATE accounts SET balance = 90 WHERE member_id = '${ann.id}'`);
    expect(await reopenBooks(world.db, world.clock.now())).toEqual({ kind: 'agree' });
    await assertBooksOpen(world.db);
  });
});
