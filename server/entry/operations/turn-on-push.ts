import { readPushHere, turnOnPush as turnOn } from '#server/domain/notices/push-devices.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { Handler } from './handler.ts';

/** Lets the calling browser be notified. */
export const turnOnPush: Handler<'turnOnPush'> = async (services, call) => {
  const session = requireSession(call);
  const { key } = await readPushHere(services, session);
  if (key === null) throw new Problem('not_found');
  return runOnce(services, call, {
    session,
    keyed: { body: call.body, secret: false, whenForgotten: 'request_running' },
    work: async (trx) => ({
      kind: 'done',
      body: await turnOn(trx, services, call, { session, key, wanted: call.body }),
    }),
  });
};
