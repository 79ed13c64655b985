import { openOwnInquiry } from '#server/domain/inquiries/own.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** F-15: an inquiry to support. */
export const createInquiry: Handler<'createInquiry'> = async (services, call) => {
  const session = requireSession(call);
  return runOnce(services, call, {
    session,
    keyed: { body: call.body, secret: false, whenForgotten: 'request_running' },
    work: (trx) => openOwnInquiry(trx, services, call, { session, ...call.body }),
  });
};
