import { sendConfirmationCode } from '#server/domain/confirmation/confirm.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** D-08: the code that confirms a draft, by email. */
export const sendDraftCode: Handler<'sendDraftCode'> = async (services, call) => {
  const session = requireSession(call);
  return runOnce(services, call, {
    session,
    keyed: { body: call.path, secret: false, whenForgotten: 'code_expired' },
    work: (trx, opened) => sendConfirmationCode(trx, services, call, { session, id: call.path.id, opened }),
  });
};
