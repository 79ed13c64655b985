import { normal } from '#money/amount.ts';
import type { components } from '#openapi/api.gen.d.ts';
import type { ChainAsset } from '#server/chain/chain.ts';
import type { Db, Trx } from '#server/db/kysely.ts';
import { leastAmountOfUsd } from '#server/rates/convert.ts';
import { rateAt } from '#server/rates/rates.ts';
import { rulesAt } from '#server/rules/rules.ts';
import type { Services } from '#server/services.ts';

type Schemas = components['schemas'];

/** A deposit of the member's; null where there is none, as of what a demo club began with. */
export async function showDeposit(db: Db | Trx, services: Services, own: { memberId: string; id: string }): Promise<Schemas['Deposit'] | null> {
  const row = await depositRows(db, own.memberId).where('deposits.id', '=', own.id).executeTakeFirst();
  return row === undefined ? null : showRow(db, services, row);
}

/** The member's deposits that wait for their payment or its confirmations, the newest first. */
export async function openDeposits(db: Db | Trx, services: Services, memberId: string): Promise<Schemas['Deposit'][]> {
  const rows = await depositRows(db, memberId).where('receipts.status', 'in', ['awaitingPayment', 'inProcess']).orderBy('receipts.at', 'desc').orderBy('receipts.id').execute();
  const shown: Schemas['Deposit'][] = [];
  for (const row of rows) shown.push(await showRow(db, services, row));
  return shown;
}

function depositRows(db: Db | Trx, memberId: string) {
  return db
    .selectFrom('deposits')
    .innerJoin('receipts', 'receipts.id', 'deposits.id')
    .innerJoin('chain_addresses', 'chain_addresses.id', 'deposits.address_id')
    .leftJoin('chain_sightings', 'chain_sightings.id', 'deposits.sighting_id')
    .selectAll('deposits')
    .select(['receipts.reference', 'receipts.status', 'receipts.at', 'receipts.asset', 'chain_addresses.address', 'chain_sightings.tx_id'])
    .where('deposits.member_id', '=', memberId);
}

async function showRow(
  db: Db | Trx,
  services: Services,
  row: Awaited<ReturnType<ReturnType<typeof depositRows>['executeTakeFirstOrThrow']>>,
): Promise<Schemas['Deposit']> {
  const now = services.clock.now();
  // A deposit is of an asset of a chain, whichever of them.
  const asset = row.asset as ChainAsset;
  const rate = await rateAt(db, asset, now);
  const { minimumDepositUsd } = await rulesAt(db, now);
  const closed = services.chain.networkOf(asset) === null;
  const wanted = row.wanted === null ? null : normal(row.wanted);
  return {
    id: row.id,
    receiptId: row.id,
    reference: row.reference,
    status: row.status as Schemas['RecordStatus'],
    asset,
    network: row.network,
    development: row.development,
    address: row.address,
    paymentUri: wanted === null || closed ? row.address : services.chain.paymentUri({ asset, address: row.address, amount: wanted }),
    amount: wanted,
    minimum: leastAmountOfUsd(minimumDepositUsd, rate),
    received: row.received === null ? null : normal(row.received),
    confirmations: row.confirmations,
    confirmationsNeeded: row.confirmations_needed,
    transactionId: row.tx_id,
    createdAt: row.at.toISOString(),
    creditedAt: row.credited_at?.toISOString() ?? null,
  };
}
