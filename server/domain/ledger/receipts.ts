// Receipts: one for each act that a member sees (D-29), written together with the movement that began it.
import { sql } from 'kysely';
import type { Amount } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import type { ReceiptKind } from '#server/platform/db/book-tables.ts';

/** The source of ids and references; the server's `Random` is one. */
export interface Ids {
  bytes(count: number): Uint8Array;
  uuid(): string;
}

export interface NewReceipt {
  id: string;
  memberId: string;
  kind: ReceiptKind;
  status: string | null;
  at: Date;
  asset: Asset;
  /** As the member's wallet sees it: negative if it goes out. */
  amount: Amount;
  fee?: Amount;
  /** What arrives, with the same sign as the amount; equal to the amount if there is no fee. */
  net?: Amount;
  counter?: { asset: Asset; amount: Amount };
  counterpartyMemberId?: string;
  note?: string | null;
  ruleVersion: number | null;
  rate?: { value: Amount; at: Date };
  /** Another receipt that shares this one's journals. */
  originId?: string;
  details?: Record<string, string | number | boolean | null>;
}

/** Without letters and digits that are easily confused. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const SYMBOLS = 8;
const BYTE_VALUES = 256;

const LETTERS: Readonly<Record<ReceiptKind, string>> = {
  deposit: 'D',
  withdrawal: 'W',
  transfer_out: 'T',
  transfer_in: 'T',
  exchange: 'X',
  purchase: 'P',
  restake: 'S',
  stake_withdrawal: 'S',
  staking_reward: 'R',
  referral_bonus: 'B',
  binary_bonus: 'B',
};

/** Writes receipts, each with a reference of its own, such as `W-7K2M-9QXD`. */
export async function writeReceipts(trx: Trx, ids: Ids, receipts: readonly NewReceipt[]): Promise<void> {
  let missing = receipts;
  // In a large club, one reference in a hundred thousand exists already; such a receipt gets another one.
  while (missing.length > 0) {
    const made = missing.map((receipt) => newRow(ids, receipt));
    // One parameter for all: with one for each value, a statement of thousands is composed and planned each time.
    const columns = sql.join(Object.keys(made[0] ?? {}).map((name) => sql.ref(name)));
    const { rows } = await sql<{ id: string }>`
      INSERT INTO receipts (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::receipts, ${JSON.stringify(made)})
      ON CONFLICT (reference) DO NOTHING RETURNING id`.execute(trx);
    const done = new Set(rows.map(({ id }) => id));
    missing = missing.filter(({ id }) => !done.has(id));
  }
}

/** The reference of a receipt; its letter indicates the kind of act. */
export function newReference(ids: Ids, kind: ReceiptKind): string {
  return shortReference(ids, LETTERS[kind]);
}

/** A short reference that is easy to read out on the telephone, such as `W-7K2M-9QXD` for the letter W. */
export function shortReference(ids: Pick<Ids, 'bytes'>, letter: string): string {
  // Bytes beyond the last whole multiple would make some symbols likelier than others.
  const limit = BYTE_VALUES - (BYTE_VALUES % ALPHABET.length);
  let symbols = '';
  while (symbols.length < SYMBOLS) {
    const byte = ids.bytes(1)[0] ?? limit;
    if (byte < limit) symbols = `${symbols}${ALPHABET.charAt(byte % ALPHABET.length)}`;
  }
  return `${letter}-${symbols.slice(0, SYMBOLS / 2)}-${symbols.slice(SYMBOLS / 2)}`;
}

export type ReceiptRow = ReturnType<typeof newRow>;

/** A receipt as stored in the table, with a fresh reference. */
export function newRow(ids: Ids, receipt: NewReceipt) {
  return {
    id: receipt.id,
    reference: newReference(ids, receipt.kind),
    member_id: receipt.memberId,
    kind: receipt.kind,
    status: receipt.status,
    at: receipt.at,
    asset: receipt.asset,
    amount: receipt.amount,
    fee: receipt.fee ?? '0',
    net: receipt.net ?? receipt.amount,
    counter_asset: receipt.counter?.asset ?? null,
    counter_amount: receipt.counter?.amount ?? null,
    counterparty_member_id: receipt.counterpartyMemberId ?? null,
    note: receipt.note ?? null,
    rule_version: receipt.ruleVersion,
    rate: receipt.rate?.value ?? null,
    rate_at: receipt.rate?.at ?? null,
    origin_id: receipt.originId ?? null,
    details: receipt.details ?? {},
    updated_at: receipt.at,
  };
}

/** Sets another status of a receipt; the lifecycle decides whether that step exists. */
export async function setReceiptStatus(
  trx: Trx,
  change: { receiptId: string; status: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('receipts')
    .set({ status: change.status, updated_at: change.at })
    .where('id', '=', change.receiptId)
    .executeTakeFirstOrThrow();
}

/** The current receipt, locked until the transaction ends, so that nobody else changes it meanwhile. */
export async function lockReceipt(trx: Trx, receiptId: string, kind: ReceiptKind) {
  const receipt = await trx
    .selectFrom('receipts')
    .selectAll()
    .where('id', '=', receiptId)
    .where('kind', '=', kind)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (receipt === undefined) throw new Error(`there is no receipt ${receiptId} of a ${kind}`);
  return receipt;
}
