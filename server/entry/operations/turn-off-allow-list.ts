import { turnOffAllowList as turnOff } from '#server/domain/allow-list/allow-list.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requirePassword } from '#server/domain/second-factor/step-up.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** Lets withdrawals go to other addresses after a day, with the same proof as turning it on (S-08). */
export const turnOffAllowList: Handler<'turnOffAllowList'> = async (services, call) => {
  const session = requireSession(call);
  const { password, secondFactor } = call.body;
  return runOnce(services, call, {
    session,
    keyed: { body: call.body, secret: false, whenForgotten: 'request_running' },
    before: () => requirePassword(services, call, { session, password }),
    work: (trx) => turnOff(trx, services, call, { session, secondFactor }),
  });
};
