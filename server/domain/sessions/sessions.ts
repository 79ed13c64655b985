// Sessions and their tokens (S-10 to S-12). Tokens leave the server once; only their hashes are stored.
import { FIGURES } from '#openapi/figures.ts';
import { sql } from 'kysely';
import type { components } from '#openapi/api.gen.d.ts';
import {
  forgetBrowsersOf,
  forgetBrowsersOfEnded,
  takeOverNotifiedBrowser,
} from '#server/domain/notices/notified-browsers.ts';
import type { MemberSession } from '#server/platform/contract/types.ts';
import { newToken, tokenHash } from '#server/platform/crypto/tokens.ts';
import { notifyAfter, type Db, type Trx } from '#server/platform/db/kysely.ts';
import type { EndReason } from '#server/platform/db/tables.ts';
import { earlier, secondsAfter, secondsUntil, type Clock } from '#server/platform/system/clock.ts';
import type { Random } from '#server/platform/system/random.ts';
import { tellOfNextSignInsFromEnded } from './browsers.ts';

export type TokenGrant = components['schemas']['TokenGrant'];

const ACCESS_SECONDS = 10 * 60;
export const REFRESH_IDLE_SECONDS = FIGURES.sessionIdleMinutes * 60;
const SESSION_SECONDS = FIGURES.sessionHours * 60 * 60;
/** What the bus tells ended sessions under; the id is the session, or the member if several of theirs have ended. */
export const SESSIONS_TOPIC = 'sessions';

/** How often `last_used_at` is written at most, so that reads do not write. */
const USE_NOTED_EVERY_SECONDS = 60;

/** The tokens of one answer with their hashes. */
export interface IssuedTokens {
  grant: TokenGrant;
  refreshHash: Buffer;
}

/** What a call with a token is let in by, as one statement finds it. */
export interface Door {
  readonly maintenance: boolean;
  readonly maintenanceUntil: Date | null;
  /** The live session of the token; null if there is none. */
  readonly found: FoundSession | null;
}

interface FoundSession {
  readonly session: MemberSession;
  readonly tokenHash: Buffer;
  readonly isFirstUse: boolean;
  readonly lastUsedAt: Date;
}

/**
 * Whether the club is closed, and the live session of an access token: in one statement, since every call asks for
 * both. `noteUse` records that the session is used, once the call is let in.
 *
 * @returns no session if the token is unknown, expired, or its session has ended
 */
export async function findAtDoor(db: Db, clock: Clock, accessToken: string): Promise<Door> {
  const now = clock.now();
  const row = await db
    .selectFrom('club_state')
    .leftJoin('access_tokens', (join) =>
      join.on('access_tokens.token_hash', '=', tokenHash(accessToken)).on('access_tokens.expires_at', '>', now),
    )
    .leftJoin('sessions', (join) =>
      join
        .onRef('sessions.id', '=', 'access_tokens.session_id')
        .on('sessions.absolute_end', '>', now)
        .on('sessions.ended_at', 'is', null),
    )
    .select(['club_state.maintenance', 'club_state.maintenance_until'])
    .select(['sessions.id', 'sessions.member_id', 'sessions.previous_sign_in_at', 'sessions.last_used_at'])
    .select(['access_tokens.token_hash', 'access_tokens.first_used_at'])
    .executeTakeFirstOrThrow();
  return { maintenance: row.maintenance, maintenanceUntil: row.maintenance_until, found: foundIn(row) };
}

function foundIn(row: {
  id: string | null;
  member_id: string | null;
  previous_sign_in_at: Date | null;
  last_used_at: Date | null;
  token_hash: Buffer | null;
  first_used_at: Date | null;
}): FoundSession | null {
  const { id, member_id: memberId, last_used_at: lastUsedAt, token_hash: hash } = row;
  if (id === null || memberId === null || lastUsedAt === null || hash === null) return null;
  return {
    session: { id, memberId, previousSignInAt: row.previous_sign_in_at },
    tokenHash: hash,
    isFirstUse: row.first_used_at === null,
    lastUsedAt,
  };
}

/** Records that a session is used, as far as that is not known yet: nothing, in nearly all calls. */
export async function noteUse(db: Db, clock: Clock, found: FoundSession): Promise<void> {
  const now = clock.now();
  if (found.isFirstUse)
    await db
      .updateTable('access_tokens')
      .set({ first_used_at: now })
      .where('token_hash', '=', found.tokenHash)
      .execute();
  if (found.lastUsedAt <= secondsAfter(now, -USE_NOTED_EVERY_SECONDS)) await noteLastUse(db, found.session.id, now);
}

/**
 * Waits for no disk and no standby: nobody learns of it, so that reading goes on while commits wait, and a use that a
 * crash forgets is noted again a minute later.
 */
async function noteLastUse(db: Db, sessionId: string, now: Date): Promise<void> {
  await sql`
    WITH quick AS (SELECT set_config('synchronous_commit', 'off', true))
    UPDATE sessions SET last_used_at = ${now} FROM quick WHERE id = ${sessionId}`.execute(db);
}

/**
 * The given sessions that are still open: neither ended, nor at their absolute end, nor unused until no token of theirs
 * is valid any more. One statement.
 */
export async function openSessionsOf(db: Db, sessionIds: readonly string[], now: Date): Promise<Set<string>> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where((where) => where('id', '=', where.fn.any(where.val([...sessionIds]))))
    .where('ended_at', 'is', null)
    .where('absolute_end', '>', now)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('refresh_tokens')
          .select('refresh_tokens.session_id')
          .whereRef('refresh_tokens.session_id', '=', 'sessions.id')
          .where('refresh_tokens.expires_at', '>', now),
      ),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Starts a session and issues its first tokens. The member's row must be locked by the caller. */
export async function startSession(
  trx: Trx,
  options: {
    member: { id: string };
    /** The sign-in before this one. */
    previousSignInAt: Date | null;
    device: string;
    browserHash: Buffer;
    requestKey: string | null;
    /** The session that this one takes the place of. */
    replaced: string | null;
    now: Date;
    random: Random;
  },
): Promise<{ sessionId: string; tokens: IssuedTokens }> {
  const { member, previousSignInAt, device, browserHash, requestKey, replaced, now, random } = options;
  const sessionId = random.uuid();
  const absoluteEnd = secondsAfter(now, SESSION_SECONDS);
  await trx
    .insertInto('sessions')
    .values({
      id: sessionId,
      member_id: member.id,
      created_at: now,
      absolute_end: absoluteEnd,
      last_used_at: now,
      previous_sign_in_at: previousSignInAt,
      device,
      browser_hash: browserHash,
      made_under_key: requestKey,
    })
    .execute();
  await takeOverNotifiedBrowser(trx, { id: sessionId, memberId: member.id, browserHash, replaced });
  await trx.updateTable('members').set({ last_sign_in_at: now }).where('id', '=', member.id).execute();
  const tokens = await issueTokens(trx, { session: { id: sessionId, absoluteEnd }, now, random });
  return { sessionId, tokens };
}

/**
 * Issues an access token (10 min) and a refresh token (60 min if unused) of a session, neither beyond the session's
 * absolute end.
 */
export async function issueTokens(
  trx: Trx,
  options: { session: { id: string; absoluteEnd: Date }; now: Date; random: Random },
): Promise<IssuedTokens> {
  const { session, now, random } = options;
  const accessToken = newToken('pat', random);
  const refreshToken = newToken('prt', random);
  const refreshHash = tokenHash(refreshToken);
  const expiresAt = earlier(secondsAfter(now, ACCESS_SECONDS), session.absoluteEnd);
  const refreshExpiresAt = earlier(secondsAfter(now, REFRESH_IDLE_SECONDS), session.absoluteEnd);
  const accessHash = tokenHash(accessToken);
  await trx
    .with('access', (first) =>
      first
        .insertInto('access_tokens')
        .values({ token_hash: accessHash, session_id: session.id, issued_at: now, expires_at: expiresAt }),
    )
    .insertInto('refresh_tokens')
    .values({
      token_hash: refreshHash,
      session_id: session.id,
      access_token_hash: accessHash,
      issued_at: now,
      expires_at: refreshExpiresAt,
    })
    .execute();
  const grant: TokenGrant = {
    result: 'granted',
    accessToken,
    expiresAt: expiresAt.toISOString(),
    expiresIn: secondsUntil(now, expiresAt),
    refreshToken,
    refreshExpiresAt: refreshExpiresAt.toISOString(),
  };
  return { grant, refreshHash };
}

/**
 * Ends one session; its tokens stop working at once. A session that has ended already keeps its first reason. Unless
 * its own member signed out in it, the next sign-in from its browser is notified.
 *
 * @param options.endedFrom the session in which its member ended it; the browser of that one stays known
 */
export async function endSession(
  trx: Db | Trx,
  options: { sessionId: string; reason: EndReason; now: Date; endedFrom?: string },
): Promise<boolean> {
  const { sessionId, reason, endedFrom = null } = options;
  if (reason !== 'signed_out') await tellOfNextSignInsFromEnded(trx, { sessionId, kept: endedFrom });
  const ended = await trx
    .updateTable('sessions')
    .set({ ended_at: options.now, end_reason: options.reason })
    .where('id', '=', options.sessionId)
    .where('ended_at', 'is', null)
    .returning('member_id')
    .executeTakeFirst();
  if (ended !== undefined) await forgetBrowsersOfEnded(trx, { memberId: ended.member_id });
  notifyAfter(trx, SESSIONS_TOPIC, options.sessionId);
  return ended !== undefined;
}

/** Ends all sessions of a member (S-12), and returns how many. The next sign-ins from their browsers are notified. */
export async function endAllSessions(
  trx: Trx,
  options: { memberId: string; reason: EndReason; now: Date },
): Promise<number> {
  await tellOfNextSignInsFromEnded(trx, { memberId: options.memberId, kept: null });
  const ended = await trx
    .updateTable('sessions')
    .set({ ended_at: options.now, end_reason: options.reason })
    .where('member_id', '=', options.memberId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  await forgetBrowsersOf(trx, options.memberId, null);
  notifyAfter(trx, SESSIONS_TOPIC, options.memberId);
  return Number(ended.numUpdatedRows);
}

/** Ends the sessions of everybody. The next sign-ins from their browsers are notified. */
export async function endEverySession(trx: Trx, options: { reason: EndReason; now: Date }): Promise<void> {
  await tellOfNextSignInsFromEnded(trx, 'everybody');
  await trx
    .updateTable('sessions')
    .set({ ended_at: options.now, end_reason: options.reason })
    .where('ended_at', 'is', null)
    .execute();
  await forgetBrowsersOfEnded(trx, 'everybody');
}

/**
 * Ends all sessions of a member but one (S-12, D-17), and returns how many. The next sign-ins from their browsers are
 * notified, but not from the browser of the one that stays.
 */
export async function endOtherSessions(
  trx: Trx,
  options: { session: MemberSession; reason: EndReason; now: Date },
): Promise<number> {
  const { memberId, id: kept } = options.session;
  await tellOfNextSignInsFromEnded(trx, { memberId, kept });
  const ended = await trx
    .updateTable('sessions')
    .set({ ended_at: options.now, end_reason: options.reason })
    .where('member_id', '=', options.session.memberId)
    .where('id', '!=', options.session.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  await forgetBrowsersOf(trx, options.session.memberId, options.session.id);
  notifyAfter(trx, SESSIONS_TOPIC, options.session.memberId);
  return Number(ended.numUpdatedRows);
}

/**
 * Ends the session that was made under a key, so that a repeated sign-in leaves one session, not two.
 *
 * @returns the sign-in that came before the replaced one, or null if nothing was replaced
 */
export async function replaceSession(
  trx: Trx,
  options: { memberId: string; requestKey: string; now: Date },
): Promise<{ sessionId: string; previousSignInAt: Date | null } | null> {
  const row = await trx
    .updateTable('sessions')
    .set({ ended_at: options.now, end_reason: 'replaced' })
    .where('member_id', '=', options.memberId)
    .where('made_under_key', '=', options.requestKey)
    .where('ended_at', 'is', null)
    .returning(['id', 'previous_sign_in_at'])
    .executeTakeFirst();
  if (row !== undefined) notifyAfter(trx, SESSIONS_TOPIC, row.id);
  return row === undefined ? null : { sessionId: row.id, previousSignInAt: row.previous_sign_in_at };
}
