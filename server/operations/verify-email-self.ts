import { verifyOwnAddress } from '#server/accounts/email-verification.ts';
import { requireSession } from '#server/accounts/require-session.ts';
import { runOnce } from '#server/requests/run-once.ts';
import type { Handler } from './handler.ts';

/** F-08: verifies the member's own address with a code. */
export const verifyEmailSelf: Handler<'verifyEmailSelf'> = async (services, call) => {
  const session = requireSession(call);
  return runOnce(services, call, {
    session,
    keyed: { body: call.body, secret: false, whenForgotten: 'code_expired' },
    work: (trx) => verifyOwnAddress(trx, services, call, { session, named: null, code: call.body.code }),
  });
};
