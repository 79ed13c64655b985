import { sendChangeCode } from '#server/accounts/email-change.ts';
import { requireSession } from '#server/accounts/require-session.ts';
import { runOnce } from '#server/requests/run-once.ts';
import type { Handler } from './handler.ts';

/** F-06, second step: the token of the link opens the change, and a code goes to the new address. */
export const sendChangeEmailVerificationCode: Handler<'sendChangeEmailVerificationCode'> = async (services, call) => {
  const session = requireSession(call);
  return runOnce(services, call, {
    session,
    keyed: { body: call.body, secret: false, whenForgotten: 'link_invalid' },
    work: (trx) => sendChangeCode(trx, services, call, { session, ...call.body }),
  });
};
