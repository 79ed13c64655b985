import { showOwnInquiry } from '#server/domain/inquiries/own.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** F-15: one of the member's own inquiries with its messages. */
export const getInquiry: Handler<'getInquiry'> = async (services, call) => {
  const { memberId } = requireSession(call);
  return { status: 200, body: await showOwnInquiry(services.db, { memberId, ticket: call.path.id }) };
};
