import type { components } from '#openapi/api.gen.d.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';

/** Acts that members read of their own account. */
export type MemberActKind = components['schemas']['ActivityKind'];

/** Acts of operators that members don't read: whom they concern is in the details. */
type OperatorActKind =
  | 'rate_set'
  | 'rules_set'
  | 'rules_withdrawn'
  | 'maintenance_set'
  | 'clock_accepted'
  | 'books_checked'
  | 'books_reopened'
  | 'books_corrected'
  | 'statement_read'
  | 'history_exported'
  | 'development_payment'
  | 'month_tried'
  | 'month_input_closed'
  | 'month_calculated'
  | 'month_released'
  | 'month_read'
  | 'content_set'
  | 'news_added'
  | 'news_published'
  | 'news_retracted'
  | 'inquiry_read'
  | 'member_read'
  | 'first_member_corrected'
  | 'factor_removal_asked'
  | 'factor_removal_cancelled'
  | 'address_change_asked'
  | 'address_change_objected'
  | 'address_change_cancelled'
  | 'secret_rotated'
  | 'backup_made'
  | 'club_restored'
  | 'restore_accepted'
  | 'withdrawal_found_unpaid'
  | 'lost_address_given'
  | 'lost_payout_recorded'
  | 'deposit_key_retired'
  | 'deposit_returned'
  | 'calls_refused';

/** Acts that are recorded forever (S-24); members read their own on /Account. */
export type AuditKind = MemberActKind | OperatorActKind;

/** An act with a member's id is shown to that member, so only those have one that members read. */
type Act = { kind: MemberActKind; memberId: string | null } | { kind: OperatorActKind; memberId: null };

export type AuditEvent = Act & {
  at: Date;
  sessionId?: string | null;
  /** The request that did it, and its device. */
  call: { requestId: string; device: string; osUser?: string };
  /** Facts worth keeping; never codes, tokens, passwords or typed text. */
  details?: Record<string, string | number | boolean>;
};

/** Writes one event of the audit, in the transaction of the recorded act if there is one. */
export async function audit(db: Db | Trx, event: AuditEvent): Promise<void> {
  await db
    .insertInto('audit_events')
    .values({
      at: event.at,
      member_id: event.memberId,
      session_id: event.sessionId ?? null,
      kind: event.kind,
      request_id: event.call.requestId,
      device: event.call.device,
      // Operators choose their names themselves; the user who is signed in to the machine is recorded besides.
      details: JSON.stringify({
        ...event.details,
        ...(event.call.osUser === undefined ? {} : { osUser: event.call.osUser }),
      }),
    })
    .execute();
}
