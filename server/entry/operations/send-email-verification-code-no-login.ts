import { sendAddressCode } from '#server/domain/email-address/email-verification.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import type { Handler } from './handler.ts';

/** F-03 and F-05: a code to an address before signing in; the answer is the same for every address (D-15). */
export const sendEmailVerificationCodeNoLogin: Handler<'sendEmailVerificationCodeNoLogin'> = async (services, call) =>
  runOnce(services, call, {
    session: null,
    keyed: { body: call.body, secret: false, whenForgotten: 'code_expired' },
    work: (trx) => sendAddressCode(trx, services, call, call.body),
  });
