import { sql } from 'kysely';
import type { Bus } from '#server/platform/bus/bus.ts';
import { inTransaction, notifyAfter, type Db, type Trx } from '#server/platform/db/kysely.ts';
import type { ChainAsset, IssuedAddress, Network } from './chain.ts';
import type { AddressKey } from './keys.ts';
import { reserveAddresses } from './lost-addresses.ts';

/**
 * The newest address of a key that a member was given for an asset and that never received a payment.
 *
 * @returns null if there is none, for example because another key was configured since, or this one was retired
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
          selectFrom('chain_keys')
            .select('chain_keys.fingerprint')
            .where('chain_keys.fingerprint', '=', key.fingerprint)
            .where('chain_keys.retired_at', 'is not', null),
        ),
      ),
    )
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

/** The topic of numbers that were given out; its ids are a key and the next number of it. */
export const NUMBERS_TOPIC = 'address-numbers';

/**
 * The next number of each key, as high as this process knows it to have been. A database that took over without the
 * last commits counts from a lower one: its next addresses are somebody's already.
 */
export class NumbersSeen {
  private readonly next = new Map<string, number>();

  /** Learns what any process has given out, once it is committed. */
  listen(bus: Pick<Bus, 'subscribe'>): this {
    bus.subscribe(NUMBERS_TOPIC, {
      notified: (id) => {
        const [, fingerprint = '', next = ''] = /^(\w+)-(\d+)$/.exec(id) ?? [];
        this.next.set(fingerprint, Math.max(Number(next), this.of(fingerprint)));
      },
      missed: () => undefined,
    });
    return this;
  }

  of(fingerprint: string): number {
    return this.next.get(fingerprint) ?? 0;
  }
}

/** Takes out of use what the database no longer knows to be given out; payments there are kept as lost ones. */
export async function passNumbersSeen(
  trx: Trx,
  key: AddressKey,
  seen: { network: Network; next: number; now: Date },
): Promise<void> {
  const { network, next, now } = seen;
  const missing = await numbersMissing(trx, key, next);
  if (missing > 0) await reserveAddresses(trx, key, { network, count: missing, restoredAt: now });
}

/** The same before blocks are read: a payment to such an address is noted also if nobody asks for another one. */
export async function passNumbersBeforeBlocks(
  db: Db,
  key: AddressKey,
  seen: { network: Network; next: number; now: Date },
): Promise<void> {
  if ((await numbersMissing(db, key, seen.next)) > 0) await inTransaction(db, (trx) => passNumbersSeen(trx, key, seen));
}

async function numbersMissing(db: Db | Trx, key: AddressKey, next: number): Promise<number> {
  if (next === 0) return 0;
  const row = await db
    .selectFrom('chain_keys')
    .select('next_index')
    .where('fingerprint', '=', key.fingerprint)
    .executeTakeFirst();
  return next - (row?.next_index ?? 0);
}

/**
 * Gives out the next address of a key. One statement counts its number up and holds the key's row until the transaction
 * ends, so no two requests ever get the same one.
 *
 * @returns null while nobody watches the network, and for a key that was retired
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
  const { next_index: next, retired_at: retiredAt } = await trx
    .insertInto('chain_keys')
    .values({ fingerprint: key.fingerprint, next_index: 1 })
    .onConflict((conflict) =>
      conflict.column('fingerprint').doUpdateSet({ next_index: sql<number>`chain_keys.next_index + 1` }),
    )
    .returning(['next_index', 'retired_at'])
    .executeTakeFirstOrThrow();
  if (retiredAt !== null) return null;
  const index = next - 1;
  notifyAfter(trx, NUMBERS_TOPIC, `${key.fingerprint}-${next}`);
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
