// Whatever the database says may happen once is used by fifty at once in `npm run prove -- --only once`: a moment or a
// unique index that is new needs its contest there.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '#fixtures/club/database.ts';
import { createKysely } from '#server/platform/db/kysely.ts';
import { INVENTORY, mismatches } from '../prove/once/inventory.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

it('has a contest, or a reason for none', async () => {
  expect(await mismatches(createKysely(database.pool))).toEqual([]);
});

it('is not complete without one of its lines', async () => {
  const { 'chain_keys.retired_at': _, ...rest } = INVENTORY;
  expect(await mismatches(createKysely(database.pool), rest)).toEqual(['chain_keys.retired_at has no line']);
});
