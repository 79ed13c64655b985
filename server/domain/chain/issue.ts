import { sql } from 'kysely';
import type { Trx } from '#server/platform/db/kysely.ts';
import type { ChainAsset, IssuedAddress, Network } from './chain.ts';
import type { AddressKey } from './keys.ts';

/**
 * The newest address of a key that a member was given for an asset and that never received a payment.
 *
 * @returns null if there is none, for example because another key was configured since
 */
export async function findUnpaidAddress(
  trx: Trx,
  key: { fingerprint: string },
  wanted: { network: Network; memberId: string; asset: ChainAsset },
): Promise<IssuedAddress | null> {
  const { network, memberId, asset } = wanted;
  const row = await trx
    .selectFrom('chain_addresses')
    .select(['id', 'address'])
    .where('member_id', '=', memberId)
    .where('network', '=', network)
    .where('asset', '=', asset)
    .where('fingerprint', '=', key.fingerprint)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('chain_sightings')
            .select('chain_sightings.id')
            .whereRef('chain_sightings.address_id', '=', 'chain_addresses.id'),
        ),
      ),
    )
    .orderBy('issued_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { id: row.id, network, address: row.address };
}

/**
 * Gives out the next address of a key. One statement counts its number up and holds the key's row until the transaction
 * ends, so no two requests ever get the same one.
 *
 * @returns null while nobody watches the network
 */
export async function issueNextAddress(
  trx: Trx,
  key: AddressKey,
  wanted: { id: string; network: Network; memberId: string; asset: ChainAsset; now: Date },
): Promise<IssuedAddress | null> {
  const { id, network, memberId, asset, now } = wanted;
  const watched = await trx
    .selectFrom('chain_cursors')
    .select('network')
    .where('network', '=', network)
    .executeTakeFirst();
  if (watched === undefined) return null;
  const { next_index: next } = await trx
    .insertInto('chain_keys')
    .values({ fingerprint: key.fingerprint, next_index: 1 })
    .onConflict((conflict) =>
      conflict.column('fingerprint').doUpdateSet({ next_index: sql<number>`chain_keys.next_index + 1` }),
    )
    .returning('next_index')
    .executeTakeFirstOrThrow();
  const index = next - 1;
  const { address, lookup } = key.derive(index);
  await trx
    .insertInto('chain_addresses')
    .values({
      id,
      network,
      asset,
      member_id: memberId,
      fingerprint: key.fingerprint,
      key_index: index,
      address,
      lookup,
      issued_at: now,
    })
    .execute();
  return { id, network, address };
}
