// Failures in a row, per bucket (S-06 and S-07). An attempt is charged as a failure in one atomic statement before
// anything is compared, and cleared when it was right: so parallel attempts can't slip past the count.
import { sql } from 'kysely';
import { Problem } from '#server/platform/contract/problems.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { secondsUntil } from '#server/platform/system/clock.ts';

const FREE_FAILURES = 5;
const MAX_WAIT_SECONDS = 15 * 60;
/** So many failures in a row, and the bucket opens nothing any more until the password is recovered. */
export const MAX_PASSWORD_FAILURES = 100;

const CODE_FAILURES_PER_LOCK = 10;
const FIRST_LOCK_SECONDS = 15 * 60;
const MAX_LOCK_SECONDS = 24 * 60 * 60;
/** Doubling beyond this is past every maximum above; it keeps the power of two small. */
const MAX_DOUBLINGS = 30;

/** An attempt that was let through. */
export interface PasswordAttempt {
  /** Failures in a row if this attempt fails too. */
  failures: number;
  /** False where the bucket had reached its hundred before: even the right password must then be refused. */
  mayOpen: boolean;
}

/**
 * Charges one password attempt: five failures are free, then waits double from 1 s to 15 min.
 *
 * @throws Problem too_many_requests while the wait lasts; such an attempt is not counted
 */
export async function chargePassword(db: Db, bucket: string, now: Date): Promise<PasswordAttempt> {
  const { rows } = await sql<{ failures: number }>`
    INSERT INTO throttles AS t (bucket, failures, last_failure_at) VALUES (${bucket}, 1, ${now})
    ON CONFLICT (bucket) DO UPDATE SET
      failures = t.failures + 1,
      last_failure_at = excluded.last_failure_at,
      blocked_until = CASE WHEN t.failures >= ${FREE_FAILURES}::int
        THEN excluded.last_failure_at + make_interval(secs => least(
          ${MAX_WAIT_SECONDS}::float8, power(2, least(t.failures - ${FREE_FAILURES}::int, ${MAX_DOUBLINGS}::int))))
      END
    WHERE t.blocked_until IS NULL OR t.blocked_until <= excluded.last_failure_at
    RETURNING failures`.execute(db);
  const charged = rows[0];
  if (charged !== undefined) return { failures: charged.failures, mayOpen: charged.failures <= MAX_PASSWORD_FAILURES };
  throw await blocked(db, bucket, now, 'too_many_requests');
}

/**
 * Charges one try of a second-factor code to a bucket (code-buckets.ts): the tenth failure locks for 15 min, each further
 * ten twice as long, up to 24 h.
 *
 * @returns null where the try may go on, else the moment until which the second factor is locked
 */
export async function chargeCode(trx: Trx, bucket: string, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ failures: number }>`
    INSERT INTO throttles AS t (bucket, failures, last_failure_at) VALUES (${bucket}, 1, ${now})
    ON CONFLICT (bucket) DO UPDATE SET
      last_failure_at = excluded.last_failure_at,
      failures = CASE WHEN t.failures + 1 < ${CODE_FAILURES_PER_LOCK}::int THEN t.failures + 1 ELSE 0 END,
      locks = CASE WHEN t.failures + 1 < ${CODE_FAILURES_PER_LOCK}::int THEN t.locks ELSE t.locks + 1 END,
      blocked_until = CASE WHEN t.failures + 1 >= ${CODE_FAILURES_PER_LOCK}::int
        THEN excluded.last_failure_at + make_interval(secs => least(
          ${MAX_LOCK_SECONDS}::float8, ${FIRST_LOCK_SECONDS}::int * power(2, least(t.locks, ${MAX_DOUBLINGS}::int))))
      END
    WHERE t.blocked_until IS NULL OR t.blocked_until <= excluded.last_failure_at
    RETURNING failures`.execute(trx);
  return rows.length > 0 ? null : blockedUntil(trx, bucket);
}

/** Forgets the failures of a bucket: the attempt was right. */
export async function clearThrottle(db: Db | Trx, bucket: string): Promise<void> {
  await db.deleteFrom('throttles').where('bucket', '=', bucket).execute();
}

/** The refusal that tells how long a bucket is blocked. */
export function blockedProblem(code: 'too_many_requests' | 'second_factor_locked', now: Date, until: Date): Problem {
  return new Problem(code, { retryAfterSeconds: Math.max(1, secondsUntil(now, until)), until });
}

async function blocked(db: Db, bucket: string, now: Date, code: 'too_many_requests'): Promise<Problem> {
  // A success that cleared the bucket meanwhile leaves nothing to wait for but the moment itself.
  return blockedProblem(code, now, (await blockedUntil(db, bucket)) ?? now);
}

async function blockedUntil(db: Db | Trx, bucket: string): Promise<Date | null> {
  const row = await db.selectFrom('throttles').select('blocked_until').where('bucket', '=', bucket).executeTakeFirst();
  return row?.blocked_until ?? null;
}
