import { listSalesMonths as readSalesMonths } from '#server/domain/bonuses/sales.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** D-11: the member's own binary bonus, month by month. */
export const listSalesMonths: Handler<'listSalesMonths'> = async (services, call) => {
  const session = requireSession(call);
  return {
    status: 200,
    body: await readSalesMonths(services.db, call, { session, now: services.clock.now(), cursor: call.query.cursor }),
  };
};
