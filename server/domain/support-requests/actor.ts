// Who acts on an account: its member, or support on the member's behalf. The act is the same.
import { audit, type AuditEvent, type MemberActKind } from '#server/platform/audit/audit.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import type { Trx } from '#server/platform/db/kysely.ts';

/** `session`: the session in which the member acts; null if a link or a mailed code does it. */
export interface MemberActor {
  by: 'member';
  call: CallContext;
  session: MemberSession | null;
}

/** An operator, and the reason, which is kept in the audit and never mailed. */
export interface SupportActor {
  by: 'support';
  call: AuditEvent['call'];
  operator: string;
  reason: string;
}

export type Actor = MemberActor | SupportActor;

/** An operator who acts on a member's account, and why. */
export type SupportAct = Omit<SupportActor, 'by'> & { memberId: string };

/** An operator as the actor. */
export function supportOf({ call, operator, reason }: SupportAct): SupportActor {
  return { by: 'support', call, operator, reason };
}

/** The device that a mail about the act names; null if it was none of the member's. */
export function deviceOf(actor: Actor): string | null {
  return actor.by === 'member' ? actor.call.device : null;
}

/** Records an act in the member's own audit, with the operator's name if support did it. */
export async function auditAct(
  trx: Trx,
  actor: Actor,
  event: { kind: MemberActKind; at: Date; memberId: string; details?: Record<string, string | number | boolean> },
): Promise<void> {
  const { details, ...rest } = event;
  if (actor.by === 'member')
    return audit(trx, { ...rest, sessionId: actor.session?.id ?? null, call: actor.call, details: { ...details } });
  return audit(trx, {
    ...rest,
    call: actor.call,
    details: { ...details, operator: actor.operator, reason: actor.reason },
  });
}
