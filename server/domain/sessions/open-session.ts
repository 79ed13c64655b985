import { lockMember } from '#server/domain/members/members.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { MemberSession } from '#server/platform/contract/types.ts';
import type { Trx } from '#server/platform/db/kysely.ts';

/**
 * Locks the member of a session and makes sure that the session is still open. Acts that end it, such as freezing, take
 * the same lock.
 *
 * @returns the member's row
 * @throws Problem session_ended
 */
export async function lockOpenSession(trx: Trx, session: MemberSession) {
  const member = await lockMember(trx, session.memberId);
  const { ended_at: endedAt } = await trx
    .selectFrom('sessions')
    .select('ended_at')
    .where('id', '=', session.id)
    .executeTakeFirstOrThrow();
  if (endedAt !== null || member.frozen_at !== null) throw new Problem('session_ended');
  return member;
}
