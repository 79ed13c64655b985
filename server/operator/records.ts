// Deposits and withdrawals from the command line: what both have in common.
import { normal } from '#money/amount.ts';
import { inTransaction, type Trx } from '#server/db/kysely.ts';
import type { ReceiptKind } from '#server/db/tables.ts';
import type { Services } from '#server/services.ts';
import { readArguments, type Asked } from './command.ts';
import { Refused } from './errors.ts';

type Step = (trx: Trx, services: Services, id: string) => Promise<void>;

/** Takes a step of the record that a reference names. @throws Refused where there is no such record */
export async function onRecord({ services, args }: Pick<Asked, 'services' | 'args'>, kind: ReceiptKind, done: string, step: Step): Promise<string[]> {
  const { words: [reference = ''] } = readArguments(args, { words: [1, 1] });
  const id = await recordOf(services, kind, reference);
  await inTransaction(services.db, (trx) => step(trx, services, id));
  return [`${reference.toUpperCase()} is ${done}`];
}

/** The record that a reference names, in any letter case. @throws Refused */
export async function recordOf({ db }: Services, kind: ReceiptKind, reference: string): Promise<string> {
  const row = await db.selectFrom('receipts').select('id').where('reference', '=', reference.toUpperCase()).where('kind', '=', kind).executeTakeFirst();
  if (row === undefined) throw new Refused(`there is no ${kind} ${reference}`);
  return row.id;
}

/** The records of a kind that are in one of some statuses, the oldest first. */
export async function listRecords({ services, args }: Asked, kind: ReceiptKind, statuses: string[]): Promise<string[]> {
  readArguments(args, { words: [0, 0] });
  const rows = await services.db
    .selectFrom('receipts')
    .innerJoin('members', 'members.id', 'receipts.member_id')
    .leftJoin('withdrawals', 'withdrawals.id', 'receipts.id')
    .select(['receipts.reference', 'receipts.status', 'receipts.at', 'receipts.asset', 'receipts.net', 'members.username', 'withdrawals.address', 'withdrawals.completes_at'])
    .where('receipts.kind', '=', kind)
    .where('receipts.status', 'in', statuses)
    .orderBy('receipts.at')
    .execute();
  const now = services.clock.now();
  return rows.map((row) => {
    const due = row.completes_at === null ? [] : [`due ${row.completes_at.toISOString()}${row.completes_at <= now ? ' OVERDUE' : ''}`, String(row.address)];
    return [row.reference, row.status, row.at.toISOString(), row.username, `${normal(row.net).replace('-', '')} ${row.asset}`, ...due].join('  ');
  });
}
