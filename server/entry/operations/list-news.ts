import { listNews as readPage } from '#server/domain/contents/news.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** The notices of the club, each with the member's mark. */
export const listNews: Handler<'listNews'> = async (services, call) => {
  const { memberId } = requireSession(call);
  const wanted = { memberId, cursor: call.query.cursor, now: services.clock.now() };
  return { status: 200, body: await readPage(services, call, wanted) };
};
