// Checks whether a transaction paid a withdrawal (D-05): it is due, the amount and address are right, and it paid
// nothing else.
import { compare, normal, unsigned, type Amount } from '#money/amount.ts';
import type { ChainAsset, Network } from '#server/domain/chain/chain.ts';
import { confirmationsNeeded } from '#server/domain/chain/confirmations.ts';
import { unknownText } from '#server/domain/chain/look-up.ts';
import { normalTransactionId } from '#server/domain/chain/transaction-id.ts';
import { depositAddressOf, payoutBy, returnBy } from '#server/domain/chain/used-transactions.ts';
import { hasCome } from '#server/domain/club/trusted-clock.ts';
import { ownRulesAt } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';

/** The transaction cannot have paid the withdrawal, or not yet. The message is for the operator. */
export class PayoutRefused extends Error {
  override readonly name = 'PayoutRefused';
}

/**
 * The waiting time lets the member notice a withdrawal they did not make (D-04, D-05). @throws PayoutRefused,
 * ClockDoubted
 */
export async function refuseEarly(
  db: Db | Trx,
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  id: string,
): Promise<void> {
  const { completes_at: due } = await db
    .selectFrom('withdrawals')
    .select('completes_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (!(await hasCome({ db, clock, config }, due)))
    throw new PayoutRefused(`it is due at ${due.toISOString()} and can't be completed sooner`);
}

/**
 * Records which withdrawal a transaction has paid. It can pay only one, and cannot be a transaction by which money came
 * in, unless it came in at this very address, or by which a deposit went back.
 *
 * @param options.claimed true if an operator says so; false if a job sent the payment itself
 * @throws PayoutRefused
 */
export async function usePayment(
  trx: Trx,
  { id, transactionId, claimed }: { id: string; transactionId: string; claimed: boolean },
): Promise<void> {
  const { network, address } = await trx
    .selectFrom('withdrawals')
    .select(['network', 'address'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const txId = normalTransactionId(network, transactionId) ?? transactionId.toLowerCase();
  const used = await trx
    .insertInto('payout_transactions')
    .values({ network, transaction_id: txId, withdrawal_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('withdrawal_id')
    .executeTakeFirst();
  // A development chain that was recreated may reuse an id.
  if (!claimed) return;
  const transaction = { network, txId };
  if (used === undefined)
    throw new PayoutRefused(`transaction ${transactionId} has paid ${await payoutBy(trx, transaction)} already`);
  const deposit = await depositAddressOf(trx, transaction, address);
  if (deposit !== undefined) throw new PayoutRefused(`transaction ${transactionId} is a deposit to ${deposit}`);
  const returned = await returnBy(trx, transaction);
  if (returned !== undefined)
    throw new PayoutRefused(`transaction ${transactionId} has brought ${returned} back to its sender`);
}

/**
 * Looks the payment of a withdrawal up on the chain.
 *
 * @returns null if it paid exactly what is due, with enough confirmations; otherwise why that cannot be determined, now
 * or ever
 * @throws PayoutRefused if the node says that it did not, or does not answer just now
 */
export async function checkPayment(
  services: Services,
  said: { id: string; txId: string; block?: string },
): Promise<string | null> {
  const { id, ...where } = said;
  const row = await services.db
    .selectFrom('withdrawals')
    .innerJoin('receipts', 'receipts.id', 'withdrawals.id')
    .select(['withdrawals.network', 'withdrawals.address', 'receipts.asset', 'receipts.net'])
    .where('withdrawals.id', '=', id)
    .executeTakeFirstOrThrow();
  const { network, address, net } = row;
  // Only assets of a chain are withdrawn.
  const asset = row.asset as ChainAsset;
  return checkTransaction(services, { network, asset, address, due: normal(unsigned(net)), ...where });
}

/** The same for a payment without a withdrawal in the books. */
export async function checkTransaction(
  { db, chain, clock }: Services,
  said: { network: Network; asset: ChainAsset; address: string; due: Amount; txId: string; block?: string },
): Promise<string | null> {
  const { network, asset, address, due, txId, ...where } = said;
  const found = await chain.lookUp({ asset, address, txId, ...where });
  if (found === null) return `no node of ${network} is set`;
  if (found.kind === 'unreachable')
    throw new PayoutRefused(
      `the node of ${network} can't say anything of the transaction now: ${found.reason}; try again later`,
    );
  if (found.kind === 'missing') throw new PayoutRefused(unknownText(network, txId));
  if (found.kind === 'failed') throw new PayoutRefused(`transaction ${txId} has failed, so it has paid nothing`);
  if (found.kind === 'found' && compare(found.amount, due) !== 0)
    throw new PayoutRefused(
      `transaction ${txId} pays ${normal(found.amount)} ${asset} to ${address}, and ${due} ${asset} are due`,
    );
  const needed = confirmationsNeeded(chain.networks, await ownRulesAt(db, clock.now()), network);
  if (found.confirmations < needed)
    throw new PayoutRefused(
      `transaction ${txId} has ${found.confirmations} of ${needed} confirmations; wait for the others`,
    );
  return found.kind === 'unseen'
    ? `transaction ${txId} calls a contract, and no node says to whom a contract sends ether`
    : null;
}
