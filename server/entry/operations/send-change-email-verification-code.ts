import { sendChangeCode } from '#server/domain/email-address/email-change.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** F-06, second step: the link's token opens the change, and a code goes to the new address. */
export const sendChangeEmailVerificationCode: Handler<'sendChangeEmailVerificationCode'> = async (services, call) => {
  const session = requireSession(call);
  return runOnce(services, call, {
    session,
    keyed: { body: call.body, secret: false, whenForgotten: 'link_invalid' },
    work: (trx) => sendChangeCode(trx, services, call, { session, ...call.body }),
  });
};
