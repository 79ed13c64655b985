import { salesMonth } from '#server/domain/bonuses/sales.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** D-11: how the binary bonus of a month was calculated. */
export const getSalesMonth: Handler<'getSalesMonth'> = async (services, call) => {
  const session = requireSession(call);
  return {
    status: 200,
    body: await salesMonth(services.db, { session, now: services.clock.now(), month: call.path.month }),
  };
};
