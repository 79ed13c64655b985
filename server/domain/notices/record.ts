// What the app lists for members under the bell: written in the transaction of the event, so that neither is there
// without the other.
import { normal, type Amount } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { NoticeKind } from '#server/platform/db/house-tables.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { tellMember } from '#server/platform/db/member-topics.ts';
import { queuePushes } from './send-pushes.ts';

interface Money {
  asset: Asset;
  amount: Amount;
}

type TimedNoticeKind = 'moneyHeld' | WaitNoticeKind;
/** What somebody has begun. */
type WaitNoticeKind = 'allowListTurningOff' | 'addressSaved' | 'newAddressesWait';
type BareNoticeKind = 'allowListOn' | 'allowListKept';
type ReceiptNoticeKind = Exclude<NoticeKind, 'stakeFree' | 'inquiryAnswered' | TimedNoticeKind | BareNoticeKind>;

/** What each kind of notice is about. */
export type NewNotice = { memberId: string; at: Date } & (
  | ({ kind: ReceiptNoticeKind; receiptId: string; event?: string } & Money)
  | { kind: 'stakeFree'; stakeId: string; receiptId: string }
  | { kind: 'inquiryAnswered'; inquiryId: string; messageId: bigint }
  | { kind: TimedNoticeKind; until: Date }
  | { kind: BareNoticeKind }
);

/**
 * Writes a notice, and tells the member's devices once it is committed. The same event is told once, however often it
 * is recorded.
 */
export async function recordNotice(trx: Trx, services: Pick<Services, 'config'>, notice: NewNotice): Promise<void> {
  const { memberId, kind, at } = notice;
  const written = await trx
    .insertInto('notices')
    .values({ member_id: memberId, kind, at, ...subjectOf(notice) })
    .onConflict((conflict) => conflict.columns(['member_id', 'kind', 'event']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (written === undefined) return;
  tellMember(trx, memberId, 'notices');
  await queuePushes(trx, services, { id: written.id, memberId, at });
}

function subjectOf(notice: NewNotice) {
  // Holds with one end are one. But waits that are begun one after the other are several, also if a clock that runs
  // behind gives them the same end.
  if ('until' in notice)
    return {
      event: (notice.kind === 'moneyHeld' ? notice.until : notice.at).toISOString(),
      held_until: notice.until,
    };
  if (notice.kind === 'inquiryAnswered') return { event: String(notice.messageId), inquiry_id: notice.inquiryId };
  if (notice.kind === 'stakeFree') return { event: notice.stakeId, receipt_id: notice.receiptId };
  if (!('receiptId' in notice)) return { event: notice.at.toISOString() };
  const { receiptId, asset, amount, event = receiptId } = notice;
  return { event, receipt_id: receiptId, asset, amount: normal(amount) };
}
