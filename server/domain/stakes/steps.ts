// The steps of a stake (L-03), each under the lock of its row, so that one of two simultaneous steps wins.
import { stakeLifecycle, type StakeEvent } from '#machines/lifecycles/stake.machine.ts';
import { normal, subtract } from '#money/amount.ts';
import { recordRestake } from '#server/domain/bonuses/record.ts';
import { restake, withdrawStake } from '#server/domain/ledger/stakes.ts';
import { recordNotice } from '#server/domain/notices/record.ts';
import { receiptReference } from '#server/domain/receipts/references.ts';
import { statusByStep } from '#server/domain/receipts/steps.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { tellMember } from '#server/platform/db/member-topics.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { beginStake } from './begin.ts';
import { partsOf, type StakeOption } from './choices.ts';
import { lockStake, mpOf, type StakeRow } from './stakes.ts';

type StepServices = Pick<Services, 'config' | 'random'>;

/**
 * All days are accrued and the time is over: the member is notified and may choose. @throws StepRefused if it is not
 * running
 */
export async function matureStake(
  trx: Trx,
  services: StepServices,
  { id, at }: { id: string; at: Date },
): Promise<void> {
  const stake = await lockStake(trx, id);
  const state = next(stake, 'MATURE');
  await trx.updateTable('stakes').set({ state }).where('id', '=', id).execute();
  tellMember(trx, stake.member_id, 'statuses');
  const values = {
    usdt: normal(stake.staked_usdt),
    mp: mpOf(stake),
    accrued: normal(stake.accrued_mp),
    days: String(stake.days),
    reference: await receiptReference(trx, stake.receipt_id),
  };
  const { member_id: memberId, receipt_id: receiptId } = stake;
  await recordNotice(trx, services, { kind: 'stakeFree', memberId, at, stakeId: id, receiptId });
  await enqueueMail(trx, services, { kind: 'stakeMatured', memberId: stake.member_id, device: null, now: at, values });
}

export interface Choice {
  id: string;
  option: StakeOption;
  at: Date;
  ruleVersion: number;
  /** Of the new term; null if nothing is restaked. */
  days: number | null;
}

/**
 * Carries out the member's choice. Returns the receipt. @throws StepRefused if the stake is not matured, or the choice
 * was made before
 */
export async function chooseForStake(
  trx: Trx,
  services: Pick<Services, 'random'>,
  choice: Choice,
): Promise<{ receiptId: string; stake: StakeRow }> {
  const { id, option, at } = choice;
  const stake = await lockStake(trx, id);
  const state = next(stake, option === 'withdraw' ? 'WITHDRAW' : 'RESTAKE');
  await trx.updateTable('stakes').set({ state, option, ended_at: at }).where('id', '=', id).execute();
  tellMember(trx, stake.member_id, 'statuses');
  const receiptId =
    option === 'withdraw'
      ? await giveBack(trx, services, stake, choice)
      : await stakeAgain(trx, services, stake, { ...choice, option });
  return { receiptId, stake };
}

async function giveBack(
  trx: Trx,
  { random }: Pick<Services, 'random'>,
  stake: StakeRow,
  { at, ruleVersion }: Choice,
): Promise<string> {
  const { returnedUsdt, returnedMp } = partsOf(stake, 'withdraw');
  const { id, member_id: memberId, stage } = stake;
  const { receiptId } = await withdrawStake(trx, random, {
    endedId: id,
    stakeId: id,
    memberId,
    stage,
    at,
    ruleVersion,
    returnedUsdt,
    returnedMp,
  });
  return receiptId;
}

async function stakeAgain(
  trx: Trx,
  { random }: Pick<Services, 'random'>,
  stake: StakeRow,
  choice: Choice & { option: 'full' | 'mpOnly' },
): Promise<string> {
  const { option, at, ruleVersion, days } = choice;
  if (days === null) throw new Error('a restake needs a term');
  const { stakedUsdt, stakedMp, amountUsd, returnedUsdt } = partsOf(stake, option);
  const { id: endedId, member_id: memberId, stage } = stake;
  const id = random.uuid();
  const { receiptId } = await restake(trx, random, {
    endedId,
    stakeId: id,
    memberId,
    stage,
    at,
    ruleVersion,
    option,
    stakedMp,
    returnedUsdt,
  });
  await beginStake(trx, {
    id,
    memberId,
    receiptId,
    stage,
    amountUsd,
    stakedUsdt,
    stakedMp,
    days,
    at,
    previousId: endedId,
  });
  await recordRestake(trx, { memberId, stakeId: id, principalUsd: subtract(amountUsd, stakedMp), at, ruleVersion });
  return receiptId;
}

function next(stake: StakeRow, event: StakeEvent['type']): StakeRow['state'] {
  return statusByStep(stakeLifecycle, stake.state, event);
}
