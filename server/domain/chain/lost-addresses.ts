// Addresses that were given out in time that a restore has lost: nobody else ever gets them, and what is paid to them
// is kept until an operator says whose they are (decision 0059).
import { sql } from 'kysely';
import type { Trx } from '#server/platform/db/kysely.ts';
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
  /** Payments to addresses that nobody is known to have. */
  lost: BlockPayment[];
  /** Payments to the addresses of withdrawals that wait. */
  payouts: (BlockPayment & { withdrawalId: string })[];
}

/** Looks for it in a block. Most clubs have never been restored, so most blocks cost one short query. */
export async function restoreFindingsIn(
  db: Pick<Trx, 'selectFrom' | 'getExecutor'>,
  source: BlockSource,
  block: ChainBlock,
): Promise<RestoreFindings> {
  const { network } = source;
  const nothing: RestoreFindings = { lost: [], payouts: [] };
  if (block.payments.length === 0) return nothing;
  const { rows } = await sql<{ restored: boolean; lost: boolean }>`
    SELECT restored_at IS NOT NULL AS restored, EXISTS (SELECT FROM lost_addresses WHERE network = ${network}) AS lost
    FROM club_state`.execute(db);
  const lost = rows[0]?.lost === true ? await lostIn(db, network, block.payments) : [];
  const payouts = rows[0]?.restored === true ? await payoutsIn(db, source, block.payments) : [];
  return {
    lost: await onlyMade(source, block, lost),
    payouts: await onlyMade(source, block, payouts),
  };
}

async function onlyMade<Payment extends BlockPayment>(
  source: BlockSource,
  block: ChainBlock,
  payments: readonly Payment[],
): Promise<Payment[]> {
  const made: Payment[] = [];
  for (const payment of payments) if (await source.tookPlace(payment, block)) made.push(payment);
  return made;
}

async function lostIn(
  db: Pick<Trx, 'selectFrom'>,
  network: Network,
  payments: readonly BlockPayment[],
): Promise<BlockPayment[]> {
  const lookups = [...new Set(payments.map(({ lookup }) => lookup))];
  const rows = await db
    .selectFrom('lost_addresses')
    .select('lookup')
    .where('network', '=', network)
    .where((where) => where('lookup', '=', where.fn.any(where.val(lookups))))
    .execute();
  const known = new Set(rows.map(({ lookup }) => lookup));
  return payments.filter(({ lookup }) => known.has(lookup));
}

async function payoutsIn(
  db: Pick<Trx, 'selectFrom'>,
  source: BlockSource,
  payments: readonly BlockPayment[],
): Promise<RestoreFindings['payouts']> {
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
