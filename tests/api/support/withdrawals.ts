// Accepted withdrawals, and who decides and pays them.
import type { Asset } from '#money/assets.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { approveWithdrawal, refuseWithdrawal } from '#server/domain/withdrawals/steps.ts';
import { rich, type Rich } from './money.ts';
import type { World } from './world.ts';

export const ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
export const OPERATOR = { call: { requestId: 'test', device: '' }, sessionId: null, operator: 'olga' };
export const HOURS_240 = 240 * 3600;
export const wanted = (changes: object = {}) =>
  ({
    asset: 'USDT',
    network: 'ethereum',
    address: ADDRESS,
    amount: '400',
    ...changes,
  }) as const;

export const approve = (world: World, id: string) =>
  inTransaction(world.db, (trx) => approveWithdrawal(trx, world.services, { id, actor: OPERATOR }));
export const refuse = (world: World, id: string) =>
  inTransaction(world.db, (trx) =>
    refuseWithdrawal(trx, world.services, { id, actor: OPERATOR, reason: 'suspectedScam', takesBack: true }),
  );

/** A payer that records what it pays to one address; other tests' withdrawals may be due as well. */
export function noting(address: string) {
  const paid: object[] = [];
  let payments = 0;
  const pay = async (payment: { address: string }) => {
    if (payment.address === address) paid.push(payment);
    payments += 1;
    return `0x${String(payments).padStart(64, '0')}`;
  };
  return { paid, pay };
}

export async function accepted(
  world: World,
  changes: object = {},
  held: Partial<Record<Asset, string>> = { USDT: '10000' },
): Promise<{ who: Rich; id: string }> {
  const who = await rich(world, held);
  const draft = await who.call('createWithdrawal', { body: wanted(changes) });
  const { body } = await who.confirm(draft.body.id);
  return { who, id: body.receiptId };
}
