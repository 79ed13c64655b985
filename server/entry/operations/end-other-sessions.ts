import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireStepUp } from '#server/domain/second-factor/step-up.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import { endOwnOtherSessions } from '#server/domain/sign-in/open-sessions.ts';
import type { Handler } from './handler.ts';

/** D-14: ends all of the member's sessions except this one. */
export const endOtherSessions: Handler<'endOtherSessions'> = async (services, call) => {
  const session = requireSession(call);
  return runOnce(services, call, {
    session,
    keyed: { body: call.body, secret: false, whenForgotten: 'request_running' },
    before: () => requireStepUp(services, call, { session, given: call.body }),
    work: (trx) => endOwnOtherSessions(trx, services, call, { session, secondFactor: call.body.secondFactor }),
  });
};
