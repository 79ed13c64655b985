// The browsers that members let us notify (Web Push) belong to sessions: they are forgotten with every way in which a
// session is ended, and go on with the next session of the same member in the same browser.
import { sql } from 'kysely';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { DAY_SECONDS, secondsAfter } from '#server/platform/system/clock.ts';

/** An ended session notifies nobody, however it ended; one that only expired may have a successor later. */
export const ENDED = sql<boolean>`(sessions.ended_at IS NOT NULL)`;

/** Forgets the browsers of the sessions that have ended: of a member, or of everybody. */
export async function forgetBrowsersOfEnded(trx: Db | Trx, of: { memberId: string } | 'everybody'): Promise<void> {
  const ended = trx
    .deleteFrom('push_devices')
    .where('session_id', 'in', (sessions) => sessions.selectFrom('sessions').select('id').where(ENDED));
  await (of === 'everybody' ? ended : ended.where('member_id', '=', of.memberId)).execute();
}

/** Forgets every browser of a member but that of one session, those of sessions that expired long ago as well. */
export async function forgetBrowsersOf(trx: Trx, memberId: string, keptSession: string | null): Promise<void> {
  const all = trx.deleteFrom('push_devices').where('member_id', '=', memberId);
  await (keptSession === null ? all : all.where('session_id', '!=', keptSession)).execute();
}

/**
 * Follows a browser to its new token, which the accounts that know it have by now, so that whoever signs in there next
 * still takes the place of those before.
 */
export async function followNotifiedBrowser(trx: Trx, from: Buffer, to: Buffer): Promise<void> {
  // All that is changed is locked first, in one order: two members may change their passwords in one browser at once.
  const sessions = await trx
    .selectFrom('sessions')
    .select('id')
    .where('member_id', 'in', (known) =>
      known.selectFrom('trusted_browsers').select('member_id').where('browser_hash', '=', to),
    )
    .where('browser_hash', '=', from)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (sessions.length > 0)
    await trx
      .updateTable('sessions')
      .set({ browser_hash: to })
      .where(
        'id',
        'in',
        sessions.map(({ id }) => id),
      )
      .execute();
  const devices = trx.selectFrom('push_devices').select('id').where('browser_hash', '=', from);
  await devices.orderBy('id').forUpdate().execute();
  await trx.updateTable('push_devices').set({ browser_hash: to }).where('browser_hash', '=', from).execute();
}

/** A browser whose member has not used a session for this long shows no more: others may have it now. */
const UNUSED_SECONDS = 14 * DAY_SECONDS;

/** Since when a session must have been used for its browser to be notified. */
export function usedSince(now: Date): Date {
  return secondsAfter(now, -UNUSED_SECONDS);
}

/** Forgets the browsers whose members have stayed away; one that is being taken over is left to the next run. */
export async function forgetUnusedBrowsers(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('push_devices')
    .where('id', 'in', (unused) =>
      unused
        .selectFrom('push_devices')
        .innerJoin('sessions', 'sessions.id', 'push_devices.session_id')
        .select('push_devices.id')
        .where('sessions.last_used_at', '<', usedSince(now))
        .forUpdate('push_devices')
        .skipLocked(),
    )
    .execute();
}

/**
 * Lets a new session go on with what its member had turned on in its browser, and forgets what ended sessions had
 * turned on elsewhere, and what other members had turned on in this browser: the one who signs in has it now.
 */
export async function takeOverNotifiedBrowser(
  trx: Trx,
  session: {
    id: string;
    memberId: string;
    browserHash: Buffer;
    /** The session that this one replaces; any other one that has ended leaves nothing. */
    replaced: string | null;
  },
): Promise<void> {
  const { id, memberId, browserHash, replaced } = session;
  // Two members who sign in in one browser at once want each other's rows. All that is changed below is locked first,
  // in one order, so that neither holds what the other one waits for. That none is found says nothing: a row that
  // was waited for is left out if its session is newer than this statement.
  await trx
    .selectFrom('push_devices')
    .innerJoin('sessions', 'sessions.id', 'push_devices.session_id')
    .select('push_devices.id')
    .where((or) =>
      or.or([
        or('push_devices.browser_hash', '=', browserHash),
        or.and([or('push_devices.member_id', '=', memberId), ENDED]),
      ]),
    )
    .orderBy('push_devices.id')
    .forUpdate('push_devices')
    .execute();
  await trx
    .updateTable('push_devices')
    .set({ session_id: id })
    .where('id', '=', (newest) =>
      newest
        .selectFrom('push_devices')
        .innerJoin('sessions', 'sessions.id', 'push_devices.session_id')
        .select('push_devices.id')
        .where('push_devices.member_id', '=', memberId)
        .where('push_devices.browser_hash', '=', browserHash)
        .where((or) => or.or([or.not(ENDED), or('sessions.id', '=', replaced)]))
        .orderBy('push_devices.added_at', 'desc')
        .limit(1),
    )
    .execute();
  await forgetBrowsersOfEnded(trx, { memberId });
  await trx
    .deleteFrom('push_devices')
    .where('browser_hash', '=', browserHash)
    .where('member_id', '!=', memberId)
    .execute();
}
