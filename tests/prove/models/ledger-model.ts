// What the books should say, worked out in a few lines that know nothing of them.
import { add, compare, isPositive, negate, type Amount } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';

export interface Deposit {
  readonly who: number;
  readonly amount: Amount;
  readonly receiptId: string;
  state: 'seen' | 'dropped' | 'refused' | 'over';
  sighting: number;
}

export interface Withdrawal {
  readonly who: number;
  readonly amount: Amount;
  readonly receiptId: string;
  end: 'paid' | 'returned' | null;
}

export interface Stake {
  readonly who: number;
  readonly id: string;
  readonly usdt: Amount;
  /** What was staked in MP, with what was earned since. */
  mp: Amount;
  readonly amountUsd: Amount;
  daysLeft: number;
}

export class LedgerModel {
  readonly deposits: Deposit[] = [];
  readonly withdrawals: Withdrawal[] = [];
  stakes: Stake[] = [];
  private readonly balances = new Map<string, Amount>();

  balance(who: number, asset: Asset): Amount {
    return this.balances.get(`${who} ${asset}`) ?? '0';
  }

  give(who: number, asset: Asset, amount: Amount): void {
    this.balances.set(`${who} ${asset}`, add(this.balance(who, asset), amount));
  }

  /** Whether there was enough to take. */
  take(who: number, asset: Asset, amount: Amount): boolean {
    if (compare(this.balance(who, asset), amount) < 0) return false;
    this.give(who, asset, negate(amount));
    return true;
  }

  /** A day of every stake; what each day brings is the amount at the rate, cut off behind millionths. */
  day(rewardOf: (amountUsd: Amount) => Amount): void {
    for (const stake of this.stakes) {
      if (stake.daysLeft === 0) continue;
      stake.daysLeft -= 1;
      stake.mp = add(stake.mp, rewardOf(stake.amountUsd));
    }
  }

  /** The stake ends; returns what takes its place, without an id. */
  choose(stake: Stake, option: 'full' | 'mpOnly' | 'withdraw', days: number): Omit<Stake, 'id'> | null {
    this.stakes = this.stakes.filter((each) => each !== stake);
    const { who, usdt, mp, amountUsd } = stake;
    if (option === 'full') return { who, usdt, mp, amountUsd: add(amountUsd, this.earned(stake)), daysLeft: days };
    if (isPositive(usdt)) this.give(who, 'USDT', usdt);
    if (option === 'mpOnly') return { who, usdt: '0', mp, amountUsd: mp, daysLeft: days };
    if (isPositive(mp)) this.give(who, 'MP', mp);
    return null;
  }

  private earned(stake: Stake): Amount {
    return this.earnedBefore.get(stake.id) === undefined
      ? stake.mp
      : add(stake.mp, negate(this.earnedBefore.get(stake.id) ?? '0'));
  }

  /** The MP that a stake began with, by its id. */
  readonly earnedBefore = new Map<string, Amount>();
}
