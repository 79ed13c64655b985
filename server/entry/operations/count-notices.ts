import { countUnread } from '#server/domain/notices/notices.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** How many notices the member has not read. */
export const countNotices: Handler<'countNotices'> = async (services, call) => {
  const { memberId } = requireSession(call);
  return { status: 200, body: { unread: await countUnread(services.db, memberId) } };
};
