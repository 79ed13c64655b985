import { referralEarnings } from '#server/domain/bonuses/earnings.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import { readMomentCursor } from '#server/platform/contract/cursor.ts';
import type { Handler } from './handler.ts';

/** The member's referrals and their bonuses (D-11, D-31). */
export const getReferralEarnings: Handler<'getReferralEarnings'> = async (services, call) => {
  const session = requireSession(call);
  const after = readMomentCursor(call, call.query.cursor);
  return { status: 200, body: await referralEarnings(services.db, { session, now: services.clock.now(), after }) };
};
