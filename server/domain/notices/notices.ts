// The notices of a member as their devices list them, the newest first.
import { sql } from 'kysely';
import { normal } from '#money/amount.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { cursorAfter, readCursor, unknownCursor } from '#server/platform/contract/cursor.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { tellMember } from '#server/platform/db/member-topics.ts';

type Schemas = components['schemas'];

const PAGE = 20;

/** The event of a notice about a stake is the stake's id (`record.ts`). */
const STAKE_OF_NOTICE = sql<string>`case when notices.kind = 'stakeFree' then notices.event::uuid end`;

/** Only the receipt of a binary bonus has what came besides the amount. */
const RECEIPT_OF_TWO = sql<string>`case when notices.kind = 'binaryBonus' then notices.receipt_id end`;

/** A page of a member's notices. @throws Problem invalid_request if the cursor does not belong to this list */
export async function listOwnNotices(
  db: Db,
  call: CallContext,
  wanted: { memberId: string; cursor: string | undefined },
): Promise<Schemas['NoticePage']> {
  const { memberId } = wanted;
  const after = readCursor(call, wanted.cursor);
  let query = db
    .selectFrom('notices')
    .leftJoin('inquiries', 'inquiries.id', 'notices.inquiry_id')
    .leftJoin('stakes', (join) => join.on('stakes.id', '=', STAKE_OF_NOTICE))
    .leftJoin('receipts', (join) => join.on('receipts.id', '=', RECEIPT_OF_TWO))
    .selectAll('notices')
    .select(['inquiries.ticket', 'stakes.stage', 'receipts.counter_asset', 'receipts.counter_amount'])
    .where('notices.member_id', '=', memberId)
    .orderBy('notices.at', 'desc')
    .orderBy('notices.id', 'desc')
    .limit(PAGE + 1);
  if (after !== null) {
    const last = await own(db, memberId, String(after));
    if (last === undefined) throw unknownCursor(call);
    query = query.where(sql<boolean>`(notices.at, notices.id) < (${last.at}, ${last.id})`);
  }
  const rows = await query.execute();
  const page = rows.slice(0, PAGE);
  const end = page.at(-1);
  return {
    items: page.map((row) => ({
      id: String(row.id),
      kind: row.kind,
      at: row.at.toISOString(),
      read: row.read_at !== null,
      asset: row.asset,
      amount: row.amount === null ? null : normal(row.amount),
      counterAsset: row.counter_asset,
      counterAmount: row.counter_amount === null ? null : normal(row.counter_amount),
      receiptId: row.receipt_id,
      stage: row.stage,
      ticket: row.ticket,
      heldUntil: row.held_until?.toISOString() ?? null,
    })),
    nextCursor: rows.length > PAGE && end !== undefined ? cursorAfter(end.id) : null,
    unread: await countUnread(db, memberId),
  };
}

/** How many notices the member has not read. */
export async function countUnread(db: Db | Trx, memberId: string): Promise<number> {
  const { unread } = await db
    .selectFrom('notices')
    .select((select) => select.fn.countAll<bigint>().as('unread'))
    .where('member_id', '=', memberId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(unread);
}

/**
 * Marks a notice as read, or with it all that are older, and tells the member's other devices. What came after it stays
 * unread: nobody has seen it.
 *
 * @throws Problem not_found, also if it is another member's
 */
export async function markNoticeRead(
  trx: Trx,
  mark: { memberId: string; id: string; older: boolean; at: Date },
): Promise<Schemas['NoticesRead']> {
  const { memberId, id, older, at } = mark;
  const notice = await own(trx, memberId, id);
  if (notice === undefined) throw new Problem('not_found');
  let query = trx
    .updateTable('notices')
    .set({ read_at: at })
    .where('member_id', '=', memberId)
    .where('read_at', 'is', null);
  query = older
    ? query.where(sql<boolean>`(at, id) <= (${notice.at}, ${notice.id})`)
    : query.where('id', '=', notice.id);
  const { numUpdatedRows: marked } = await query.executeTakeFirstOrThrow();
  if (marked > 0n) tellMember(trx, memberId, 'notices');
  return { unread: await countUnread(trx, memberId) };
}

function own(db: Db | Trx, memberId: string, id: string) {
  return db
    .selectFrom('notices')
    .select(['id', 'at'])
    .where('member_id', '=', memberId)
    .where('id', '=', BigInt(id))
    .executeTakeFirst();
}
