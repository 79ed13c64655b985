import type { Db, Trx } from '#server/platform/db/kysely.ts';

/** The reference by which a member and support name an act, such as `W-7K2M-9QXD`. */
export async function receiptReference(db: Db | Trx, receiptId: string): Promise<string> {
  const row = await db.selectFrom('receipts').select('reference').where('id', '=', receiptId).executeTakeFirstOrThrow();
  return row.reference;
}
