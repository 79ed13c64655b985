// Receipts as rows, and what every view of one says of it.
import type { Selectable } from 'kysely';
import { isNegative, negate, normal, type Amount } from '#money/amount.ts';
import type { components } from '#openapi/api.gen.d.ts';
import type { Db, Trx } from '#server/db/kysely.ts';
import type { ReceiptsTable } from '#server/db/tables.ts';
import { shownKind } from './kinds.ts';

type RecordStatus = components['schemas']['RecordStatus'];

/** A receipt with the user name of the other member, where there is one. */
export type ReceiptRow = Selectable<ReceiptsTable> & { counterparty: string | null };

/** Receipts of a member; the caller says which. */
export function receiptsOf(db: Db | Trx, memberId: string) {
  return db
    .selectFrom('receipts')
    .leftJoin('members as other', 'other.id', 'receipts.counterparty_member_id')
    .selectAll('receipts')
    .select('other.username as counterparty')
    .where('receipts.member_id', '=', memberId);
}

/** What a list says of a receipt. Fee and net are told where there is a fee by rule: of withdrawals. */
export function showItem(row: ReceiptRow): components['schemas']['HistoryItem'] {
  const charged = row.kind === 'withdrawal';
  const { stage } = row.details;
  return {
    id: row.id,
    reference: row.reference,
    kind: shownKind(row),
    // Written by steps of the lifecycles only, whose statuses are those of the description.
    status: row.status as RecordStatus | null,
    at: row.at.toISOString(),
    asset: row.asset,
    amount: normal(row.amount),
    fee: charged ? normal(row.fee) : null,
    net: charged ? unsigned(row.net) : null,
    counterAsset: row.counter_asset,
    counterAmount: row.counter_amount === null ? null : normal(row.counter_amount),
    counterparty: row.counterparty,
    stage: typeof stage === 'number' ? stage : null,
  };
}

/** An amount without its sign. */
export function unsigned(amount: Amount): Amount {
  return isNegative(amount) ? negate(amount) : normal(amount);
}
