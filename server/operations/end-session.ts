import { endOwnSession } from '#server/accounts/open-sessions.ts';
import { requireSession } from '#server/accounts/require-session.ts';
import { requireStepUp } from '#server/accounts/step-up.ts';
import { runOnce } from '#server/requests/run-once.ts';
import type { Handler } from './handler.ts';

/** D-14: ends one of the member's own sessions; its tokens open nothing from this moment. */
export const endSession: Handler<'endSession'> = async (services, call) => {
  const session = requireSession(call);
  const { id } = call.path;
  return runOnce(services, call, {
    session,
    keyed: { body: { id, ...call.body }, secret: false, whenForgotten: 'not_found' },
    before: () => requireStepUp(services, call, { session, given: call.body }),
    work: (trx) => endOwnSession(trx, services, call, { session, id, secondFactor: call.body.secondFactor }),
  });
};
