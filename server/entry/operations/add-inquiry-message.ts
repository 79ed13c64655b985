import { replyToOwnInquiry } from '#server/domain/inquiries/own.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** L-04: the member adds a message. */
export const addInquiryMessage: Handler<'addInquiryMessage'> = async (services, call) => {
  const session = requireSession(call);
  const given = { ticket: call.path.id, text: call.body.text };
  return runOnce(services, call, {
    session,
    keyed: { body: given, secret: false, whenForgotten: 'request_running' },
    work: (trx) => replyToOwnInquiry(trx, services, call, { session, ...given }),
  });
};
