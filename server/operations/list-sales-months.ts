import { requireSession } from '#server/accounts/require-session.ts';
import { listSalesMonths as readSalesMonths } from '#server/bonuses/sales.ts';
import type { Handler } from './handler.ts';

/** D-11: the member's own binary bonus, month by month. */
export const listSalesMonths: Handler<'listSalesMonths'> = async (services, call) => {
  const session = requireSession(call);
  return { status: 200, body: await readSalesMonths(services.db, call, { session, now: services.clock.now(), cursor: call.query.cursor }) };
};
