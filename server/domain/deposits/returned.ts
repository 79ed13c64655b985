// Whether a transaction can be the one by which a held deposit went back: it took place, and is nothing else in the
// books.
import { confirmationsNeeded } from '#server/domain/chain/confirmations.ts';
import type { Network, PaymentSaid } from '#server/domain/chain/chain.ts';
import { unknownText } from '#server/domain/chain/look-up.ts';
import { depositAddressOf, payoutBy, returnBy } from '#server/domain/chain/used-transactions.ts';
import { ownRulesAt } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { DepositActRefused } from './act-refused.ts';

/**
 * Asks the node about it. The sender's address is not on record, so whom it paid stays the operator's word.
 *
 * @returns false if no node can say anything of it
 * @throws DepositActRefused if it is unknown, has failed, or has too few confirmations
 */
export async function checkReturn(
  { db, chain, clock }: Services,
  said: PaymentSaid & { network: Network },
): Promise<boolean> {
  const { network, ...payment } = said;
  const { txId } = payment;
  const found = await chain.lookUp(payment);
  if (found === null || found.kind === 'unreachable') return false;
  if (found.kind === 'missing') throw new DepositActRefused(unknownText(network, txId));
  if (found.kind === 'failed') throw new DepositActRefused(`transaction ${txId} has failed, so it has sent nothing`);
  const needed = confirmationsNeeded(chain.networks, await ownRulesAt(db, clock.now()), network);
  if (found.confirmations < needed)
    throw new DepositActRefused(
      `transaction ${txId} has ${found.confirmations} of ${needed} confirmations; wait for the others`,
    );
  return true;
}

/**
 * Refuses a transaction that is in the books already. One may have brought back several deposits, which an operator has
 * to say.
 *
 * @throws DepositActRefused
 */
export async function refuseUsed(
  trx: Trx,
  { network, txId, isSure }: { network: Network; txId: string; isSure: boolean },
): Promise<void> {
  const transaction = { network, txId };
  const payout = await payoutBy(trx, transaction);
  if (payout !== undefined) throw new DepositActRefused(`transaction ${txId} has paid ${payout}`);
  const address = await depositAddressOf(trx, transaction);
  if (address !== undefined)
    throw new DepositActRefused(`transaction ${txId} is a deposit to ${address}; name the one that sent it back`);
  const returned = await returnBy(trx, transaction);
  if (returned !== undefined && !isSure)
    throw new DepositActRefused(
      `transaction ${txId} is recorded as the return of ${returned}; if it sent back both, then --yes, after restored accept if a restore is open`,
    );
}
