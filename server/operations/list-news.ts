import { requireSession } from '#server/accounts/require-session.ts';
import { listNews as readPage } from '#server/contents/news.ts';
import type { Handler } from './handler.ts';

/** The notices of the club, each with the member's mark. */
export const listNews: Handler<'listNews'> = async (services, call) => {
  const { memberId } = requireSession(call);
  return { status: 200, body: await readPage(services.db, call, { memberId, cursor: call.query.cursor }) };
};
