import { requireSession } from '#server/accounts/require-session.ts';
import { showNews } from '#server/contents/news.ts';
import type { Handler } from './handler.ts';

/** One notice; nothing is marked. */
export const getNews: Handler<'getNews'> = async (services, call) => {
  const { memberId } = requireSession(call);
  return { status: 200, body: await showNews(services, call, { memberId, id: call.path.id, now: services.clock.now() }) };
};
