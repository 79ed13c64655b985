// Receipts as rows, and the fields that every view of one shares.
import { normal, unsigned } from '#money/amount.ts';
import type { components } from '#openapi/api.gen.d.ts';
import type { Receipt } from '#server/domain/ledger/history.ts';
import { shownKind } from '#server/domain/receipts/kinds.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';

type RecordStatus = components['schemas']['RecordStatus'];

/** A receipt with the username of the other member, if there is one. */
export type ReceiptRow = Receipt & { counterparty: string | null };

/** Adds the usernames of the other members to receipts. */
export async function withCounterparties(db: Db | Trx, receipts: readonly Receipt[]): Promise<ReceiptRow[]> {
  const ids = [...new Set(receipts.flatMap(({ counterparty_member_id: id }) => (id === null ? [] : [id])))];
  const members =
    ids.length === 0 ? [] : await db.selectFrom('members').select(['id', 'username']).where('id', 'in', ids).execute();
  const names = new Map(members.map(({ id, username }) => [id, username]));
  return receipts.map((receipt) => ({
    ...receipt,
    counterparty: names.get(receipt.counterparty_member_id ?? '') ?? null,
  }));
}

/** The fields of a list entry. Fee and net amount are set for withdrawals only, which have a fee. */
export function showItem(row: ReceiptRow): components['schemas']['HistoryItem'] {
  const charged = row.kind === 'withdrawal';
  const { stage } = row.details;
  return {
    id: row.id,
    reference: row.reference,
    kind: shownKind(row),
    // Written only by steps of the lifecycles, whose statuses are those of the contract.
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
