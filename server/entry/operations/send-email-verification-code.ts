import { sendOwnCode } from '#server/domain/email-address/email-verification.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** F-08: a code to the member's own address, which the call names so that a mistake is noticed. */
export const sendEmailVerificationCode: Handler<'sendEmailVerificationCode'> = async (services, call) => {
  const session = requireSession(call);
  return runOnce(services, call, {
    session,
    keyed: { body: call.body, secret: false, whenForgotten: 'code_expired' },
    work: (trx) => sendOwnCode(trx, services, call, { session, named: call.body.email, evenIfVerified: true }),
  });
};
