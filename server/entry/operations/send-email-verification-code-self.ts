import { sendOwnCode } from '#server/domain/email-address/email-verification.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** F-08: a code to the member's own address. */
export const sendEmailVerificationCodeSelf: Handler<'sendEmailVerificationCodeSelf'> = async (services, call) => {
  const session = requireSession(call);
  return runOnce(services, call, {
    session,
    keyed: { body: null, secret: false, whenForgotten: 'email_already_verified' },
    work: (trx) => sendOwnCode(trx, services, call, { session, named: null, evenIfVerified: false }),
  });
};
