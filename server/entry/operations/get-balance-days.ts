import { requireSession } from '#server/domain/sessions/require-session.ts';
import { balanceDays } from '#server/domain/wallet/days.ts';
import type { Handler } from './handler.ts';

/** The value of the member's own assets, day by day. */
export const getBalanceDays: Handler<'getBalanceDays'> = async (services, call) => ({
  status: 200,
  body: {
    items: await balanceDays(services, { memberId: requireSession(call).memberId, days: call.query.days ?? 90 }),
  },
});
