import { freezeAccount as freeze } from '#server/domain/freezing/freezing.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/**
 * D-32: freezes the member's own account. The key alone gives access to the saved answer, because the session has ended
 * by then.
 */
export const freezeAccount: Handler<'freezeAccount'> = async (services, call) => {
  const session = requireSession(call);
  return runOnce(services, call, {
    session: null,
    // The member is part of the call's content; otherwise the same key would answer two members alike.
    keyed: { body: { memberId: session.memberId }, secret: false, whenForgotten: 'idempotency_key_reused' },
    work: (trx) => freeze(trx, services, call, session),
  });
};
