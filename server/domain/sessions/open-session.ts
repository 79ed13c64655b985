import type { BooksState } from '#server/domain/ledger/books-open.ts';
import { lockMember, type LockedMember } from '#server/domain/members/members.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { MemberSession } from '#server/platform/contract/types.ts';
import type { Trx } from '#server/platform/db/kysely.ts';

/** What a call finds once its member is locked. It stays so until the transaction ends, except the club's state. */
export interface Opened {
  readonly member: LockedMember;
  /** Since when the member confirms with an app; null if none is set up. */
  readonly appSince: Date | null;
  readonly books: BooksState;
}

/**
 * Locks the member of a session and makes sure that the session is still open. Acts that end it, such as freezing, take
 * the same lock.
 *
 * What else a call has to know first is read with it, by one statement after the one that locks: a statement sees what
 * was committed before it began, and the one that locks begins before it has the lock.
 *
 * @throws Problem session_ended
 */
export async function lockOpenSession(trx: Trx, session: MemberSession): Promise<Opened> {
  const member = await lockMember(trx, session.memberId);
  const found = await trx
    .selectFrom('sessions')
    .innerJoin('club_state', (join) => join.onTrue())
    .leftJoin('two_factor', 'two_factor.member_id', 'sessions.member_id')
    .select(['sessions.ended_at', 'two_factor.enabled_at', 'club_state.books_stopped_at', 'club_state.restored_at'])
    .where('sessions.id', '=', session.id)
    .executeTakeFirstOrThrow();
  if (found.ended_at !== null || member.frozen_at !== null) throw new Problem('session_ended');
  return { member, appSince: found.enabled_at, books: found };
}
