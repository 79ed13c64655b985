import { requireSession } from '#server/accounts/require-session.ts';
import { openOwnInquiry } from '#server/inquiries/own.ts';
import { runOnce } from '#server/requests/run-once.ts';
import type { Handler } from './handler.ts';

/** F-15: an inquiry to the support. */
export const createInquiry: Handler<'createInquiry'> = async (services, call) => {
  const session = requireSession(call);
  return runOnce(services, call, {
    session,
    keyed: { body: call.body, secret: false, whenForgotten: 'request_running' },
    work: (trx) => openOwnInquiry(trx, services, call, { session, ...call.body }),
  });
};
