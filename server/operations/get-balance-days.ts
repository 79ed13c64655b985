import { requireSession } from '#server/accounts/require-session.ts';
import { balanceDays } from '#server/wallet/days.ts';
import type { Handler } from './handler.ts';

/** What the member's own assets came to, day by day. */
export const getBalanceDays: Handler<'getBalanceDays'> = async (services, call) => ({
  status: 200,
  body: { items: await balanceDays(services, { memberId: requireSession(call).memberId, days: call.query.days ?? 90 }) },
});
