// What the workers themselves say that everybody should have, apart from the books.
import { add, compare, negate, type Amount } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';

export class OwnAccount {
  private readonly amounts: Map<string, Amount>;

  constructor(amounts: ReadonlyMap<string, Amount> = new Map()) {
    this.amounts = new Map(amounts);
  }

  copy(): OwnAccount {
    return new OwnAccount(this.amounts);
  }

  move(memberId: string, asset: Asset, change: Amount): void {
    const key = `${memberId} ${asset}`;
    this.amounts.set(key, add(this.amounts.get(key) ?? '0', change));
  }

  take(memberId: string, asset: Asset, amount: Amount): void {
    this.move(memberId, asset, negate(amount));
  }

  /** Where the balances of the books are others, a line each. */
  compareWith(balances: readonly { member_id: string; asset: Asset; balance: Amount }[]): string[] {
    const held = new Map(balances.map((row) => [`${row.member_id} ${row.asset}`, row.balance]));
    const keys = new Set([...held.keys(), ...this.amounts.keys()]);
    return [...keys].flatMap((key) => {
      const [told, booked] = [this.amounts.get(key) ?? '0', held.get(key) ?? '0'];
      return compare(told, booked) === 0 ? [] : [`${key}: the workers say ${told}, the books ${booked}`];
    });
  }
}
