import { markNoticeRead } from '#server/domain/notices/notices.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** A notice is marked as read, or all up to it. */
export const readNotice: Handler<'readNotice'> = async (services, call) => {
  const session = requireSession(call);
  const { id } = call.path;
  const { older } = call.body;
  return runOnce(services, call, {
    session,
    keyed: { body: { id, older }, secret: false, whenForgotten: 'request_running' },
    work: async (trx) => ({
      kind: 'done',
      body: await markNoticeRead(trx, { memberId: session.memberId, id, older, at: services.clock.now() }),
    }),
  });
};
