// What an operator compares after a restore: each withdrawal that may have been paid in the time that is lost.
import { compare, normal, unsigned, type Amount } from '#money/amount.ts';
import type { ChainAsset, Network } from '#server/domain/chain/chain.ts';
import { normalTransactionId } from '#server/domain/chain/transaction-id.ts';
import { judgeClock } from '#server/domain/club/trusted-clock.ts';
import type { Services } from '#server/domain/services/services.ts';
import { audit, type AuditEvent } from '#server/platform/audit/audit.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { readRestore, type Restore } from './hold.ts';

/** The club cannot be accepted as it is, or a withdrawal not be called unpaid. The message is for the operator. */
export class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused';
}

/** A withdrawal that is unpaid in the books, and may be paid outside them. */
export interface DoubtfulPayout {
  readonly id: string;
  readonly reference: string;
  readonly username: string;
  readonly status: string;
  readonly asset: ChainAsset;
  readonly network: Network;
  readonly address: string;
  /** What its payment brings to the address. */
  readonly net: Amount;
  /** Whether an operator has made sure, since the restore, that it is unpaid. */
  readonly isChecked: boolean;
  /** Transactions in blocks read since the restore that paid exactly this and are not used for anything else. */
  readonly paidBy: readonly string[];
}

/**
 * Withdrawals that were approved, and those that waited for it and have fallen due: they may have been approved since,
 * and paid.
 */
export async function doubtfulPayouts(db: Db | Trx, restore: Restore): Promise<DoubtfulPayout[]> {
  const rows = await db
    .selectFrom('withdrawals')
    .innerJoin('receipts', 'receipts.id', 'withdrawals.id')
    .innerJoin('members', 'members.id', 'withdrawals.member_id')
    .select(['withdrawals.id', 'withdrawals.network', 'withdrawals.address', 'withdrawals.unpaid_at'])
    .select(['receipts.reference', 'receipts.status', 'receipts.asset', 'receipts.net', 'members.username'])
    .where('withdrawals.completed_at', 'is', null)
    .where('withdrawals.settled_at', 'is', null)
    .where((or) =>
      or.or([
        or('receipts.status', '=', 'approved'),
        or.and([or('receipts.status', '=', 'inProcess'), or('withdrawals.completes_at', '<=', restore.at)]),
      ]),
    )
    .orderBy('receipts.at')
    .orderBy('receipts.reference')
    .execute();
  const payouts: DoubtfulPayout[] = [];
  for (const row of rows) {
    const net = normal(unsigned(row.net));
    payouts.push({
      id: row.id,
      reference: row.reference,
      username: row.username,
      status: row.status ?? '',
      // Only assets of a chain are withdrawn.
      asset: row.asset as ChainAsset,
      network: row.network,
      address: row.address,
      net,
      isChecked: isCalledUnpaid(row, restore),
      paidBy: await paymentsOf(db, { id: row.id, net }),
    });
  }
  return payouts;
}

/** Whether an operator has made sure, since the restore, that it is unpaid. */
const isCalledUnpaid = ({ unpaid_at: at }: { readonly unpaid_at: Date | null }, restore: Restore): boolean =>
  at !== null && at >= restore.at;

/** Why nothing is decided about a withdrawal while a restore is open. */
export const mayBePaid = (restore: Restore): RestoreRefused =>
  new RestoreRefused(
    `the club was put back to ${restore.from.toISOString()}, and the withdrawal may be paid already; see: restored show`,
  );

async function paymentsOf(db: Db | Trx, { id, net }: { id: string; net: Amount }): Promise<string[]> {
  const seen = await db
    .selectFrom('payout_sightings')
    .select(['network', 'tx_id', 'amount'])
    .where('withdrawal_id', '=', id)
    .orderBy('block_height')
    .execute();
  const found: string[] = [];
  for (const { network, tx_id: txId, amount } of seen) {
    if (compare(normal(amount), net) !== 0) continue;
    const normalId = normalTransactionId(network, txId) ?? txId;
    const used = await db
      .selectFrom('payout_transactions')
      .select('withdrawal_id as id')
      .where('network', '=', network)
      .where('transaction_id', '=', normalId)
      .union((returns) =>
        returns.selectFrom('deposits').select('id').where('network', '=', network).where('returned_by', '=', normalId),
      )
      .executeTakeFirst();
    if (used === undefined) found.push(txId);
  }
  return found;
}

/**
 * Notes that an operator has made sure that withdrawals are unpaid.
 *
 * @throws RestoreRefused if one is not in doubt, or the chain says that it was paid
 */
export async function callUnpaid(
  trx: Trx,
  given: {
    restore: Restore;
    references: readonly string[];
    now: Date;
    call: AuditEvent['call'];
    details: Record<string, string>;
  },
): Promise<void> {
  const { restore, references, now, call, details } = given;
  const doubtful = await doubtfulPayouts(trx, restore);
  for (const typed of references) {
    const reference = typed.toUpperCase();
    const payout = doubtful.find((each) => each.reference === reference);
    if (payout === undefined)
      throw new RestoreRefused(`${reference} is no withdrawal that may have been paid in the time that is lost`);
    const [paid] = payout.paidBy;
    if (paid !== undefined)
      throw new RestoreRefused(
        `the chain says that ${reference} was paid by ${paid}; record it: withdrawals complete ${reference} --tx ${paid}`,
      );
    await trx.updateTable('withdrawals').set({ unpaid_at: now }).where('id', '=', payout.id).execute();
    await audit(trx, {
      kind: 'withdrawal_found_unpaid',
      at: now,
      memberId: null,
      call,
      details: { ...details, receiptId: payout.id, reference },
    });
  }
}

/**
 * While a restore is open, a withdrawal returns its money only if nobody can have paid it: it is not due yet, or an
 * operator has made sure that it is unpaid; and the chain says nothing else.
 *
 * @throws RestoreRefused
 */
export async function refuseDoubtful(
  trx: Trx,
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  { id, isSure }: { id: string; isSure: boolean },
): Promise<void> {
  const restore = await readRestore(trx);
  if (restore === null) return;
  const row = await trx
    .selectFrom('withdrawals')
    .innerJoin('receipts', 'receipts.id', 'withdrawals.id')
    .select(['withdrawals.completes_at', 'withdrawals.unpaid_at', 'receipts.net', 'receipts.status'])
    .where('withdrawals.id', '=', id)
    .executeTakeFirstOrThrow();
  const verdict = await judgeClock({ db: trx, clock, config });
  const isEarly = row.status === 'inProcess' && verdict.kind === 'right' && row.completes_at > verdict.now;
  const isUnpaid = isCalledUnpaid(row, restore);
  const paidBy = await paymentsOf(trx, { id, net: normal(unsigned(row.net)) });
  if (paidBy.length > 0 || !(isEarly || isUnpaid)) throw mayBePaid(restore);
  if (!isSure)
    throw new RestoreRefused(
      'it may have been approved in the time that is lost: make sure that nobody pays it; then --yes',
    );
}

/**
 * While a restore is open, a held deposit may have been approved or returned in the time that is lost.
 *
 * @throws RestoreRefused unless an operator is sure that it was not
 */
export async function refuseForgotten(trx: Trx, isSure: boolean): Promise<void> {
  const restore = await readRestore(trx);
  if (restore === null || isSure) return;
  throw new RestoreRefused(
    `the club was put back to ${restore.from.toISOString()}, and the deposit may have been approved or returned since: look in your records, and in the wallet that you pay from; if you are sure, then --yes`,
  );
}

/** Deposits that wait for an operator, oldest first. */
export async function heldDeposits(
  db: Db | Trx,
): Promise<{ reference: string; username: string; amount: Amount; asset: string }[]> {
  const rows = await db
    .selectFrom('deposits')
    .innerJoin('receipts', 'receipts.id', 'deposits.id')
    .innerJoin('members', 'members.id', 'deposits.member_id')
    .select(['receipts.reference', 'receipts.net', 'receipts.asset', 'members.username'])
    .where('receipts.status', '=', 'notApproved')
    .orderBy('receipts.at')
    .orderBy('receipts.reference')
    .execute();
  return rows.map(({ net, ...row }) => ({ ...row, amount: normal(unsigned(net)) }));
}

/** Payments to addresses that nobody is known to have. */
export async function unclaimedPayments(
  db: Db | Trx,
): Promise<{ network: Network; address: string; asset: ChainAsset; units: string; txId: string }[]> {
  const rows = await db
    .selectFrom('lost_payments as payment')
    .innerJoin('lost_addresses as lost', (join) =>
      join.onRef('lost.network', '=', 'payment.network').onRef('lost.lookup', '=', 'payment.lookup'),
    )
    .select(['payment.network', 'payment.asset', 'payment.units', 'payment.tx_id', 'lost.address'])
    .orderBy('payment.block_height')
    .orderBy('payment.tx_id')
    .execute();
  return rows.map(({ tx_id: txId, ...row }) => ({ ...row, txId }));
}
