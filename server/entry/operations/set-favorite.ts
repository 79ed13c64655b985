import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import { setFavorite as setOwn } from '#server/domain/transfers/favorites.ts';
import type { Handler } from './handler.ts';

/** F-11: a recipient is kept at hand, or no longer. */
export const setFavorite: Handler<'setFavorite'> = async (services, call) => {
  const session = requireSession(call);
  return runOnce(services, call, {
    session,
    keyed: { body: call.body, secret: false, whenForgotten: 'request_running' },
    work: async (trx) => ({ kind: 'done', body: await setOwn(trx, services, call, { session, wanted: call.body }) }),
  });
};
