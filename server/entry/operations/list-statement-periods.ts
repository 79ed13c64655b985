import { requireSession } from '#server/domain/sessions/require-session.ts';
import { periodsBetween } from '#server/domain/statements/period.ts';
import { zoneWanted } from '#server/domain/wallet/zone-wanted.ts';
import type { Handler } from './handler.ts';

/** D-29: what there are statements of. */
export const listStatementPeriods: Handler<'listStatementPeriods'> = async ({ db, clock }, call) => {
  const { memberId } = requireSession(call);
  const timeZone = zoneWanted(call);
  const { joined_at: joinedAt } = await db
    .selectFrom('members')
    .select('joined_at')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  return { status: 200, body: periodsBetween(joinedAt, clock.now(), timeZone) };
};
