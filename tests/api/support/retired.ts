// Keys of deposit addresses that are not in force any more.
import { inTransaction } from '#server/platform/db/kysely.ts';
import { retireKey } from '#server/domain/deposits/retire.ts';
import { OPERATOR } from './withdrawals.ts';
import type { World } from './world.ts';

let made = 0;

/** Makes an address one of an earlier key. @returns the key's fingerprint */
export async function ofEarlierKey({ db }: World, address: string): Promise<string> {
  const fingerprint = `earlier_key_${(made += 1)}`;
  await db.insertInto('chain_keys').values({ fingerprint, next_index: 100 }).execute();
  await db.updateTable('chain_addresses').set({ fingerprint }).where('address', '=', address).execute();
  return fingerprint;
}

/** Retires an address, with a key of its own. */
export async function retireAddress(world: World, address: string): Promise<void> {
  const { call, operator } = OPERATOR;
  const fingerprint = await ofEarlierKey(world, address);
  await inTransaction(world.db, (trx) =>
    retireKey(trx, world.services, { fingerprint, reason: 'a test', isSure: true, operator, call }),
  );
}
