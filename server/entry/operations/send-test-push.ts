import { queueTestPush, readPushHere } from '#server/domain/notices/push-devices.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { Handler } from './handler.ts';

/** Sends the calling browser a message that tells of nothing. */
export const sendTestPush: Handler<'sendTestPush'> = async (services, call) => {
  const session = requireSession(call);
  const { key } = await readPushHere(services, session);
  if (key === null) throw new Problem('not_found');
  return runOnce(services, call, {
    session,
    keyed: { body: null, secret: false, whenForgotten: 'request_running' },
    work: async (trx) => ({ kind: 'done', body: await queueTestPush(trx, services, { session, key }) }),
  });
};
