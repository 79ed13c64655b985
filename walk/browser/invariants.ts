// What must be true of the database whatever a path has done, checked after each path. A new part of the product adds a
// line.
import { sql } from 'kysely';
import type { Db } from '#server/platform/db/kysely.ts';
import { holdsWithin } from '#fixtures/system/patience.ts';

export interface Invariant {
  readonly name: string;
  /** The violations, one line each. */
  readonly violations: (db: Db) => Promise<readonly string[]>;
}

/** An invariant as a query: every row is a violation, named by its column `what`. */
function never(name: string, query: ReturnType<typeof sql<{ what: string }>>): Invariant {
  return { name, violations: async (db) => (await query.execute(db)).rows.map(({ what }) => what) };
}

export const invariants: readonly Invariant[] = [
  never(
    'no call is left half done',
    sql`SELECT operation_id || ' ' || key AS what FROM requests WHERE done_at IS NULL`,
  ),
  never(
    'a member has ten recovery codes at most',
    sql`SELECT member_id || ': ' || count(*) AS what FROM recovery_codes WHERE used_at IS NULL GROUP BY member_id HAVING count(*) > 10`,
  ),
  never(
    'recovery codes belong to a second factor that is bound',
    sql`SELECT DISTINCT member_id::text AS what FROM recovery_codes c WHERE NOT EXISTS (SELECT FROM two_factor t WHERE t.member_id = c.member_id)`,
  ),
  never(
    'every member has a seat',
    sql`SELECT username AS what FROM members m WHERE NOT EXISTS (SELECT FROM seats s WHERE s.member_id = m.id)`,
  ),
  never(
    'an open session has one refresh token that is good',
    sql`SELECT session_id || ': ' || count(*) AS what FROM refresh_tokens r JOIN sessions s ON s.id = r.session_id
      WHERE s.ended_at IS NULL AND r.spent_at IS NULL AND r.voided_at IS NULL GROUP BY session_id HAVING count(*) > 1`,
  ),
  never(
    'a call under one key opens one session',
    sql`SELECT made_under_key AS what FROM sessions WHERE made_under_key IS NOT NULL AND ended_at IS NULL GROUP BY member_id, made_under_key HAVING count(*) > 1`,
  ),
  never(
    'no session outlives the reset of its password',
    sql`SELECT s.id::text AS what FROM sessions s JOIN audit_events a ON a.member_id = s.member_id AND a.kind = 'password_reset' AND a.at > s.created_at WHERE s.ended_at IS NULL`,
  ),
  never(
    'a change of address that is over is closed',
    sql`SELECT id::text AS what FROM email_change_requests WHERE status IN ('requested', 'opened') AND ended_at IS NOT NULL`,
  ),
  never(
    'every balance is the sum of its postings',
    sql`SELECT a.id || ': ' || a.balance AS what FROM accounts a LEFT JOIN postings p ON p.account_id = a.id
      WHERE a.balance IS NOT NULL GROUP BY a.id, a.balance HAVING a.balance <> coalesce(sum(p.amount), 0)`,
  ),
  never(
    'all postings of an asset come to zero',
    sql`SELECT asset || ': ' || sum(amount) AS what FROM postings GROUP BY asset HAVING sum(amount) <> 0`,
  ),
];

/** An abandoned call may take this long on a busy machine; only what is still violated afterwards counts. */
const PATIENCE_MS = 10_000;

/**
 * The violations, as sentences; empty if there are none. An abandoned call may still be running, so this waits for it.
 */
export async function violated(db: Db): Promise<readonly string[]> {
  let found: string[] = [];
  await holdsWithin(PATIENCE_MS, async () => {
    found = [];
    for (const { name, violations } of invariants)
      found.push(...(await violations(db)).map((what) => `${name}: ${what}`));
    return found.length === 0;
  });
  return found;
}
