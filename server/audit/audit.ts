import type { components } from '#openapi/api.gen.d.ts';
import type { Db, Trx } from '#server/db/kysely.ts';

/** What operators do that concerns no member alone. */
type OperatorActKind =
  | 'rate_set'
  | 'rules_set'
  | 'maintenance_set'
  | 'books_checked'
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
  | 'inquiry_read';

/** Acts that are recorded for ever (security rule 24); members read their own on /Account. */
export type AuditKind = components['schemas']['ActivityKind'] | OperatorActKind;

export interface AuditEvent {
  kind: AuditKind;
  at: Date;
  memberId: string | null;
  sessionId?: string | null;
  /** The request that did it, and from which device. */
  call: { requestId: string; device: string };
  /** Facts worth keeping; never codes, tokens, passwords or typed text. */
  details?: Record<string, string | number | boolean>;
}

/** Writes one event of the audit, in the transaction of what it records where there is one. */
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
      details: JSON.stringify(event.details ?? {}),
    })
    .execute();
}
