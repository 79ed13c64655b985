import { verifyOwnAddress } from '#server/domain/email-address/email-verification.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** F-08: verifies the member's own address, given in the call, with a code. */
export const verifyEmail: Handler<'verifyEmail'> = async (services, call) => {
  const session = requireSession(call);
  return runOnce(services, call, {
    session,
    keyed: { body: call.body, secret: false, whenForgotten: 'code_expired' },
    work: (trx) => verifyOwnAddress(trx, services, call, { session, named: call.body.email, code: call.body.code }),
  });
};
