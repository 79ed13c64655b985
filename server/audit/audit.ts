import type { Db, Trx } from '#server/db/kysely.ts';

/** Acts that are recorded for ever (security rule 24). */
export type AuditKind =
  | 'signed_in'
  | 'sign_in_failed'
  | 'password_disabled'
  | 'second_factor_asked'
  | 'second_factor_failed'
  | 'second_factor_locked'
  | 'recovery_code_used'
  | 'signed_out'
  | 'session_replaced'
  | 'refresh_token_reused'
  | 'refresh_answer_reissued'
  | 'password_check_failed'
  | 'two_factor_enabled'
  | 'two_factor_disabled';

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
