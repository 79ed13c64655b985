import { keepAllowList as keep } from '#server/domain/allow-list/allow-list.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** Calls off turning the allow-list off; a session is enough, since it makes nothing easier. */
export const keepAllowList: Handler<'keepAllowList'> = async (services, call) => {
  const session = requireSession(call);
  return runOnce(services, call, {
    session,
    keyed: { body: null, secret: false, whenForgotten: 'allow_list_off' },
    work: (trx) => keep(trx, services, call, session),
  });
};
