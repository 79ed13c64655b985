// A club for tests of what follows when its database was put back to an earlier moment.
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { outcomeOf, type Outcome } from '#server/entry/operator/outcome.ts';
import { rich, setRates, type Rich } from './money.ts';
import { createWorld, type World } from './world.ts';

/** What each test has: the club, in which no restore waits, and somebody with 10,000 USDT. */
export interface PutBack {
  readonly world: World;
  readonly who: Rich;
  /** A command of the operator. */
  run(...args: string[]): Promise<Outcome>;
  /** Says that the club was put back to this moment. */
  begin(): Promise<void>;
  /** What an operator calls a withdrawal by. */
  referenceOf(id: string): Promise<string>;
  /** The chain shows that a transaction paid a withdrawal of 400 USDT. */
  sighted(id: string, txId: string): Promise<void>;
}

/** Ends a restore without its review, so that it does not last into the next test. */
export async function endRestore({ db }: Pick<World, 'db'>): Promise<void> {
  await db.updateTable('club_state').set({ restored_at: null, restored_from: null }).execute();
}

/** Opens the club before the tests of a file; its parts are there once a test runs. */
export function clubToPutBack(): PutBack {
  let world: World;
  let who: Rich;
  beforeAll(async () => {
    world = await createWorld();
    await setRates(world);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await endRestore(world);
    who = await rich(world, { USDT: '10000' });
  });
  const run = (...args: string[]) => outcomeOf(world.services, { args, operator: 'olga' });
  return {
    get world() {
      return world;
    },
    get who() {
      return who;
    },
    run,
    begin: async () => {
      const outcome = await run('restored', 'begin', '--from', world.clock.now().toISOString());
      expect(outcome.code, outcome.text).toBe(0);
    },
    referenceOf: async (id) =>
      (await world.db.selectFrom('receipts').select('reference').where('id', '=', id).executeTakeFirstOrThrow())
        .reference,
    sighted: async (id, txId) => {
      await world.db
        .insertInto('payout_sightings')
        .values({
          network: 'ethereum',
          tx_id: txId,
          output_index: 1,
          withdrawal_id: id,
          asset: 'USDT',
          amount: '360.000000',
          block_height: 5n,
          seen_at: world.clock.now(),
        })
        .execute();
    },
  };
}
