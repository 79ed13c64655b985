import { setNoticeSettings as setSettings } from '#server/domain/notices/settings.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** Sets what the member is notified of by mail. */
export const setNoticeSettings: Handler<'setNoticeSettings'> = async (services, call) => {
  const session = requireSession(call);
  return runOnce(services, call, {
    session,
    keyed: { body: call.body, secret: false, whenForgotten: 'request_running' },
    work: async (trx) => ({
      kind: 'done',
      body: await setSettings(trx, services, call, { session, wanted: call.body }),
    }),
  });
};
