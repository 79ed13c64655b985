import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireStepUp } from '#server/domain/second-factor/step-up.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import { endOwnSession } from '#server/domain/sign-in/open-sessions.ts';
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
