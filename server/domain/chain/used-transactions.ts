// What the books already know of a transaction: the withdrawal that it paid, the address of a member that it paid to,
// the deposit that it sent back.
import type { Trx } from '#server/platform/db/kysely.ts';
import type { Network } from './chain.ts';

/** A transaction of a network, with its id in the form in which it is stored. */
export interface KnownBy {
  readonly network: Network;
  readonly txId: string;
}

/** The reference of the withdrawal that it paid; undefined if it paid none. */
export async function payoutBy(trx: Trx, { network, txId }: KnownBy): Promise<string | undefined> {
  const row = await trx
    .selectFrom('payout_transactions')
    .innerJoin('receipts', 'receipts.id', 'payout_transactions.withdrawal_id')
    .select('receipts.reference')
    .where('payout_transactions.network', '=', network)
    .where('payout_transactions.transaction_id', '=', txId)
    .executeTakeFirst();
  return row?.reference;
}

/** An address of a member that it paid to, `besides` one; undefined if there is none. */
export async function depositAddressOf(
  trx: Trx,
  { network, txId }: KnownBy,
  besides?: string,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('chain_sightings')
    .innerJoin('chain_addresses', 'chain_addresses.id', 'chain_sightings.address_id')
    .select('chain_addresses.address')
    .where('chain_sightings.network', '=', network)
    .where('chain_sightings.tx_id', '=', txId)
    .$if(besides !== undefined, (query) => query.where('chain_addresses.address', '<>', besides ?? ''))
    .executeTakeFirst();
  return row?.address;
}

/** The reference of a deposit that it sent back; undefined if it sent back none. */
export async function returnBy(trx: Trx, { network, txId }: KnownBy): Promise<string | undefined> {
  const row = await trx
    .selectFrom('deposits')
    .innerJoin('receipts', 'receipts.id', 'deposits.id')
    .select('receipts.reference')
    .where('deposits.network', '=', network)
    .where('deposits.returned_by', '=', txId)
    .executeTakeFirst();
  return row?.reference;
}
