// What the app lists for members under the bell: written in the transaction of the event, so that neither is there
// without the other.
import { sql } from 'kysely';
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
export type NewNotice = { at: Date } & AboutMember;

type AboutMember = { memberId: string } & (
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
  await recordNotices(trx, services, { at: notice.at, notices: [notice] });
}

/** The same for what many members are told at one moment, in as many statements as for one. */
export async function recordNotices(
  trx: Trx,
  services: Pick<Services, 'config'>,
  { at, notices }: { at: Date; notices: readonly AboutMember[] },
): Promise<void> {
  if (notices.length === 0) return;
  const rows = notices.map((notice) => ({
    ...{ member_id: notice.memberId, kind: notice.kind, at },
    ...subjectOf({ ...notice, at }),
  }));
  // One parameter for all, as receipts are written.
  const columns = sql.raw('member_id, kind, at, event, receipt_id, inquiry_id, asset, amount, held_until');
  const { rows: written } = await sql<{ id: bigint; member_id: string }>`
    INSERT INTO notices (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::notices, ${JSON.stringify(rows)})
    ON CONFLICT (member_id, kind, event) DO NOTHING RETURNING id, member_id`.execute(trx);
  const told = written.map(({ id, member_id: memberId }) => ({ id, memberId }));
  for (const { memberId } of told) tellMember(trx, memberId, 'notices');
  if (told.length > 0) await queuePushes(trx, services, { at, notices: told });
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
