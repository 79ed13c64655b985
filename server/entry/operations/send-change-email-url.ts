import { requestEmailChange } from '#server/domain/email-address/email-change.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requirePassword } from '#server/domain/second-factor/step-up.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** F-06, first step: requires the password and mails a link to the present address. */
export const sendChangeEmailUrl: Handler<'sendChangeEmailUrl'> = async (services, call) => {
  const session = requireSession(call);
  return runOnce(services, call, {
    session,
    keyed: { body: call.body, secret: false, whenForgotten: 'link_invalid' },
    before: () => requirePassword(services, call, { session, password: call.body.password }),
    work: (trx) => requestEmailChange(trx, services, call, { session, secondFactor: call.body.secondFactor }),
  });
};
