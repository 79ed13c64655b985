// How the watch of each network goes, as the process that watches it has found: the others show it too.
import type { Db } from '#server/platform/db/kysely.ts';
import type { Network, NetworkWatch } from './chain.ts';

/** Saves a state that has changed. */
export async function saveWatch(db: Db, { network, state, since }: NetworkWatch & { since: Date }): Promise<void> {
  await db
    .insertInto('chain_watches')
    .values({ network, state, since })
    .onConflict((conflict) => conflict.column('network').doUpdateSet({ state, since }))
    .execute();
}

/** The state as last saved; null if no process has watched the network yet. */
export async function savedWatch(db: Db, network: Network): Promise<NetworkWatch | null> {
  const row = await db.selectFrom('chain_watches').selectAll().where('network', '=', network).executeTakeFirst();
  return row ?? null;
}
