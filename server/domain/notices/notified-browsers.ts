// The browsers that members let us notify (Web Push) belong to sessions: they are forgotten with every way in which a
// session is ended, and go on with the next session of the same member in the same browser.
import { sql } from 'kysely';
import type { Db, Trx } from '#server/platform/db/kysely.ts';

/** A session that was replaced has a successor in the same browser, and one that expired may have one later. */
export const ENDED = sql<boolean>`(sessions.ended_at IS NOT NULL AND sessions.end_reason <> 'replaced')`;

/** Forgets the browsers of the sessions that have ended: of a member, or of everybody. */
export async function forgetNotifiedBrowsers(trx: Db | Trx, of: { memberId: string } | 'everybody'): Promise<void> {
  let query = trx
    .deleteFrom('push_devices')
    .where('session_id', 'in', (sessions) => sessions.selectFrom('sessions').select('id').where(ENDED));
  if (of !== 'everybody') query = query.where('member_id', '=', of.memberId);
  await query.execute();
}

/** Lets a new session go on with what its member had turned on in its browser. */
export async function takeOverNotifiedBrowser(
  trx: Trx,
  session: { id: string; memberId: string; browserHash: Buffer },
): Promise<void> {
  const { id, memberId, browserHash } = session;
  // One that an older release has left behind is not taken over.
  await forgetNotifiedBrowsers(trx, { memberId });
  await trx
    .updateTable('push_devices')
    .set({ session_id: id })
    .where('id', '=', (newest) =>
      newest
        .selectFrom('push_devices')
        .select('id')
        .where('member_id', '=', memberId)
        .where('browser_hash', '=', browserHash)
        .orderBy('added_at', 'desc')
        .limit(1),
    )
    .execute();
}
