// What a restore changes at once: everybody is signed out, nothing that was begun goes on, and no money moves until an
// operator has accepted the books (decision 0059).
import { sql } from 'kysely';
import { endAllOpenActs } from '#server/domain/open-acts/open-acts.ts';
import { endEverySession } from '#server/domain/sessions/sessions.ts';
import { audit, type AuditEvent } from '#server/platform/audit/audit.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';

/** A restore that waits for an operator. */
export interface Restore {
  /** When the data was put back. */
  at: Date;
  /** The moment up to which the data goes: what happened since then is not in it. */
  from: Date;
}

/** The restore that no operator has accepted yet; null if there is none. */
export async function readRestore(db: Db | Trx): Promise<Restore | null> {
  const row = await db.selectFrom('club_state').select(['restored_at', 'restored_from']).executeTakeFirstOrThrow();
  return row.restored_at === null ? null : { at: row.restored_at, from: row.restored_from ?? row.restored_at };
}

/** The last moment that the data knows of. */
export async function lastMoment(db: Db | Trx): Promise<Date | null> {
  const { rows } = await sql<{ moment: Date | null }>`
    SELECT greatest((SELECT max(last_seen_at) FROM clock_state), (SELECT at FROM journals ORDER BY id DESC LIMIT 1),
      (SELECT at FROM audit_events ORDER BY id DESC LIMIT 1)) AS moment`.execute(db);
  return rows[0]?.moment ?? null;
}

/**
 * Notes that the data was put back, in one transaction. What somebody had ended since its moment is there again: a
 * session that was stolen, a code that was used, a password link. So all of it ends.
 *
 * A restore of a restore that was not accepted keeps the earlier moment, since what was not compared then still has
 * to be.
 */
export async function beginRestore(
  trx: Trx,
  restore: Restore & { call: AuditEvent['call']; details: Record<string, string> },
): Promise<void> {
  const { at, from, call, details } = restore;
  const before = await readRestore(trx);
  const since = before !== null && before.from < from ? before.from : from;
  await trx.updateTable('club_state').set({ restored_at: at, restored_from: since }).execute();
  await endEverySession(trx, { reason: 'restored', now: at });
  await endAllOpenActs(trx, { now: at, from: since });
  await audit(trx, {
    kind: 'club_restored',
    at,
    memberId: null,
    call,
    details: { ...details, from: since.toISOString() },
  });
}
