import type { Trx } from '#server/platform/db/kysely.ts';
import { postWithReceipts, type Movement } from './post.ts';
import { newRow, writeReceipts, type Ids, type NewReceipt } from './receipts.ts';

/** What all acts that a member begins have in common. */
export interface Act {
  /** Names the act: under the same key it happens once. */
  key: string;
  at: Date;
  memberId: string;
  ruleVersion: number;
}

/** `posted` is false if the act had happened already; the receipt is then the earlier one. */
export interface Done {
  journalId: bigint;
  receiptId: string;
  posted: boolean;
}

/**
 * Posts the movement that begins an act and, if it is new, writes its receipts.
 *
 * @param receiptsOf the receipts; the first gets the given id
 */
export async function begin(
  trx: Trx,
  ids: Ids,
  movement: Omit<Movement, 'receiptId'>,
  receiptsOf: (id: string) => NewReceipt[],
): Promise<Done> {
  const own = ids.uuid();
  const receipts = receiptsOf(own);
  const rows = receipts.map((receipt) => newRow(ids, receipt));
  const { journalId, posted, receiptId, written } = await postWithReceipts(trx, { ...movement, receiptId: own }, rows);
  if (posted)
    await writeReceipts(
      trx,
      ids,
      receipts.filter(({ id }) => !written.includes(id)),
    );
  if (receiptId === null) throw new Error(`journal ${journalId} was made without a receipt`);
  return { journalId, receiptId, posted };
}
