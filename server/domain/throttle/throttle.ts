// Failures in a row, per bucket (S-06 and S-07). One atomic statement charges an attempt as a failure before anything
// is compared, and a right attempt clears it: so parallel attempts cannot exceed the limit.
import { sql } from 'kysely';
import { Problem } from '#server/platform/contract/problems.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { DAY_SECONDS, secondsUntil } from '#server/platform/system/clock.ts';

const FREE_FAILURES = 5;
const MAX_WAIT_SECONDS = 15 * 60;
/** After this many failures in a row, the bucket accepts nothing until the password is recovered. */
export const MAX_PASSWORD_FAILURES = 100;

const CODE_FAILURES_PER_LOCK = 10;
const FIRST_LOCK_SECONDS = 15 * 60;
const MAX_LOCK_SECONDS = DAY_SECONDS;
/** Doubling beyond this exceeds every maximum above; the limit keeps the power of two small. */
const MAX_DOUBLINGS = 30;

/** An attempt that was admitted. */
export interface PasswordAttempt {
  /** Failures in a row if this attempt fails too. */
  failures: number;
  /** False if the bucket had reached its hundred before: then even the right password must be refused. */
  mayOpen: boolean;
}

/**
 * Charges one password attempt: five failures are free, then the wait doubles from 1 s to 15 min.
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
 * Charges one try of a second-factor code to a bucket (code-buckets.ts): the tenth failure locks for 15 min, each
 * further ten for twice as long, up to 24 h.
 *
 * @returns null if the try may proceed, else the moment until which the second factor is locked
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

/** Clears a bucket after a right attempt. */
export async function clearThrottle(db: Db | Trx, bucket: string): Promise<void> {
  await clearThrottles(db, [bucket]);
}

/** The same for several, in one statement. */
export async function clearThrottles(db: Db | Trx, buckets: readonly string[]): Promise<void> {
  await sql`DELETE FROM throttles WHERE bucket = ANY(${[...buckets]}::text[])`.execute(db);
}

/** The refusal that says how long a bucket is blocked. */
export function blockedProblem(code: 'too_many_requests' | 'second_factor_locked', now: Date, until: Date): Problem {
  return new Problem(code, { retryAfterSeconds: Math.max(1, secondsUntil(now, until)), until });
}

async function blocked(db: Db, bucket: string, now: Date, code: 'too_many_requests'): Promise<Problem> {
  // If a success has cleared the bucket meanwhile, there is nothing left to wait for.
  return blockedProblem(code, now, (await blockedUntil(db, bucket)) ?? now);
}

async function blockedUntil(db: Db | Trx, bucket: string): Promise<Date | null> {
  const row = await db.selectFrom('throttles').select('blocked_until').where('bucket', '=', bucket).executeTakeFirst();
  return row?.blocked_until ?? null;
}
