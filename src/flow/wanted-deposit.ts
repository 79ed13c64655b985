import type { TypedDeposit } from '#machines/deposit/deposit.types.ts';
import type { Amount } from '#money/amount.ts';
import { ASSETS } from '#money/assets.ts';
import { readTyped } from '#money/typed.ts';
import { paths } from '#src/paths.ts';

/** What a member who is sent to the deposit page lacks. */
export interface WantedDeposit {
  readonly asset: TypedDeposit['asset'];
  readonly amount: Amount;
}

/** The URL for depositing an amount, which its form starts with. */
export function depositing({ asset, amount }: WantedDeposit): string {
  return `${paths.deposit}?${new URLSearchParams({ asset, amount }).toString()}`;
}

/** The request in the URL; null if there is none, or if its amount is not an amount of the asset. */
export function wantedDeposit(search: URLSearchParams): WantedDeposit | null {
  const asset = ASSETS.find((each) => each === search.get('asset'));
  if (asset === undefined) return null;
  const typed = readTyped(search.get('amount') ?? '', asset);
  return typed.kind === 'amount' ? { asset: asset as WantedDeposit['asset'], amount: typed.amount } : null;
}
