import { showNews } from '#server/domain/contents/news.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** One notice; it is not marked as read. */
export const getNews: Handler<'getNews'> = async (services, call) => {
  const { memberId } = requireSession(call);
  return {
    status: 200,
    body: await showNews(services, call, { memberId, id: call.path.id, now: services.clock.now() }),
  };
};
