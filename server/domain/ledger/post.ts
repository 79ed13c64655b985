// The only way into the books (D-03, S-17): every change of a balance is a call of post_journal.
import { sql, type RawBuilder } from 'kysely';
import { isNegative, negate, sum, type Amount } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import { sqlState, type Trx } from '#server/platform/db/kysely.ts';
import { tellMember } from '#server/platform/db/member-topics.ts';
import type { ReceiptRow } from './receipts.ts';

/** The club's own accounts. `chain` is the outside world: what the club received from it is negative there. */
export const CLUB_ACCOUNTS = [
  'chain',
  'deposit_transit',
  'refused_deposits',
  'withdrawal_transit',
  'fees',
  'rewards',
  'bonuses',
  'exchange',
  'stakes',
  'rounding',
] as const;

export type ClubAccount = (typeof CLUB_ACCOUNTS)[number];

/** What a movement does to one account; a negative amount takes money away. A movement has one leg per account. */
export type Leg = { asset: Asset; amount: Amount } & (
  | { account: 'wallet'; memberId: string }
  | { account: ClubAccount; memberId?: never }
);

export interface Movement {
  /** Names the movement forever in all the books: under the same key it is written once. */
  key: string;
  at: Date;
  kind: string;
  /** Who caused it; null for the club. */
  memberId: string | null;
  /** The version of the rules that it was made under; null if the rules did not matter. */
  ruleVersion: number | null;
  receiptId: string | null;
  details?: Record<string, string | number | boolean | null>;
  legs: readonly Leg[];
}

/** `posted` is false if the movement existed already; then nothing was changed, and the ids are the earlier ones. */
export interface Posted {
  journalId: bigint;
  posted: boolean;
  receiptId: string | null;
}

/** A member's wallet has less than a movement takes. The transaction must be rolled back. */
export class InsufficientBalance extends Error {
  override readonly name = 'InsufficientBalance';
  readonly memberId: string;
  readonly asset: Asset;
  /** What the movement takes out of the wallet. */
  readonly asked: Amount;

  constructor({ memberId, asset, asked }: { memberId: string; asset: Asset; asked: Amount }) {
    super(`the balance of ${asset} is too small`);
    this.memberId = memberId;
    this.asset = asset;
    this.asked = asked;
  }
}

/** The key belongs to another movement, of another kind or with other amounts. The transaction must be rolled back. */
export class KeyOfAnotherMovement extends Error {
  override readonly name = 'KeyOfAnotherMovement';
}

const INSUFFICIENT_BALANCE = 'PB001';
const KEY_OF_ANOTHER_MOVEMENT = 'PB002';

/**
 * Writes a movement into the books, in the caller's transaction.
 *
 * @throws InsufficientBalance if a wallet would go below zero
 * @throws KeyOfAnotherMovement if the key was used for something else
 * @throws Error for a mistake of the caller: legs that do not sum to zero per asset, an account twice, more decimals
 * than the scale
 */
export function post(trx: Trx, movement: Movement): Promise<Posted> {
  const call = sql<PostedRow>`SELECT journal_id, posted, receipt_id FROM ${callOf(movement)}`;
  return run(trx, movement, call).then((row) => told(trx, movement, shownRow(row)));
}

/**
 * The same; a new movement also writes its receipts, in one call of the database.
 *
 * @returns the result of the posting and the ids of the receipts that were written; a receipt whose reference exists
 * already is skipped
 */
export async function postWithReceipts(
  trx: Trx,
  movement: Movement,
  receipts: readonly ReceiptRow[],
): Promise<Posted & { written: string[] }> {
  const row = await run(
    trx,
    movement,
    sql<PostedRow & { written: string[] }>`
      WITH movement AS MATERIALIZED (SELECT journal_id, posted, receipt_id FROM ${callOf(movement)}),
        written AS (
          INSERT INTO receipts SELECT receipt.* FROM movement, jsonb_populate_recordset(NULL::receipts, ${JSON.stringify(receipts)}) AS receipt
          WHERE movement.posted ON CONFLICT (reference) DO NOTHING RETURNING id)
      SELECT movement.*, ARRAY(SELECT id FROM written) AS written FROM movement`,
  );
  return { ...told(trx, movement, shownRow(row)), written: row.written };
}

interface PostedRow {
  journal_id: bigint;
  posted: boolean;
  receipt_id: string | null;
}

function callOf(movement: Movement) {
  const { legs } = movement;
  return sql`post_journal(
    ${movement.key}, ${movement.at}, ${movement.kind}, ${movement.memberId}, ${movement.ruleVersion}, ${movement.receiptId},
    ${JSON.stringify(movement.details ?? {})},
    ${legs.map((leg) => leg.memberId ?? null)}, ${legs.map((leg) => leg.account)}, ${legs.map((leg) => leg.asset)}, ${legs.map((leg) => leg.amount)})`;
}

async function run<Row>(trx: Trx, { legs }: Movement, call: RawBuilder<Row>): Promise<Row> {
  try {
    const { rows } = await call.execute(trx);
    const row = rows[0];
    if (row === undefined) throw new Error('post_journal gave no row');
    return row;
  } catch (error) {
    throw refusalOf(error, legs) ?? error;
  }
}

function shownRow({ journal_id, posted, receipt_id }: PostedRow): Posted {
  return { journalId: journal_id, posted, receiptId: receipt_id };
}

/** Tells the members whose wallets a new movement has changed. */
function told(trx: Trx, movement: Movement | undefined, result: Posted): Posted {
  const members = new Set(movement?.legs.flatMap(({ memberId }) => memberId ?? []));
  if (result.posted) for (const memberId of members) tellMember(trx, memberId, 'balances');
  return result;
}

/** The wallet of a member in one asset. */
export interface Wallet {
  memberId: string;
  asset: Asset;
}

/**
 * Locks the wallets of several movements of one transaction, all at once and in the order in which each movement locks
 * its own. A transaction that locks them movement by movement, and one movement between two of the same wallets, would
 * wait for each other until the database aborts one of them.
 */
export async function lockWallets(trx: Trx, wallets: readonly Wallet[]): Promise<void> {
  const nothing = wallets.map(() => '0');
  await sql`SELECT wallets FROM lock_wallets(
    ${wallets.map(({ memberId }) => memberId)}::uuid[], ${wallets.map(() => 'wallet')}::text[],
    ${wallets.map(({ asset }) => asset)}::text[], ${nothing}::numeric[])`.execute(trx);
}

/** Writes several movements in one call, each as `post` does; returns their results in the same order. */
export async function postAll(trx: Trx, movements: readonly Movement[]): Promise<Posted[]> {
  await lockWallets(
    trx,
    movements.flatMap(({ legs }) =>
      legs.flatMap(({ memberId, asset }) => (memberId === undefined ? [] : [{ memberId, asset }])),
    ),
  );
  try {
    const { rows } = await sql<PostedRow>`
      SELECT posted.journal_id, posted.posted, posted.receipt_id
      FROM jsonb_array_elements(${JSON.stringify(movements)}::jsonb) WITH ORDINALITY AS movement (body, place)
        CROSS JOIN LATERAL (
          SELECT array_agg((leg ->> 'memberId')::uuid) AS members, array_agg(leg ->> 'account') AS accounts,
            array_agg(leg ->> 'asset') AS assets, array_agg((leg ->> 'amount')::numeric) AS amounts
          FROM jsonb_array_elements(body -> 'legs') AS leg
        ) AS legs
        CROSS JOIN LATERAL post_journal(
          body ->> 'key', (body ->> 'at')::timestamptz, body ->> 'kind', (body ->> 'memberId')::uuid, (body ->> 'ruleVersion')::integer,
          (body ->> 'receiptId')::uuid, coalesce(body -> 'details', '{}'), legs.members, legs.accounts, legs.assets, legs.amounts
        ) AS posted
      ORDER BY movement.place`.execute(trx);
    return rows.map((row, place) => told(trx, movements[place], shownRow(row)));
  } catch (error) {
    throw (
      refusalOf(
        error,
        movements.flatMap(({ legs }) => legs),
      ) ?? error
    );
  }
}

/** What the books refused, of movements with these legs. */
function refusalOf(error: unknown, legs: readonly Leg[]): Error | null {
  const state = sqlState(error);
  if (state === KEY_OF_ANOTHER_MOVEMENT) return new KeyOfAnotherMovement((error as Error).message);
  if (state !== INSUFFICIENT_BALANCE) return null;
  // Written by post_journal, together with this state.
  const { memberId, asset } = JSON.parse((error as { detail?: string }).detail ?? '{}') as {
    memberId: string;
    asset: Asset;
  };
  const taken = legs.filter((leg) => leg.memberId === memberId && leg.asset === asset && isNegative(leg.amount));
  return new InsufficientBalance({ memberId, asset, asked: negate(sum(taken.map(({ amount }) => amount))) });
}
