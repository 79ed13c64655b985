// Begins a stake, by a purchase or by a restake.
import type { Amount } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import { initialStatus } from '#machines/lifecycles/lifecycle.ts';
import { stakeLifecycle } from '#machines/lifecycles/stake.machine.ts';
import { referrerOf } from '#server/domain/bonuses/referral-bonus.ts';
import { judgeClock, type ClockParts } from '#server/domain/club/trusted-clock.ts';
import { lockWallets } from '#server/domain/ledger/post.ts';
import { purchase } from '#server/domain/ledger/stakes.ts';
import type { Services } from '#server/domain/services/services.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { endOfDay, type StakeRow } from './stakes.ts';

/** A purchase as it was shown before it was confirmed. */
export interface PurchaseTerms {
  stage: number;
  amountUsd: Amount;
  amountUsdt: Amount;
  /** USD for one USDT. */
  rate: Amount;
  rateAt: string;
  /** As shown; each day accrues at the rate of its own moment. */
  dailyRate: Amount;
  days: number;
  riskVersion: number;
  ruleVersion: number;
}

/**
 * Buys a plan: the payment, the stake and the acknowledgement of the risk, in one transaction (D-09, D-31). @throws
 * InsufficientBalance
 */
export async function buyPlan(
  trx: Trx,
  { random }: Pick<Services, 'random'>,
  order: { key: string; at: Date; memberId: string; terms: PurchaseTerms },
): Promise<{ receiptId: string; stakeId: string }> {
  const { key, at, memberId, terms } = order;
  const { stage, amountUsd, amountUsdt, rate, rateAt, days, riskVersion, ruleVersion } = terms;
  const stakeId = random.uuid();
  // The referrer's bonus follows in the same transaction.
  const referrer = await referrerOf(trx, memberId);
  const asset: Asset = 'USDT';
  await lockWallets(trx, [{ memberId, asset }, ...(referrer === null ? [] : [{ memberId: referrer, asset }])]);
  const { receiptId } = await purchase(trx, random, {
    key,
    at,
    memberId,
    ruleVersion,
    stakeId,
    stage,
    amountUsdt,
    rate: { value: rate, at: new Date(rateAt) },
  });
  await beginStake(trx, {
    id: stakeId,
    memberId,
    receiptId,
    stage,
    amountUsd,
    stakedUsdt: amountUsdt,
    stakedMp: '0',
    days,
    at,
    previousId: null,
  });
  await trx
    .insertInto('risk_acknowledgements')
    .values({ member_id: memberId, risk_version: riskVersion, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { receiptId, stakeId };
}

export interface NewStake {
  id: string;
  memberId: string;
  receiptId: string;
  stage: number;
  amountUsd: Amount;
  stakedUsdt: Amount;
  stakedMp: Amount;
  days: number;
  at: Date;
  previousId: string | null;
}

/** Until an operator has looked at the clock. */
const RETRY_SECONDS = 60;

/**
 * A stake is paid for each day since it began, at once and forever: one that began while the clock was behind would be
 * paid for days that never passed, and one that began while it was ahead be locked for too many (decision 0029).
 *
 * @throws Problem unavailable while the clock is in doubt
 */
export async function requireRightMoment(parts: ClockParts): Promise<void> {
  if ((await judgeClock(parts)).kind !== 'right')
    throw new Problem('unavailable', { retryAfterSeconds: RETRY_SECONDS });
}

/** Writes a stake that starts now. */
export async function beginStake(trx: Trx, stake: NewStake): Promise<void> {
  const { id, memberId, receiptId, stage, amountUsd, stakedUsdt, stakedMp, days, at, previousId } = stake;
  await trx
    .insertInto('stakes')
    .values({
      id,
      member_id: memberId,
      receipt_id: receiptId,
      stage,
      // The lifecycle's states are those of the table.
      state: initialStatus(stakeLifecycle) as StakeRow['state'],
      amount_usd: amountUsd,
      staked_usdt: stakedUsdt,
      staked_mp: stakedMp,
      days,
      started_at: at,
      ends_at: endOfDay(at, days),
      next_at: endOfDay(at, 1),
      previous_id: previousId,
    })
    .execute();
}
