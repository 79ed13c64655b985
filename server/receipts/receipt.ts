// The lasting page of an act (D-29): what was moved, by which rule, when.
import { normal } from '#money/amount.ts';
import type { components } from '#openapi/api.gen.d.ts';
import type { Db, Trx } from '#server/db/kysely.ts';
import { showDeposit } from '#server/deposits/show.ts';
import { Problem } from '#server/problems.ts';
import type { Services } from '#server/services.ts';
import { withdrawalDetails } from '#server/withdrawals/details.ts';
import { receiptsOf, showItem } from './rows.ts';

type Schemas = components['schemas'];

/** A receipt of the member's with its journals. @throws Problem not_found, also for another member's */
export async function showReceipt(db: Db | Trx, services: Services, own: { memberId: string; id: string }): Promise<Schemas['Receipt']> {
  const { memberId, id } = own;
  const row = await receiptsOf(db, memberId).where('receipts.id', '=', id).executeTakeFirst();
  if (row === undefined) throw new Problem('not_found');
  return {
    ...showItem(row),
    updatedAt: row.updated_at.toISOString(),
    note: row.note,
    rate: row.rate === null ? null : normal(row.rate),
    rateAt: row.rate_at?.toISOString() ?? null,
    ruleVersion: row.rule_version,
    journals: await journalsOf(db, { memberId, receiptIds: row.origin_id === null ? [id] : [id, row.origin_id] }),
    deposit: row.kind === 'deposit' ? await showDeposit(db, services, { memberId, id }) : null,
    withdrawal: row.kind === 'withdrawal' ? await withdrawalDetails(db, services, { memberId, id }) : null,
  };
}

async function journalsOf(db: Db | Trx, of: { memberId: string; receiptIds: string[] }): Promise<Schemas['Journal'][]> {
  const rows = await db
    .selectFrom('journals')
    .innerJoin('postings', 'postings.journal_id', 'journals.id')
    .innerJoin('accounts', 'accounts.id', 'postings.account_id')
    .select(['journals.id', 'journals.at', 'journals.kind', 'postings.amount', 'postings.asset'])
    .select(['accounts.kind as account', 'accounts.member_id'])
    .where('journals.receipt_id', 'in', of.receiptIds)
    .orderBy('journals.id')
    .orderBy('postings.amount')
    .execute();
  const journals = new Map<bigint, Schemas['Journal']>();
  for (const row of rows) {
    const journal = journals.get(row.id) ?? { id: String(row.id), at: row.at.toISOString(), kind: row.kind, postings: [] };
    journal.postings.push({ account: row.account, own: row.member_id === of.memberId, asset: row.asset, amount: normal(row.amount) });
    journals.set(row.id, journal);
  }
  return [...journals.values()];
}
