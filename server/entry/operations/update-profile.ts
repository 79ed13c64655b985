import { changeProfile } from '#server/domain/profile/profile.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** F-08: the member's own name, telephone number and language of mails. */
export const updateProfile: Handler<'updateProfile'> = async (services, call) => {
  const session = requireSession(call);
  return runOnce(services, call, {
    session,
    keyed: { body: call.body, secret: false, whenForgotten: 'request_running' },
    work: (trx) => changeProfile(trx, services, call, { session, given: call.body }),
  });
};
