import { readPushHere, turnOffPush as turnOff } from '#server/domain/notices/push-devices.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** Notifies the calling browser no more. */
export const turnOffPush: Handler<'turnOffPush'> = async (services, call) => {
  const session = requireSession(call);
  const { key } = await readPushHere(services, session);
  return runOnce(services, call, {
    session,
    keyed: { body: null, secret: false, whenForgotten: 'request_running' },
    work: async (trx) => ({ kind: 'done', body: await turnOff(trx, services, call, { session, key }) }),
  });
};
