// Addresses that were given out in time that a restore has lost: nobody else ever gets them, and what is paid to them
// is kept until an operator says whose they are (decision 0059).
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import type { BlockPayment, BlockSource, ChainBlock } from './block-source.ts';
import type { ChainAsset, Network, PaymentListener } from './chain.ts';
import type { AddressKey } from './keys.ts';
import { recordPayments } from './sightings.ts';

const ROWS_AT_ONCE = 500;

/**
 * Takes the next addresses of a key out of use, once for each restore.
 *
 * @returns how many were taken now
 */
export async function reserveAddresses(
  trx: Trx,
  key: AddressKey,
  wanted: { network: Network; count: number; restoredAt: Date },
): Promise<number> {
  const { network, count, restoredAt } = wanted;
  const { fingerprint } = key;
  await trx
    .insertInto('chain_keys')
    .values({ fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { next_index: first } = await trx
    .selectFrom('chain_keys')
    .select('next_index')
    .where('fingerprint', '=', fingerprint)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const taken = await trx
    .selectFrom('lost_addresses')
    .select('lookup')
    .where('fingerprint', '=', fingerprint)
    .where('restored_at', '=', restoredAt)
    .limit(1)
    .executeTakeFirst();
  if (taken !== undefined) return 0;
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, count - from) }, (_, at) => {
      const index = first + from + at;
      return { network, fingerprint, key_index: index, restored_at: restoredAt, ...key.derive(index) };
    });
    await trx.insertInto('lost_addresses').values(rows).execute();
  }
  await trx
    .updateTable('chain_keys')
    .set({ next_index: first + count })
    .where('fingerprint', '=', fingerprint)
    .execute();
  return count;
}

/** What a block says that only matters after a restore. */
export interface RestoreFindings {
  lost: BlockPayment[];
  payouts: (BlockPayment & { withdrawalId: string })[];
}

/** Payments to addresses that nobody is known to have. */
export async function lostIn(
  trx: Trx,
  network: Network,
  payments: readonly BlockPayment[],
): Promise<RestoreFindings['lost']> {
  if (payments.length === 0) return [];
  const lookups = [...new Set(payments.map(({ lookup }) => lookup))];
  const rows = await trx
    .selectFrom('lost_addresses')
    .select('lookup')
    .where('network', '=', network)
    .where((where) => where('lookup', '=', where.fn.any(where.val(lookups))))
    .execute();
  const known = new Set(rows.map(({ lookup }) => lookup));
  return payments.filter(({ lookup }) => known.has(lookup));
}

/** Payments to the addresses of withdrawals that wait, looked for only where something was restored. */
export async function payoutsIn(
  db: Db,
  source: BlockSource,
  payments: readonly BlockPayment[],
): Promise<RestoreFindings['payouts']> {
  if (payments.length === 0) return [];
  const { restored_at: restoredAt } = await db.selectFrom('club_state').select('restored_at').executeTakeFirstOrThrow();
  if (restoredAt === null) return [];
  const waiting = await db
    .selectFrom('withdrawals')
    .innerJoin('receipts', 'receipts.id', 'withdrawals.id')
    .select(['withdrawals.id', 'withdrawals.address', 'receipts.asset'])
    .where('withdrawals.network', '=', source.network)
    .where('withdrawals.completed_at', 'is', null)
    .where('withdrawals.settled_at', 'is', null)
    .execute();
  const found: RestoreFindings['payouts'] = [];
  for (const { id, address, asset } of waiting) {
    const lookup = source.lookupOf(address);
    for (const payment of payments)
      if (payment.lookup === lookup && payment.asset === asset) found.push({ ...payment, withdrawalId: id });
  }
  return found;
}

/** Notes what was found, in the transaction that notes the block as read. */
export async function recordRestoreFindings(
  trx: Trx,
  { lost, payouts }: RestoreFindings,
  at: { network: Network; block: ChainBlock; now: Date; amountOf: (payment: BlockPayment) => string },
): Promise<void> {
  const { network, block, now, amountOf } = at;
  const place = { block_height: BigInt(block.height), seen_at: now };
  for (const { txId, index, lookup, asset, units } of lost)
    await trx
      .insertInto('lost_payments')
      .values({
        network,
        tx_id: txId,
        output_index: index,
        lookup,
        asset,
        units: units.toString(),
        block_hash: block.hash,
        ...place,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  for (const payment of payouts)
    await trx
      .insertInto('payout_sightings')
      .values({
        network,
        tx_id: payment.txId,
        output_index: payment.index,
        withdrawal_id: payment.withdrawalId,
        asset: payment.asset,
        amount: amountOf(payment),
        ...place,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Forgets what was in blocks that a reorganization has replaced; they are read again. */
export async function forgetRestoreFindingsAbove(trx: Trx, network: Network, height: number): Promise<void> {
  for (const table of ['lost_payments', 'payout_sightings'] as const)
    await trx.deleteFrom(table).where('network', '=', network).where('block_height', '>', BigInt(height)).execute();
}

/**
 * Gives a lost address to a member; what was paid to it becomes deposits, which are credited like any other.
 *
 * @returns null if it is no lost address
 */
export async function giveLostAddress(
  trx: Trx,
  given: {
    address: string;
    memberId: string;
    /** What it was asked for, if nothing was paid to it yet. */
    asset: ChainAsset | null;
    now: Date;
    newId: () => string;
    listener: PaymentListener;
  },
): Promise<{ payments: number } | null> {
  const { address, memberId, now, newId, listener } = given;
  const known = await trx
    .selectFrom('lost_addresses')
    .select('network')
    .where('address', '=', address)
    .executeTakeFirst();
  if (known === undefined) return null;
  // No block is recorded meanwhile: a payment in it is either noted as lost, and given below, or is the member's.
  await trx
    .selectFrom('chain_cursors')
    .select('network')
    .where('network', '=', known.network)
    .forUpdate()
    .executeTakeFirst();
  const lost = await trx
    .selectFrom('lost_addresses')
    .selectAll()
    .where('address', '=', address)
    .forUpdate()
    .executeTakeFirst();
  if (lost === undefined) return null;
  const { network, lookup } = lost;
  const payments = await trx
    .deleteFrom('lost_payments')
    .where('network', '=', network)
    .where('lookup', '=', lookup)
    .returningAll()
    .execute();
  await trx.deleteFrom('lost_addresses').where('network', '=', network).where('lookup', '=', lookup).execute();
  const addressId = newId();
  await trx
    .insertInto('chain_addresses')
    .values({
      id: addressId,
      network,
      asset: given.asset ?? payments[0]?.asset ?? (network === 'bitcoin' ? 'BTC' : 'USDT'),
      member_id: memberId,
      fingerprint: lost.fingerprint,
      key_index: lost.key_index,
      address,
      lookup,
      issued_at: now,
    })
    .execute();
  for (const { tx_id: txId, output_index: index, asset, units, block_height: height, block_hash: hash } of payments)
    await recordPayments(
      trx,
      { network, listener, now },
      {
        block: { height: Number(height), hash, parentHash: '', payments: [] },
        payments: [{ id: newId(), addressId, txId, index, lookup, asset, units: BigInt(units) }],
      },
    );
  return { payments: payments.length };
}
