import { listOwnInquiries } from '#server/domain/inquiries/own.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** F-15: the member's own inquiries, page by page. */
export const listInquiries: Handler<'listInquiries'> = async (services, call) => {
  const { memberId } = requireSession(call);
  return { status: 200, body: await listOwnInquiries(services.db, call, { memberId, cursor: call.query.cursor }) };
};
