// Histories are lists of receipts (D-12), newest first, page by page, as fast at the millionth receipt as at the first.
import { sql, type RawBuilder } from 'kysely';
import type { Selectable } from 'kysely';
import type { Asset } from '#money/assets.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import type { ReceiptKind, ReceiptsTable } from '#server/platform/db/book-tables.ts';

export type Receipt = Selectable<ReceiptsTable>;

/** Where a page ended: the next one begins after it. */
export interface HistoryCursor {
  at: Date;
  id: string;
}

/** Which of a member's receipts are meant. */
export interface ReceiptFilter {
  memberId: string;
  /** The kinds of acts; all of them if empty. */
  kinds: readonly ReceiptKind[];
  /** Only receipts with these statuses; all if empty. */
  statuses?: readonly string[];
  /** Only receipts that involve this asset; all if null. */
  asset?: Asset;
  /** From this moment (included) to that one (excluded). */
  from?: Date;
  before?: Date;
  /**
   * Only receipts with this in their reference, their note or the other member's username, in any case, or with exactly
   * this amount, before or after the fee or of either asset.
   */
  search?: string;
}

/** A page of them. */
export interface HistoryQuery extends ReceiptFilter {
  after?: HistoryCursor;
  limit: number;
}

const ALL_KINDS: readonly ReceiptKind[] = [
  'deposit',
  'withdrawal',
  'transfer_out',
  'transfer_in',
  'exchange',
  'purchase',
  'restake',
  'stake_withdrawal',
  'staking_reward',
  'referral_bonus',
  'binary_bonus',
];

/**
 * A page of a member's receipts. To learn whether there is another page, ask in `limit` for one more than you need.
 *
 * Each kind and each of its statuses is read along its own index, no further than the page: that makes a rare kind fast
 * even among a million other receipts.
 */
export async function listReceipts(db: Db | Trx, query: HistoryQuery): Promise<Receipt[]> {
  const page = query.kinds.length === 0 && query.statuses === undefined ? pageOfAll(query) : pageOfKinds(query);
  return (await page.execute(db)).rows;
}

function pageOfAll(query: HistoryQuery): RawBuilder<Receipt> {
  return sql<Receipt>`SELECT * FROM receipts WHERE member_id = ${query.memberId} ${bounds(query)} ORDER BY at DESC, id DESC LIMIT ${query.limit}`;
}

function pageOfKinds(query: HistoryQuery): RawBuilder<Receipt> {
  const kinds = query.kinds.length === 0 ? ALL_KINDS : query.kinds;
  const { memberId, statuses, limit } = query;
  const each = statuses === undefined ? sql`` : sql`CROSS JOIN unnest(${statuses}::text[]) AS wanted_status (status)`;
  const ofStatus = statuses === undefined ? sql`` : sql`AND status = wanted_status.status`;
  return sql<Receipt>`
    SELECT page.* FROM unnest(${kinds}::text[]) AS wanted (kind) ${each}
      CROSS JOIN LATERAL (
        SELECT * FROM receipts WHERE member_id = ${memberId} AND kind = wanted.kind ${ofStatus} ${bounds(query)}
        ORDER BY at DESC, id DESC LIMIT ${limit}
      ) AS page
    ORDER BY page.at DESC, page.id DESC LIMIT ${limit}`;
}

function bounds({
  asset,
  from,
  before,
  search,
  after,
}: ReceiptFilter & { after?: HistoryCursor }): RawBuilder<unknown> {
  const parts = [
    ...(asset === undefined ? [] : [sql`AND (asset = ${asset} OR counter_asset = ${asset})`]),
    ...(from === undefined ? [] : [sql`AND at >= ${from}`]),
    ...(before === undefined ? [] : [sql`AND at < ${before}`]),
    ...(search === undefined ? [] : [sql`AND ${found(search)}`]),
    ...(after === undefined ? [] : [sql`AND (at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`]),
  ];
  return sql.join(parts, sql` `);
}

/** An amount as a person types it: `1,000.50`, with or without its sign. */
const TYPED_AMOUNT = /^[+-]?(\d{1,3}(,\d{3})+|\d{1,30})(\.\d{1,18})?$/;

function found(search: string): RawBuilder<unknown> {
  // PostgreSQL has no text with a NUL, so none is found.
  const typed = search.trim().toLowerCase().replaceAll('\u0000', '\uFFFD');
  const reference = typed.replaceAll('-', '');
  const ways = [
    sql`strpos(lower(coalesce(note, '')), ${typed}) > 0`,
    sql`EXISTS (SELECT FROM members WHERE members.id = receipts.counterparty_member_id AND strpos(lower(username), ${typed}) > 0)`,
    ...(reference === '' ? [] : [sql`strpos(lower(replace(reference, '-', '')), ${reference}) > 0`]),
    ...(TYPED_AMOUNT.test(typed)
      ? [
          sql`${typed.replace(/^[+-]/, '').replaceAll(',', '')}::numeric IN (abs(amount), abs(net), abs(counter_amount))`,
        ]
      : []),
  ];
  return sql`(${sql.join(ways, sql` OR `)})`;
}

/** What moved on a day. */
export interface DaySum {
  day: string;
  asset: Asset;
  /** With its sign; never zero. */
  amount: string;
}

/**
 * The sums of what moved on some days, per asset: a deposit counts once it is credited, a withdrawal unless it was
 * refused or canceled, and of a restake only the principal that returned, since the rest stayed staked. With `asset`,
 * only that asset is added up.
 */
export async function daySums(
  db: Db | Trx,
  filter: ReceiptFilter,
  days: readonly { day: string; from: Date; before: Date }[],
): Promise<DaySum[]> {
  const { memberId, kinds, statuses, asset } = filter;
  const { rows } = await sql<DaySum>`
    SELECT span.day, moved.asset, trim_scale(sum(moved.amount))::text AS amount
    FROM unnest(${days.map(({ day }) => day)}::text[], ${days.map(({ from }) => from)}::timestamptz[],
      ${days.map(({ before }) => before)}::timestamptz[]) AS span (day, begins, ends)
      CROSS JOIN LATERAL (
        SELECT * FROM receipts WHERE member_id = ${memberId} AND at >= span.begins AND at < span.ends
          ${kinds.length === 0 ? sql`` : sql`AND kind = ANY(${kinds}::text[])`}
          ${statuses === undefined ? sql`` : sql`AND status = ANY(${statuses}::text[])`} ${bounds(filter)}
      ) AS receipt
      CROSS JOIN LATERAL (
        VALUES (receipt.asset, CASE WHEN receipt.kind <> 'restake' THEN receipt.amount END),
          (receipt.counter_asset, receipt.counter_amount)
      ) AS moved (asset, amount)
    WHERE CASE receipt.kind
        WHEN 'deposit' THEN receipt.status = 'completed'
        WHEN 'withdrawal' THEN receipt.status NOT IN ('notApproved', 'cancel')
        ELSE true
      END
      AND moved.amount IS NOT NULL ${asset === undefined ? sql`` : sql`AND moved.asset = ${asset}`}
    GROUP BY span.day, moved.asset HAVING sum(moved.amount) <> 0
    ORDER BY span.day DESC, moved.asset`.execute(db);
  return rows;
}

export interface JournalOfReceipt {
  id: bigint;
  at: Date;
  kind: string;
  ruleVersion: number | null;
  /** One part of the movement; `memberId` is null for the club's own accounts. */
  postings: { memberId: string | null; account: string; asset: string; amount: string }[];
}

/** How many journals of a receipt are shown; only repeated reorganizations of a chain make more. */
const MOST_JOURNALS = 200;

/** The journals behind a receipt, oldest first: what was moved, by which rules, when. */
export async function journalsOf(
  db: Db | Trx,
  receipt: Pick<Receipt, 'id' | 'origin_id'>,
): Promise<JournalOfReceipt[]> {
  const about = [receipt.id, ...(receipt.origin_id === null ? [] : [receipt.origin_id])];
  const journals = await db
    .selectFrom('journals')
    .select(['id', 'at', 'kind', 'rule_version'])
    .where('receipt_id', 'in', about)
    .orderBy('id')
    .limit(MOST_JOURNALS)
    .execute();
  if (journals.length === 0) return [];
  const postings = await db
    .selectFrom('postings')
    .innerJoin('accounts', 'accounts.id', 'postings.account_id')
    .select([
      'postings.journal_id',
      'accounts.member_id as memberId',
      'accounts.kind as account',
      'postings.asset',
      sql<string>`trim_scale(postings.amount)`.as('amount'),
    ])
    .where(
      'postings.journal_id',
      'in',
      journals.map(({ id }) => id),
    )
    .orderBy('postings.amount')
    .execute();
  return journals.map(({ id, at, kind, rule_version: ruleVersion }) => {
    const own = postings.filter((posting) => posting.journal_id === id);
    return { id, at, kind, ruleVersion, postings: own.map(({ journal_id: _journal, ...posting }) => posting) };
  });
}
