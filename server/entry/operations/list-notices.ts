import { listOwnNotices } from '#server/domain/notices/notices.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** What happened to the member's own, the newest first. */
export const listNotices: Handler<'listNotices'> = async (services, call) => {
  const { memberId } = requireSession(call);
  return { status: 200, body: await listOwnNotices(services.db, call, { memberId, cursor: call.query.cursor }) };
};
