// The choices at the end of a stake (D-10).
import { add, isPositive, normal, type Amount } from '#money/amount.ts';
import type { components } from '#openapi/api.gen.d.ts';
import type { Rules } from '#server/domain/rules/rules.ts';
import { endOfDay, mpOf, stageOf, type StakeRow } from './stakes.ts';

export type StakeOption = components['schemas']['StakeOption'];
type ShownChoice = components['schemas']['StakeChoice'];

const OPTIONS: readonly StakeOption[] = ['full', 'mpOnly', 'withdraw'];

/** What an option stakes again, and what it returns. */
export interface Parts {
  stakedUsdt: Amount;
  stakedMp: Amount;
  /** The base of the new daily rate. */
  amountUsd: Amount;
  returnedUsdt: Amount;
  returnedMp: Amount;
}

const NOTHING: Parts = { stakedUsdt: '0', stakedMp: '0', amountUsd: '0', returnedUsdt: '0', returnedMp: '0' };

/** How an option divides a stake. The principal is the USDT that was paid; 1 MP counts as 1 USD (D-01). */
export function partsOf(
  stake: Pick<StakeRow, 'amount_usd' | 'staked_usdt' | 'staked_mp' | 'accrued_mp'>,
  option: StakeOption,
): Parts {
  const usdt = normal(stake.staked_usdt);
  const mp = mpOf(stake);
  switch (option) {
    case 'full':
      return { ...NOTHING, stakedUsdt: usdt, stakedMp: mp, amountUsd: add(stake.amount_usd, stake.accrued_mp) };
    case 'mpOnly':
      return { ...NOTHING, stakedMp: mp, amountUsd: mp, returnedUsdt: usdt };
    case 'withdraw':
      return { ...NOTHING, returnedUsdt: usdt, returnedMp: mp };
  }
}

/** Whether an option stakes or returns anything; restaking MP does nothing if there are none (D-25). */
export function movesSomething(option: StakeOption, parts: Parts): boolean {
  return option === 'withdraw'
    ? isPositive(parts.returnedUsdt) || isPositive(parts.returnedMp)
    : isPositive(parts.amountUsd);
}

/** An option as its member sees it at a moment, under the rules of that moment. */
export function showChoice(
  stake: StakeRow,
  option: StakeOption,
  { rules, now }: { rules: Rules; now: Date },
): ShownChoice {
  const parts = partsOf(stake, option);
  const possible = stake.state === 'matured' && movesSomething(option, parts);
  if (option === 'withdraw') return { option, possible, ...parts, days: null, endsAt: null, dailyRate: null };
  const days = rules.restakeDays;
  return {
    option,
    possible,
    ...parts,
    days,
    endsAt: endOfDay(now, days).toISOString(),
    dailyRate: stageOf(rules, stake.stage).dailyRate,
  };
}

/** All options of a stake, in the order in which they are offered. */
export function showChoices(stake: StakeRow, at: { rules: Rules; now: Date }): ShownChoice[] {
  return OPTIONS.map((option) => showChoice(stake, option, at));
}
