// What a stake adds to the volume of the organization above it (D-11), and the bonus that its referrer is paid at once.
import { sql } from 'kysely';
import { floorTo, isPositive, multiply, type Amount } from '#money/amount.ts';
import { scaleOf } from '#money/assets.ts';
import { rulesOf } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { payReferralBonus, type ReferredPurchase } from './referral-bonus.ts';

export interface Purchase extends ReferredPurchase {
  /** The price. */
  amountUsd: Amount;
}

export interface Restake {
  memberId: string;
  /** The stake that begins. */
  stakeId: string;
  /** The newly staked amount in USD; MP do not count. */
  principalUsd: Amount;
  at: Date;
  ruleVersion: number;
}

/** Counts a plan purchase as volume, in whole cents, and pays the referral bonus for it; both once for each stake. */
export async function recordPurchase(trx: Trx, services: Services, purchase: Purchase): Promise<void> {
  await recordVolume(trx, { ...purchase, source: 'purchase', usd: purchase.amountUsd });
  await payReferralBonus(trx, services, purchase);
}

/** Counts the share of a restake that the rules give it (D-11), in whole cents, once for each stake. */
export async function recordRestake(trx: Trx, restake: Restake): Promise<void> {
  const { restakeVolumeShare } = await rulesOf(trx, restake.ruleVersion);
  await recordVolume(trx, { ...restake, source: 'restake', usd: multiply(restake.principalUsd, restakeVolumeShare) });
}

async function recordVolume(
  trx: Trx,
  volume: { memberId: string; stakeId: string; source: 'purchase' | 'restake'; usd: Amount; at: Date },
): Promise<void> {
  const { memberId, stakeId, source, at } = volume;
  const usd = floorTo(volume.usd, scaleOf('USD'));
  if (!isPositive(usd)) return;
  await sql`SELECT record_volume(${memberId}, ${stakeId}, ${source}, ${usd}, ${at})`.execute(trx);
}
