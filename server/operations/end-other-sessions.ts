import { endOwnOtherSessions } from '#server/accounts/open-sessions.ts';
import { requireSession } from '#server/accounts/require-session.ts';
import { requireStepUp } from '#server/accounts/step-up.ts';
import { runOnce } from '#server/requests/run-once.ts';
import type { Handler } from './handler.ts';

/** D-14: ends all own sessions but this one. */
export const endOtherSessions: Handler<'endOtherSessions'> = async (services, call) => {
  const session = requireSession(call);
  return runOnce(services, call, {
    session,
    keyed: { body: call.body, secret: false, whenForgotten: 'request_running' },
    before: () => requireStepUp(services, call, { session, given: call.body }),
    work: (trx) => endOwnOtherSessions(trx, services, call, { session, secondFactor: call.body.secondFactor }),
  });
};
