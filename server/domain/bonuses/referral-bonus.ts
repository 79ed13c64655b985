import { floorTo, isPositive, multiply, negate, type Amount } from '#money/amount.ts';
import { scaleOf } from '#money/assets.ts';
import { begin } from '#server/domain/ledger/act.ts';
import type { Leg } from '#server/domain/ledger/post.ts';
import { recordNotice } from '#server/domain/notices/record.ts';
import { receiptReference } from '#server/domain/receipts/references.ts';
import { rulesOf } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';

export interface ReferredPurchase {
  /** The buyer. */
  memberId: string;
  stakeId: string;
  /** What was paid. */
  amountUsdt: Amount;
  at: Date;
  ruleVersion: number;
}

/** Who would be paid the referral bonus of a member's purchase; null if nobody introduced them. */
export async function referrerOf(trx: Trx, memberId: string): Promise<string | null> {
  const { introducer_id: introducer } = await trx
    .selectFrom('members')
    .select('introducer_id')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  return introducer;
}

/**
 * Pays the referral bonus of a purchase to the buyer's referrer (D-11), if the rules have it on (D-31) and it is not
 * paid yet.
 */
export async function payReferralBonus(trx: Trx, services: Services, purchase: ReferredPurchase): Promise<void> {
  const { memberId, stakeId, amountUsdt, at, ruleVersion } = purchase;
  const { referralBonusOn, referralBonusRate } = await rulesOf(trx, ruleVersion);
  const buyer = await trx
    .selectFrom('members')
    .select(['username', 'introducer_id'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  const asset = 'USDT';
  const amount = floorTo(multiply(amountUsdt, referralBonusRate), scaleOf(asset));
  const introducer = buyer.introducer_id;
  if (!referralBonusOn || introducer === null || !isPositive(amount)) return;
  const legs: Leg[] = [
    { account: 'bonuses', asset, amount: negate(amount) },
    { account: 'wallet', memberId: introducer, asset, amount },
  ];
  const movement = { key: `referral:${stakeId}`, at, kind: 'referral_bonus', memberId, ruleVersion, legs };
  const { receiptId, posted } = await begin(trx, services.random, movement, (id) => [
    {
      id,
      memberId: introducer,
      kind: 'referral_bonus',
      status: null,
      at,
      asset,
      amount,
      counterpartyMemberId: memberId,
      ruleVersion,
    },
  ]);
  if (!posted) return;
  await recordNotice(trx, services, { kind: 'referralBonus', memberId: introducer, at, receiptId, asset, amount });
  const values = { asset, amount, buyer: buyer.username, reference: await receiptReference(trx, receiptId) };
  // No device: the purchase was made on the buyer's.
  await enqueueMail(trx, services, { kind: 'referralBonus', memberId: introducer, device: null, now: at, values });
}
