// Checks whether the books agree (D-03, S-17): every journal sums to zero, every balance is the sum of its postings,
// and what is staked is what the stakes say.
import { sql, type RawBuilder } from 'kysely';
import { inTransaction, sqlState, type Db, type Trx } from '#server/platform/db/kysely.ts';

/** `busy`: another process is checking, or a long transaction is still writing; the next run catches up. */
export type BooksCheck = { kind: 'agree' | 'busy' } | { kind: 'disagree'; violations: string[] };

export interface CheckOptions {
  now: Date;
  /**
   * From the first journal instead of from the last one checked: before the books are opened again, and every night.
   */
  full?: boolean;
}

interface Comparison extends CheckOptions {
  /** What follows, in the same transaction, if nothing is found. */
  agreed?: (trx: Trx) => Promise<void>;
}

/** Writers wait no longer than this; a check that cannot begin within it is postponed. */
const LONGEST_WAIT_MS = 200;
const LOCK_NOT_AVAILABLE = '55P03';
const SERIALIZATION_FAILURE = '40001';
/** An arbitrary lock number: one check at a time. */
const CHECK_LOCK = 7_265_003;
/** A hundred lines are enough; a thousandth mismatch adds nothing new. */
const MAX_VIOLATIONS = 100;

/**
 * Checks what was posted since the last check, and every balance. If something disagrees, it stops the books and
 * records what it found in the audit.
 */
export function checkBooks(db: Db, options: CheckOptions): Promise<BooksCheck> {
  return checkAnd(db, options);
}

async function checkAnd(db: Db, options: Comparison): Promise<BooksCheck> {
  try {
    const upTo = await lastSettledJournal(db);
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((trx) => compare(trx, upTo, options));
  } catch (error) {
    const state = sqlState(error);
    if (state === LOCK_NOT_AVAILABLE || state === SERIALIZATION_FAILURE) return { kind: 'busy' };
    throw error;
  }
}

/**
 * Lets money move again if a check of all the books finds nothing; otherwise returns what it found. It is one
 * transaction under the lock of the checks, so it never reopens the books over something that another check finds
 * meanwhile.
 *
 * @param record records the act in the same transaction
 */
export function reopenBooks(
  db: Db,
  now: Date,
  record: (trx: Trx) => Promise<void> = () => Promise.resolve(),
): Promise<BooksCheck> {
  const agreed = async (trx: Trx) => {
    await trx.updateTable('club_state').set({ books_stopped_at: null }).execute();
    await record(trx);
  };
  return checkAnd(db, { now, full: true, agreed });
}

/**
 * The newest journal below which no other can still appear. Numbers are drawn before they are committed, so it is read
 * at a moment when nobody writes; that moment is kept as short as possible.
 */
async function lastSettledJournal(db: Db): Promise<bigint> {
  return inTransaction(db, async (trx) => {
    await sql.raw(`SET LOCAL lock_timeout = ${LONGEST_WAIT_MS}`).execute(trx);
    await sql`SELECT lock_journals()`.execute(trx);
    const { rows } = await sql<{ last: bigint }>`SELECT coalesce(max(id), 0) AS last FROM journals`.execute(trx);
    return rows[0]?.last ?? 0n;
  });
}

async function compare(trx: Trx, upTo: bigint, { now, full = false, agreed }: Comparison): Promise<BooksCheck> {
  const { rows } = await sql<{ mine: boolean }>`SELECT pg_try_advisory_xact_lock(${CHECK_LOCK}) AS mine`.execute(trx);
  if (rows[0]?.mine !== true) return { kind: 'busy' };
  const { checked_journal: last } = await trx
    .selectFrom('books_check')
    .select('checked_journal')
    .executeTakeFirstOrThrow();
  // Another check has got further meanwhile: its sums have what this one would add up as newer.
  if (!full && last > upTo) return { kind: 'busy' };
  const after = full ? 0n : last;
  if (full) await trx.deleteFrom('checked_balances').execute();
  await addUp(trx, after, upTo);
  // Also if something disagrees: the sums are of the postings, whatever is wrong with them, and continue from here.
  await trx.updateTable('books_check').set({ checked_journal: upTo, checked_at: now }).execute();
  const violations = [
    ...(await unbalancedJournals(trx, after, upTo)),
    ...(await wrongBalances(trx, upTo)),
    ...(await wrongSums(trx)),
    ...(await wrongStakes(trx, upTo)),
  ];
  if (violations.length === 0) {
    await agreed?.(trx);
    return { kind: 'agree' };
  }
  await stop(trx, violations, now);
  return { kind: 'disagree', violations };
}

type Found = { what: string };

async function unbalancedJournals(trx: Trx, after: bigint, upTo: bigint): Promise<string[]> {
  const { rows } = await sql<Found>`
    SELECT 'journal ' || journal_id || ' comes to ' || trim_scale(sum(amount)) || ' ' || asset AS what
    FROM postings WHERE journal_id > ${after} AND journal_id <= ${upTo}
    GROUP BY journal_id, asset HAVING sum(amount) <> 0 ORDER BY journal_id LIMIT ${MAX_VIOLATIONS}`.execute(trx);
  return rows.map(({ what }) => what);
}

/** Adds new postings to the earlier sum of each account. */
async function addUp(trx: Trx, after: bigint, upTo: bigint): Promise<void> {
  await sql`
    INSERT INTO checked_balances AS checked (account_id, balance)
    SELECT account_id, sum(amount) FROM postings WHERE journal_id > ${after} AND journal_id <= ${upTo} GROUP BY account_id
    ON CONFLICT (account_id) DO UPDATE SET balance = checked.balance + EXCLUDED.balance`.execute(trx);
}

/** Postings beyond the settled journals count as far as their balances do: both come from one snapshot. */
async function wrongBalances(trx: Trx, upTo: bigint): Promise<string[]> {
  const { rows } = await sql<Found>`
    SELECT 'account ' || account.id || ' has ' || trim_scale(account.balance) || ' ' || account.asset
      || ', its postings come to ' || trim_scale(coalesce(checked.balance, 0) + coalesce(newer.amount, 0)) AS what
    FROM accounts AS account
      LEFT JOIN checked_balances AS checked ON checked.account_id = account.id
      LEFT JOIN (SELECT account_id, sum(amount) AS amount FROM postings WHERE journal_id > ${upTo} GROUP BY account_id) AS newer
        ON newer.account_id = account.id
    WHERE account.balance IS NOT NULL
      AND (account.balance <> coalesce(checked.balance, 0) + coalesce(newer.amount, 0) OR account.balance < 0)
    ORDER BY account.id LIMIT ${MAX_VIOLATIONS}`.execute(trx);
  return rows.map(({ what }) => what);
}

async function wrongSums(trx: Trx): Promise<string[]> {
  const { rows } = await sql<Found>`
    SELECT 'all postings of ' || account.asset || ' come to ' || trim_scale(sum(checked.balance)) AS what
    FROM checked_balances AS checked JOIN accounts AS account ON account.id = checked.account_id
    GROUP BY account.asset HAVING sum(checked.balance) <> 0 ORDER BY account.asset`.execute(trx);
  return rows.map(({ what }) => what);
}

/** The open stakes must sum to what the club holds for stakes (D-10); both are read from one snapshot. */
async function wrongStakes(trx: Trx, upTo: bigint): Promise<string[]> {
  return (await stakesGaps(trx, sql`${upTo}::bigint`)).map(({ what }) => what);
}

/** By how much something disagrees, and the line that says so. */
export interface Gap {
  asset: string;
  /** A number above 0. */
  size: string;
  what: string;
}

/**
 * The difference between what the club holds for stakes and what the stakes say. This is the one mistake that a journal
 * between the club's own accounts can make unnoticed, since those accounts have no balance beside their postings.
 *
 * @param upTo the journal up to which sums are stored; that of the last check if none is given
 */
export async function stakesGaps(
  trx: Trx,
  upTo: RawBuilder<unknown> = sql`(SELECT checked_journal FROM books_check)`,
): Promise<Gap[]> {
  const { rows } = await sql<Gap>`
    WITH held AS (
      SELECT account.asset, coalesce(checked.balance, 0) + coalesce(newer.amount, 0) AS amount
      FROM accounts AS account
        LEFT JOIN checked_balances AS checked ON checked.account_id = account.id
        LEFT JOIN (SELECT account_id, sum(amount) AS amount FROM postings WHERE journal_id > ${upTo} GROUP BY account_id) AS newer
          ON newer.account_id = account.id
      WHERE account.member_id IS NULL AND account.kind = 'stakes'
    ), staked AS (
      SELECT part.asset, sum(part.amount) AS amount
      FROM stakes CROSS JOIN LATERAL (VALUES ('USDT', staked_usdt), ('MP', staked_mp + accrued_mp)) AS part (asset, amount)
      WHERE state IN ('running', 'matured') GROUP BY part.asset
    )
    SELECT held.asset, abs(held.amount - coalesce(staked.amount, 0))::text AS size, 'stakes come to ' || trim_scale(coalesce(staked.amount, 0)) || ' ' || held.asset || ', the club holds ' || trim_scale(held.amount) || ' for them' AS what
    FROM held LEFT JOIN staked ON staked.asset = held.asset
    WHERE held.amount <> coalesce(staked.amount, 0) ORDER BY held.asset`.execute(trx);
  return rows;
}

/** The first finding is stored with its moment; the same findings are not recorded again every minute. */
async function stop(trx: Trx, violations: readonly string[], now: Date): Promise<void> {
  const stopped = await trx
    .updateTable('club_state')
    .set({ books_stopped_at: now })
    .where('books_stopped_at', 'is', null)
    .executeTakeFirst();
  if (stopped.numUpdatedRows === 0n) return;
  await trx
    .insertInto('audit_events')
    .values({
      at: now,
      member_id: null,
      session_id: null,
      kind: 'books_stopped',
      request_id: null,
      device: null,
      details: JSON.stringify({ violations }),
    })
    .execute();
}
