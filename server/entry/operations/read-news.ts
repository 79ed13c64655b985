import { markRead } from '#server/domain/contents/news.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** A notice is marked as read. */
export const readNews: Handler<'readNews'> = async (services, call) => {
  const session = requireSession(call);
  const { id } = call.path;
  return runOnce(services, call, {
    session,
    keyed: { body: { id }, secret: false, whenForgotten: 'request_running' },
    work: async (trx) => ({
      kind: 'done',
      body: await markRead(trx, { memberId: session.memberId, id, at: services.clock.now() }),
    }),
  });
};
