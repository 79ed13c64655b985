// Counts wrong passwords and codes of signed-in callers by session (S-06, S-07 and S-09): a stolen session that guesses
// ends itself, and cannot keep the member's other sessions from the acts that stop it.
import { audit } from '#server/platform/audit/audit.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { endSession } from './sessions.ts';

/** How many wrong passwords and codes end the session. */
export const WRONG_PROOFS_OF_SESSION = 10;

/**
 * Counts a proof before it is compared, so that parallel guesses cannot exceed the limit; false if the session has
 * ended.
 */
export async function chargeProof(db: Db | Trx, session: MemberSession): Promise<boolean> {
  const charged = await db
    .updateTable('sessions')
    .set((query) => ({ wrong_proofs: query('wrong_proofs', '+', 1) }))
    .where('id', '=', session.id)
    .where('ended_at', 'is', null)
    .where('wrong_proofs', '<', WRONG_PROOFS_OF_SESSION)
    .executeTakeFirst();
  return charged.numUpdatedRows > 0n;
}

/**
 * Takes back the count of a right proof. Earlier wrong ones still count; otherwise the right password would pay for
 * guesses at codes.
 */
export async function giveProofBack(db: Db | Trx, session: MemberSession): Promise<void> {
  await db
    .updateTable('sessions')
    .set((query) => ({ wrong_proofs: query('wrong_proofs', '-', 1) }))
    .where('id', '=', session.id)
    .execute();
}

/** Ends the session if the wrong proof just counted was its last, and returns whether it did. */
export async function endIfUsedUp(
  db: Db | Trx,
  call: CallContext,
  { session, now }: { session: MemberSession; now: Date },
): Promise<boolean> {
  const { wrong_proofs: wrong } = await db
    .selectFrom('sessions')
    .select('wrong_proofs')
    .where('id', '=', session.id)
    .executeTakeFirstOrThrow();
  if (wrong < WRONG_PROOFS_OF_SESSION) return false;
  if (await endSession(db, { sessionId: session.id, reason: 'proofs_failed', now })) {
    await audit(db, {
      kind: 'session_ended_for_guessing',
      at: now,
      memberId: session.memberId,
      sessionId: session.id,
      call,
    });
  }
  return true;
}
