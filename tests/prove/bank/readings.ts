// What every reading of the books must say, no matter who writes meanwhile. One statement reads one snapshot.
import { sql } from 'kysely';
import { isNegative, isZero, type Amount } from '#money/amount.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';

interface OfAsset {
  asset: string;
  /** All postings together. */
  total: Amount;
  /** By how much the balances of wallets differ from their postings. */
  gap: Amount;
  least: Amount;
}

/** Reads the sums of each asset. Returns how many postings it saw, and what is wrong with them. */
export async function readSums(db: Db | Trx): Promise<{ postings: number; wrong: string[] }> {
  const { rows } = await sql<OfAsset & { postings: string }>`
    WITH held AS (
      SELECT asset, sum(balance) AS balance, min(balance) AS least FROM accounts WHERE member_id IS NOT NULL GROUP BY asset
    ), posted AS (
      SELECT account.asset, sum(posting.amount) AS total, count(*) AS postings,
        coalesce(sum(posting.amount) FILTER (WHERE account.member_id IS NOT NULL), 0) AS wallets
      FROM postings AS posting JOIN accounts AS account ON account.id = posting.account_id GROUP BY account.asset
    )
    SELECT posted.asset, posted.postings::text, posted.total::text, (coalesce(held.balance, 0) - posted.wallets)::text AS gap,
      coalesce(held.least, 0)::text AS least
    FROM posted LEFT JOIN held ON held.asset = posted.asset`.execute(db);
  const wrong = rows.flatMap(({ asset, total, gap, least }) => [
    ...(isZero(total) ? [] : [`all postings of ${asset} come to ${total}`]),
    ...(isZero(gap) ? [] : [`wallets have ${gap} ${asset} more than their postings`]),
    ...(isNegative(least) ? [`a wallet has ${least} ${asset}`] : []),
  ]);
  return { postings: rows.reduce((sum, { postings }) => sum + Number(postings), 0), wrong };
}

/** Compares each wallet with its postings, and each journal with zero. */
export async function readAccounts(db: Db | Trx): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    SELECT 'account ' || account.id || ' has ' || account.balance || ', its postings come to ' || coalesce(sum(posting.amount), 0) AS what
      FROM accounts AS account LEFT JOIN postings AS posting ON posting.account_id = account.id
      WHERE account.member_id IS NOT NULL GROUP BY account.id HAVING account.balance <> coalesce(sum(posting.amount), 0)
    UNION ALL
    SELECT 'journal ' || journal_id || ' comes to ' || sum(amount) || ' ' || asset
      FROM postings GROUP BY journal_id, asset HAVING sum(amount) <> 0`.execute(db);
  return rows.map(({ what }) => what);
}
