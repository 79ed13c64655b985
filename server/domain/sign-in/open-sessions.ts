// A member's own sessions: listed and ended by them (D-14).
import { sql } from 'kysely';
import type { components } from '#openapi/api.gen.d.ts';
import { lockMember } from '#server/domain/members/members.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import { secondFactorProblem } from '#server/domain/second-factor/step-up.ts';
import type { Services } from '#server/domain/services/services.ts';
import { endOtherSessions, endSession } from '#server/domain/sessions/sessions.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';

type SecondFactorProof = components['schemas']['SecondFactorProof'];
type SessionsEnded = components['schemas']['SessionsEnded'];

/** How many sessions are listed; ending all others also ends those that are not listed. */
const MOST_LISTED = 100;

/** The sessions that can still be used, the present one first, then by last use. */
export async function listOpenSessions(
  db: Db,
  session: MemberSession,
  now: Date,
): Promise<components['schemas']['SessionList']> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'last_used_at'])
    .where('member_id', '=', session.memberId)
    .where('ended_at', 'is', null)
    .where('absolute_end', '>', now)
    // A session that was unused for an hour cannot be used again, whether or not its end was recorded.
    .where((any) =>
      // One question, since the database may answer two with "or" by reading both tables from one end to the other.
      any.exists(
        any
          .selectFrom('access_tokens')
          .select('issued_at')
          .whereRef('session_id', '=', 'sessions.id')
          .where('expires_at', '>', now)
          .unionAll(
            any
              .selectFrom('refresh_tokens')
              .select('issued_at')
              .whereRef('session_id', '=', 'sessions.id')
              .where('expires_at', '>', now)
              .where('spent_at', 'is', null)
              .where('voided_at', 'is', null),
          ),
      ),
    )
    .orderBy((order) => order('id', '=', session.id), 'desc')
    .orderBy('last_used_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MOST_LISTED)
    .execute();
  const items = rows.map((row) => ({
    id: row.id,
    device: row.device,
    signedInAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    current: row.id === session.id,
  }));
  return { items };
}

/** Ends one of the member's sessions; one that has ended already is not an error. Another member's is not found. */
export async function endOwnSession(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: { session: MemberSession; id: string; secondFactor: SecondFactorProof | undefined },
): Promise<CallResult<SessionsEnded>> {
  const { session, id, secondFactor } = options;
  const now = services.clock.now();
  const { memberId } = session;
  const own = await trx
    .selectFrom('sessions')
    .select('id')
    .where('member_id', '=', memberId)
    // Compared as text: not every id that the contract allows can be read by the database.
    .where(sql`id::text`, '=', id.toLowerCase())
    .executeTakeFirst();
  if (own === undefined) return { kind: 'refused', problem: new Problem('not_found') };
  await lockMember(trx, memberId);
  const problem = await secondFactorProblem(trx, services, call, { session, proof: secondFactor });
  if (problem !== null) return { kind: 'refused', problem };
  const ended = await endSession(trx, { sessionId: own.id, reason: 'ended_by_member', now, endedFrom: session.id });
  if (ended)
    await audit(trx, {
      kind: 'session_ended',
      at: now,
      memberId,
      sessionId: session.id,
      call,
      details: { endedSession: own.id },
    });
  return { kind: 'done', body: { ended: ended ? 1 : 0 } };
}

/** Ends all sessions of the member but the present one. */
export async function endOwnOtherSessions(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: { session: MemberSession; secondFactor: SecondFactorProof | undefined },
): Promise<CallResult<SessionsEnded>> {
  const { session, secondFactor } = options;
  const now = services.clock.now();
  const { memberId } = session;
  // A sign-in that completes at this moment either comes first and is ended, or comes after.
  await lockMember(trx, memberId);
  const problem = await secondFactorProblem(trx, services, call, { session, proof: secondFactor });
  if (problem !== null) return { kind: 'refused', problem };
  const ended = await endOtherSessions(trx, { session, reason: 'ended_by_member', now });
  await audit(trx, {
    kind: 'other_sessions_ended',
    at: now,
    memberId,
    sessionId: session.id,
    call,
    details: { ended },
  });
  return { kind: 'done', body: { ended } };
}
