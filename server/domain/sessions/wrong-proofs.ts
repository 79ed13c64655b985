// Wrong passwords and codes of who is signed in, counted by session (S-06, S-07 and S-09): a stolen session that guesses ends
// itself, and keeps no other session of the member from the acts that stop it.
import { audit } from '#server/platform/audit/audit.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { endSession } from './sessions.ts';

/** So many wrong passwords and codes in all, and the session ends. */
export const WRONG_PROOFS_OF_SESSION = 10;

/** Counts a proof before it is compared, so that parallel guesses can't slip past; false where the session has ended. */
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

/** The proof was right: it doesn't count. Wrong ones before it go on counting, or the right password would pay for guesses at codes. */
export async function giveProofBack(db: Db | Trx, session: MemberSession): Promise<void> {
  await db.updateTable('sessions').set((query) => ({ wrong_proofs: query('wrong_proofs', '-', 1) })).where('id', '=', session.id).execute();
}

/** Ends the session where the wrong proof just counted was its last, and tells whether it did. */
export async function endIfUsedUp(db: Db | Trx, call: CallContext, { session, now }: { session: MemberSession; now: Date }): Promise<boolean> {
  const { wrong_proofs: wrong } = await db.selectFrom('sessions').select('wrong_proofs').where('id', '=', session.id).executeTakeFirstOrThrow();
  if (wrong < WRONG_PROOFS_OF_SESSION) return false;
  if (await endSession(db, { sessionId: session.id, reason: 'proofs_failed', now })) {
    await audit(db, { kind: 'session_ended_for_guessing', at: now, memberId: session.memberId, sessionId: session.id, call });
  }
  return true;
}
