import { turnOnAllowList as turnOn } from '#server/domain/allow-list/allow-list.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requirePassword } from '#server/domain/second-factor/step-up.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** Lets withdrawals go only to saved addresses, with the password and, if an app is set up, a code of it (S-08). */
export const turnOnAllowList: Handler<'turnOnAllowList'> = async (services, call) => {
  const session = requireSession(call);
  const { password, secondFactor } = call.body;
  return runOnce(services, call, {
    session,
    keyed: { body: call.body, secret: false, whenForgotten: 'request_running' },
    before: () => requirePassword(services, call, { session, password }),
    work: (trx) => turnOn(trx, services, call, { session, secondFactor }),
  });
};
