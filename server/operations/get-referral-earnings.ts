import { requireSession } from '#server/accounts/require-session.ts';
import { referralEarnings } from '#server/bonuses/earnings.ts';
import { readMomentCursor } from '#server/contract/cursor.ts';
import type { Handler } from './handler.ts';

/** What referrals have brought (D-11, D-31). */
export const getReferralEarnings: Handler<'getReferralEarnings'> = async (services, call) => {
  const session = requireSession(call);
  const after = readMomentCursor(call, call.query.cursor);
  return { status: 200, body: await referralEarnings(services.db, { session, now: services.clock.now(), after }) };
};
