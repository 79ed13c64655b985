// Receipts as rows, and the fields that every view of one shares.
import { normal, unsigned } from '#money/amount.ts';
import type { components } from '#openapi/api.gen.d.ts';
import type { Receipt } from '#server/domain/ledger/history.ts';
import { shownKind } from '#server/domain/receipts/kinds.ts';
import { inOrganization } from '#server/domain/seats/seats.ts';
import { nameShown } from '#server/domain/transfers/likeness.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';

type RecordStatus = components['schemas']['RecordStatus'];

/** A receipt with the other member, if there is one: the username, and of a transfer the name as its owner sees it. */
export type ReceiptRow = Receipt & { counterparty: string | null; counterpartyName: string | null };

/** Adds the other members' usernames to receipts of anybody, without their names. */
export async function withUsernames(db: Db | Trx, receipts: readonly Receipt[]): Promise<ReceiptRow[]> {
  const others = await othersOf(db, receipts);
  return receipts.map((receipt) => ({
    ...receipt,
    counterparty: otherOf(others, receipt)?.username ?? null,
    counterpartyName: null,
  }));
}

/**
 * Adds the other members to receipts of one member. The other side of a transfer is named in the form in which a lookup
 * by that username names them to this member (D-15), whoever sent it; nobody else is named.
 */
export async function withCounterparties(
  db: Db | Trx,
  memberId: string,
  receipts: readonly Receipt[],
): Promise<ReceiptRow[]> {
  const others = await othersOf(db, receipts);
  const named = new Set(receipts.filter(isTransfer).flatMap(({ counterparty_member_id: id }) => id ?? []));
  const below = await inOrganization(db, { of: memberId, among: [...named] });
  return receipts.map((receipt) => {
    const other = otherOf(others, receipt);
    return {
      ...receipt,
      counterparty: other?.username ?? null,
      counterpartyName:
        other === undefined || !isTransfer(receipt)
          ? null
          : nameShown({ name: other.name, below: below.has(other.id) }),
    };
  });
}

const isTransfer = ({ kind }: Pick<Receipt, 'kind'>) => kind === 'transfer_out' || kind === 'transfer_in';

interface Other {
  id: string;
  username: string;
  name: string;
}

async function othersOf(db: Db | Trx, receipts: readonly Receipt[]): Promise<ReadonlyMap<string, Other>> {
  const ids = [...new Set(receipts.flatMap(({ counterparty_member_id: id }) => id ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('members').select(['id', 'username', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

const otherOf = (others: ReadonlyMap<string, Other>, { counterparty_member_id: id }: Receipt) => others.get(id ?? '');

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
    counterpartyName: row.counterpartyName,
    stage: typeof stage === 'number' ? stage : null,
  };
}
