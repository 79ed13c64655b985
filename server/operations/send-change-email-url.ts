import { requestEmailChange } from '#server/accounts/email-change.ts';
import { requireSession } from '#server/accounts/require-session.ts';
import { requirePassword } from '#server/accounts/step-up.ts';
import { runOnce } from '#server/requests/run-once.ts';
import type { Handler } from './handler.ts';

/** F-06, first step: with the password, a link goes to the present address. */
export const sendChangeEmailUrl: Handler<'sendChangeEmailUrl'> = async (services, call) => {
  const session = requireSession(call);
  return runOnce(services, call, {
    session,
    keyed: { body: call.body, secret: false, whenForgotten: 'link_invalid' },
    before: () => requirePassword(services, call, { session, password: call.body.password }),
    work: (trx) => requestEmailChange(trx, services, call, { session, secondFactor: call.body.secondFactor }),
  });
};
