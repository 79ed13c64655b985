// Whatever members and the club do in whatever order: nothing appears, nothing is lost, no balance becomes negative
// (D-03).
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { normal } from '#money/amount.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';
import { checkLedger } from '#tests/prove/models/ledger.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

describe('after any sequence of movements', () => {
  it('members have what a small model says, and the books agree', async () => {
    await checkLedger(world, { seed: Date.now() % 2 ** 31, runs: 20, longest: 50 });
    expect(await checkBooks(world.db, { now: world.clock.now(), full: true })).toEqual({ kind: 'agree' });
    const { rows } = await sql<{
      total: string;
    }>`SELECT sum(amount)::text AS total FROM postings GROUP BY asset`.execute(world.db);
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.map(({ total }) => normal(total))).toEqual(rows.map(() => '0'));
  }, 240_000);
});
