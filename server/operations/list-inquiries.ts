import { requireSession } from '#server/accounts/require-session.ts';
import { listOwnInquiries } from '#server/inquiries/own.ts';
import type { Handler } from './handler.ts';

/** F-15: the member's own inquiries, page by page. */
export const listInquiries: Handler<'listInquiries'> = async (services, call) => {
  const { memberId } = requireSession(call);
  return { status: 200, body: await listOwnInquiries(services.db, call, { memberId, cursor: call.query.cursor }) };
};
