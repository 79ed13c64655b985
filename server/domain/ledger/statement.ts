// What moved in a member's wallets, line by line, and what was in them before and after.
import { sql } from 'kysely';
import { normal, subtract, type Amount } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import type { ReceiptKind } from '#server/platform/db/book-tables.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';

/** A period: from this moment (included) to that one (excluded); without one, from the beginning or up to now. */
export interface Span {
  from?: Date | undefined;
  before?: Date | undefined;
}

/** One posting of a wallet, and the receipt of the act, which is null if it has none for this member. */
export interface WalletLine {
  journalId: bigint;
  at: Date;
  /** The kind of the journal, such as `withdrawal_returned`. */
  journal: string;
  asset: Asset;
  amount: Amount;
  /** The balance right after it was posted. */
  balanceAfter: Amount;
  receipt: WalletReceipt | null;
}

export interface WalletReceipt {
  reference: string;
  kind: ReceiptKind;
  details: Record<string, unknown>;
  fee: Amount;
  /** Username of the other member. */
  counterparty: string | null;
}

interface Row {
  journal_id: bigint;
  at: Date;
  journal: string;
  asset: Asset;
  amount: string;
  balance_after: string;
  reference: string | null;
  kind: ReceiptKind | null;
  details: Record<string, unknown> | null;
  fee: string | null;
  counterparty: string | null;
}

/** The postings of a member's wallets in the order in which the balances changed. */
export async function walletLines(
  db: Db | Trx,
  { memberId, from, before, limit }: Span & { memberId: string; limit?: number },
): Promise<WalletLine[]> {
  const { rows } = await sql<Row>`
    SELECT journal.id AS journal_id, journal.at, journal.kind AS journal, posting.asset, posting.amount,
      posting.balance_after, receipt.reference, receipt.kind, receipt.details, receipt.fee, other.username AS counterparty
    FROM accounts AS account
      JOIN postings AS posting ON posting.account_id = account.id
      JOIN journals AS journal ON journal.id = posting.journal_id
      LEFT JOIN receipts AS receipt ON receipt.member_id = account.member_id
        AND (receipt.id = journal.receipt_id OR receipt.origin_id = journal.receipt_id)
      LEFT JOIN members AS other ON other.id = receipt.counterparty_member_id
    WHERE account.member_id = ${memberId}
      ${from === undefined ? sql`` : sql`AND journal.at >= ${from}`}
      ${before === undefined ? sql`` : sql`AND journal.at < ${before}`}
    ORDER BY journal.id, posting.asset ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}`.execute(db);
  return rows.map(({ journal_id: journalId, at, journal, asset, amount, balance_after: after, ...row }) => ({
    journalId,
    at,
    journal,
    asset,
    amount: normal(amount),
    balanceAfter: normal(after),
    receipt: receiptOf(row),
  }));
}

function receiptOf({
  reference,
  kind,
  details,
  fee,
  counterparty,
}: Pick<Row, 'reference' | 'kind' | 'details' | 'fee' | 'counterparty'>): WalletReceipt | null {
  if (reference === null || kind === null) return null;
  return { reference, kind, details: details ?? {}, fee: normal(fee ?? '0'), counterparty };
}

/** What a wallet held before a period and after it. */
export interface WalletEnds {
  asset: Asset;
  /** The sum of all that moved before. */
  opening: Amount;
  /** What the wallet holds now, without what moved since: found in another way than the opening balance. */
  closing: Amount;
}

/** The balances at both ends of a period, of each wallet that ever held something. */
export async function walletEnds(
  db: Db | Trx,
  { memberId, from, before }: Required<Span> & { memberId: string },
): Promise<WalletEnds[]> {
  const { rows } = await sql<{ asset: Asset; balance: string; earlier: string; later: string }>`
    SELECT account.asset, account.balance,
      coalesce(sum(posting.amount) FILTER (WHERE journal.at < ${from}), 0) AS earlier,
      coalesce(sum(posting.amount) FILTER (WHERE journal.at >= ${before}), 0) AS later
    FROM accounts AS account
      LEFT JOIN postings AS posting ON posting.account_id = account.id
      LEFT JOIN journals AS journal ON journal.id = posting.journal_id
    WHERE account.member_id = ${memberId}
    GROUP BY account.id`.execute(db);
  return rows.map(({ asset, balance, earlier, later }) => ({
    asset,
    opening: normal(earlier),
    closing: subtract(normal(balance), normal(later)),
  }));
}

/** The club's accounts in which money of members is that is not in their wallets. */
const PLACES_ELSEWHERE = ['withdrawal_transit', 'deposit_transit', 'refused_deposits', 'stakes'] as const;
export type PlaceElsewhere = (typeof PLACES_ELSEWHERE)[number];

/** What of a member's acts was in those accounts at a moment. */
export async function elsewhereAt(
  db: Db | Trx,
  { memberId, before }: { memberId: string; before: Date },
): Promise<{ place: PlaceElsewhere; asset: Asset; amount: Amount }[]> {
  const { rows } = await sql<{ place: PlaceElsewhere; asset: Asset; amount: string }>`
    SELECT account.kind AS place, posting.asset, sum(posting.amount) AS amount
    FROM receipts AS receipt
      JOIN journals AS journal ON journal.receipt_id = receipt.id
      JOIN postings AS posting ON posting.journal_id = journal.id
      JOIN accounts AS account ON account.id = posting.account_id
    WHERE receipt.member_id = ${memberId} AND journal.at < ${before}
      AND account.member_id IS NULL AND account.kind = ANY(${[...PLACES_ELSEWHERE]}::text[])
    GROUP BY account.kind, posting.asset HAVING sum(posting.amount) <> 0`.execute(db);
  return rows.map(({ place, asset, amount }) => ({ place, asset, amount: normal(amount) }));
}
