import { closeOwnInquiry } from '#server/domain/inquiries/own.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** L-04: the member ends an inquiry. */
export const closeInquiry: Handler<'closeInquiry'> = async (services, call) => {
  const session = requireSession(call);
  const given = { ticket: call.path.id };
  return runOnce(services, call, {
    session,
    keyed: { body: given, secret: false, whenForgotten: 'request_running' },
    work: (trx) => closeOwnInquiry(trx, services, call, { session, ...given }),
  });
};
