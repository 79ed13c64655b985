// The lasting page of an act (D-29): what was moved, by which rule, when.
import { normal } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { showDeposit } from '#server/domain/deposits/show.ts';
import { journalsOf, type Receipt } from '#server/domain/ledger/history.ts';
import type { Services } from '#server/domain/services/services.ts';
import { stakeOfReceipt } from '#server/domain/stakes/stakes.ts';
import { isFavorite } from '#server/domain/transfers/favorites.ts';
import { withdrawalDetails } from '#server/domain/withdrawals/details.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { showItem, withCounterparties } from './rows.ts';

type Schemas = components['schemas'];

/** A receipt of the member's with its journals. @throws Problem not_found, also for another member's */
export async function showReceipt(
  db: Db | Trx,
  services: Services,
  own: { memberId: string; id: string },
): Promise<Schemas['Receipt']> {
  const { memberId, id } = own;
  const receipt = await db
    .selectFrom('receipts')
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (receipt === undefined) throw new Problem('not_found');
  const [row] = await withCounterparties(db, memberId, [receipt]);
  if (row === undefined) throw new Error('a receipt has no row');
  return {
    ...showItem(row),
    updatedAt: row.updated_at.toISOString(),
    favorite: await isFavoriteOf(db, receipt),
    note: row.note,
    rate: row.rate === null ? null : normal(row.rate),
    rateAt: row.rate_at?.toISOString() ?? null,
    ruleVersion: row.rule_version,
    journals: await shownJournals(db, receipt),
    deposit: row.kind === 'deposit' ? await showDeposit(db, services, { memberId, id }) : null,
    withdrawal: row.kind === 'withdrawal' ? await withdrawalDetails(db, services, { memberId, id }) : null,
    stake: await stakeOfReceipt(db, services, row),
    bonusMonth: bonusMonthOf(row),
  };
}

/** Whether the recipient of a transfer is kept at hand; null if nothing was sent to anybody. */
async function isFavoriteOf(db: Db | Trx, receipt: Receipt): Promise<boolean | null> {
  const { kind, member_id: memberId, counterparty_member_id: recipientId } = receipt;
  return kind === 'transfer_out' && recipientId !== null ? isFavorite(db, memberId, recipientId) : null;
}

/** Written only when a binary bonus is paid. */
function bonusMonthOf({ details }: Receipt): string | null {
  return typeof details.bonusMonth === 'string' ? details.bonusMonth : null;
}

async function shownJournals(db: Db | Trx, receipt: Receipt): Promise<Schemas['Journal'][]> {
  const journals = await journalsOf(db, receipt);
  return journals.map(({ id, at, kind, postings }) => ({
    id: String(id),
    at: at.toISOString(),
    kind,
    postings: postings.map(({ memberId, account, asset, amount }) => ({
      account,
      own: memberId === receipt.member_id,
      asset: asset as Asset,
      amount: normal(amount),
    })),
  }));
}
