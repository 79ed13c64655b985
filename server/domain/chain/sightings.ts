// Payments to our addresses, as rows; every change of one is reported to the listener in the same transaction.
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { fromUnits } from './amounts.ts';
import type { BlockPayment, BlockSource, ChainBlock } from './block-source.ts';
import { ASSET_SCALE, type Network, type PaymentListener, type Sighting } from './chain.ts';

export interface SightingWork {
  network: Network;
  listener: PaymentListener;
  now: Date;
}

/** Records payments of a block. One that a reorganization moved here keeps its row; a final one changes nothing. */
export async function recordPayments(
  trx: Trx,
  work: SightingWork,
  found: { block: ChainBlock; payments: (BlockPayment & { id: string; addressId: string })[] },
): Promise<void> {
  const { network, listener, now } = work;
  const { block, payments } = found;
  for (const { id, addressId, txId, index, asset, units } of payments) {
    const place = { block_height: BigInt(block.height), block_hash: block.hash, confirmations: 1 };
    const row = await trx
      .insertInto('chain_sightings')
      .values({
        id,
        network,
        tx_id: txId,
        output_index: index,
        address_id: addressId,
        asset,
        amount: fromUnits(units, ASSET_SCALE[asset]),
        ...place,
        first_seen_at: now,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['network', 'tx_id', 'output_index'])
          .doUpdateSet((excluded) => ({
            ...place,
            dropped_at: null,
            address_id: excluded.ref('excluded.address_id'),
            asset,
            amount: excluded.ref('excluded.amount'),
          }))
          .where('chain_sightings.dropped_at', 'is not', null),
      )
      .returning('id')
      .executeTakeFirst();
    if (row === undefined) continue;
    const [sighting] = await readSightings(trx, (query) => query.where('sighting.id', '=', row.id));
    if (sighting !== undefined) await listener.onSeen(trx, sighting, { confirmations: 1, now });
  }
}

/** Updates the confirmations of payments that are not final, now that the chain was read to `height`. */
export async function countConfirmations(
  trx: Trx,
  work: SightingWork,
  at: { height: number; required: number },
): Promise<void> {
  const { network, listener, now } = work;
  const open = await readSightings(trx, (query) =>
    query
      .where('sighting.network', '=', network)
      .where('sighting.final_at', 'is', null)
      .where('sighting.dropped_at', 'is', null),
  );
  const confirmationsOf = (sighting: Sighting) => at.height - sighting.blockHeight + 1;
  const finals = open.filter((sighting) => confirmationsOf(sighting) >= at.required);
  if (finals.length > 0) await listener.beforeFinals(trx, finals);
  for (const sighting of open) {
    const confirmations = confirmationsOf(sighting);
    const settled =
      finals.includes(sighting) && (await listener.onFinal(trx, sighting, { confirmations, now })) === 'settled';
    if (!finals.includes(sighting) && confirmations > 1)
      await listener.onConfirmations(trx, sighting, { confirmations, now });
    await trx
      .updateTable('chain_sightings')
      .set({ confirmations, ...(settled ? { final_at: now } : {}) })
      .where('id', '=', sighting.id)
      .execute();
  }
}

/**
 * Drops payments above a block that are not final.
 *
 * @returns how many final payments were there: money that was credited and is no longer on the chain
 */
export async function dropAbove(trx: Trx, work: SightingWork, height: number): Promise<number> {
  const { network, listener, now } = work;
  const gone = await readSightings(trx, (query) =>
    query
      .where('sighting.network', '=', network)
      .where('sighting.block_height', '>', BigInt(height))
      .where('sighting.final_at', 'is', null)
      .where('sighting.dropped_at', 'is', null),
  );
  for (const sighting of gone) {
    await trx.updateTable('chain_sightings').set({ dropped_at: now }).where('id', '=', sighting.id).execute();
    await listener.onDropped(trx, sighting, { now });
  }
  const final = await trx
    .selectFrom('chain_sightings')
    .select('id')
    .where('network', '=', network)
    .where('block_height', '>', BigInt(height))
    .where('final_at', 'is not', null)
    .execute();
  return final.length;
}

/**
 * The payments of a block that go to our addresses, or to ones that a restore has lost. Both are read in one statement:
 * an address that becomes a member's meanwhile is in one of them.
 */
export async function watchedIn(
  db: Db,
  network: Network,
  payments: readonly BlockPayment[],
): Promise<readonly BlockPayment[]> {
  if (payments.length === 0) return [];
  const lookups = [...new Set(payments.map(({ lookup }) => lookup))];
  const rows = await db
    .selectFrom('chain_addresses')
    .select('lookup')
    .where('network', '=', network)
    .where((where) => where('lookup', '=', where.fn.any(where.val(lookups))))
    .union((lost) =>
      lost
        .selectFrom('lost_addresses')
        .select('lookup')
        .where('network', '=', network)
        .where((where) => where('lookup', '=', where.fn.any(where.val(lookups)))),
    )
    .execute();
  const watched = new Set(rows.map(({ lookup }) => lookup));
  return payments.filter(({ lookup }) => watched.has(lookup));
}

/** Those that succeeded. */
export async function onlyMade<Payment extends BlockPayment>(
  source: BlockSource,
  block: ChainBlock,
  payments: readonly Payment[],
): Promise<Payment[]> {
  const made: Payment[] = [];
  for (const payment of payments) if (await source.tookPlace(payment, block)) made.push(payment);
  return made;
}

/** The payments of a block that go to our addresses. */
export async function paymentsToUs(
  db: Db | Trx,
  network: Network,
  payments: readonly BlockPayment[],
): Promise<(BlockPayment & { addressId: string })[]> {
  if (payments.length === 0) return [];
  const lookups = [...new Set(payments.map(({ lookup }) => lookup))];
  const rows = await db
    .selectFrom('chain_addresses')
    .select(['id', 'lookup'])
    .where('network', '=', network)
    .where((where) => where('lookup', '=', where.fn.any(where.val(lookups))))
    .execute();
  const ours = new Map(rows.map((row) => [row.lookup, row.id]));
  return payments.flatMap((payment) => {
    const addressId = ours.get(payment.lookup);
    return addressId === undefined ? [] : [{ ...payment, addressId }];
  });
}

function sightingsQuery(trx: Trx) {
  return trx
    .selectFrom('chain_sightings as sighting')
    .innerJoin('chain_addresses as address', 'address.id', 'sighting.address_id')
    .selectAll('sighting')
    .select(['address.member_id', 'address.address', 'address.asset as issued_for'])
    .orderBy('sighting.block_height')
    .orderBy('sighting.tx_id')
    .orderBy('sighting.output_index');
}

async function readSightings(
  trx: Trx,
  narrow: (query: ReturnType<typeof sightingsQuery>) => ReturnType<typeof sightingsQuery>,
): Promise<Sighting[]> {
  const rows = await narrow(sightingsQuery(trx)).execute();
  return rows.map((row) => ({
    id: row.id,
    network: row.network,
    txId: row.tx_id,
    index: row.output_index,
    addressId: row.address_id,
    memberId: row.member_id,
    address: row.address,
    asset: row.asset,
    issuedFor: row.issued_for,
    amount: row.amount,
    blockHeight: Number(row.block_height),
    blockHash: row.block_hash,
    firstSeenAt: row.first_seen_at,
  }));
}
