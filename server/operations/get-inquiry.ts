import { requireSession } from '#server/accounts/require-session.ts';
import { showOwnInquiry } from '#server/inquiries/own.ts';
import type { Handler } from './handler.ts';

/** F-15: one of the member's own inquiries with its messages. */
export const getInquiry: Handler<'getInquiry'> = async (services, call) => {
  const { memberId } = requireSession(call);
  return { status: 200, body: await showOwnInquiry(services.db, { memberId, ticket: call.path.id }) };
};
