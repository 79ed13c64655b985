// Stakes as rows, and as members see them (D-10).
import type { Selectable } from 'kysely';
import { add, normal, type Amount } from '#money/amount.ts';
import type { components } from '#openapi/api.gen.d.ts';
import type { Receipt } from '#server/domain/ledger/history.ts';
import { rulesAt, type Rules } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import type { StakesTable } from '#server/platform/db/stake-tables.ts';
import { DAY_SECONDS, secondsAfter, secondsUntil } from '#server/platform/system/clock.ts';

export type StakeRow = Selectable<StakesTable>;
export type ShownStake = components['schemas']['Stake'];

/** A stake with the one that it was restaked into. */
export type LinkedStake = StakeRow & { next_id: string | null };

/** A stake of the member's. @throws Problem not_found, also for another member's (S-23) */
export async function findStake(db: Db | Trx, own: { memberId: string; id: string }): Promise<LinkedStake> {
  const row = await linkedStakes(db)
    .where('stakes.id', '=', own.id)
    .where('stakes.member_id', '=', own.memberId)
    .executeTakeFirst();
  if (row === undefined) throw new Problem('not_found');
  return row;
}

/** The stake that a receipt began or is about, as its member sees it; null if there is none. */
export async function stakeOfReceipt(
  db: Db | Trx,
  { clock }: Pick<Services, 'clock'>,
  receipt: Pick<Receipt, 'member_id' | 'details'>,
): Promise<ShownStake | null> {
  const { stakeId } = receipt.details;
  if (typeof stakeId !== 'string') return null;
  const now = clock.now();
  return showStake(await findStake(db, { memberId: receipt.member_id, id: stakeId }), {
    rules: await rulesAt(db, now),
    now,
  });
}

/** All stakes, each with the one that followed it. */
export function linkedStakes(db: Db | Trx) {
  return db
    .selectFrom('stakes')
    .leftJoin('stakes as next', 'next.previous_id', 'stakes.id')
    .selectAll('stakes')
    .select('next.id as next_id');
}

/** The same stake, locked until the transaction ends: of any number of choices one comes first. */
export async function lockStake(trx: Trx, id: string): Promise<StakeRow> {
  return trx.selectFrom('stakes').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

/** A stake as its member sees it at a moment, under the rules of that moment. */
export function showStake(row: LinkedStake, { rules, now }: { rules: Rules; now: Date }): ShownStake {
  return {
    id: row.id,
    receiptId: row.receipt_id,
    stage: row.stage,
    state: row.state,
    option: row.option,
    amountUsd: normal(row.amount_usd),
    stakedUsdt: normal(row.staked_usdt),
    stakedMp: normal(row.staked_mp),
    accruedMp: normal(row.accrued_mp),
    dailyRate: stageOf(rules, row.stage).dailyRate,
    days: row.days,
    daysLeft: Math.ceil(secondsUntil(now, row.ends_at) / DAY_SECONDS),
    startedAt: row.started_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    previousId: row.previous_id,
    nextId: row.next_id,
  };
}

/** All MP in a stake: those restaked into it, and its rewards. */
export function mpOf(stake: Pick<StakeRow, 'staked_mp' | 'accrued_mp'>): Amount {
  return add(stake.staked_mp, stake.accrued_mp);
}

/** A stage of the rules. Its number was checked against the contract before. */
export function stageOf(rules: Rules, stage: number): Rules['stages'][number] {
  const found = rules.stages.find((candidate) => candidate.stage === stage);
  if (found === undefined) throw new Error(`the rules have no stage ${stage}`);
  return found;
}

/** The end of a day of a stake; the end of the last day is the end of the stake. */
export function endOfDay(startedAt: Date, day: number): Date {
  return secondsAfter(startedAt, day * DAY_SECONDS);
}
