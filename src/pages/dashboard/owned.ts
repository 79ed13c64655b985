import { add, divideFloor, floorTo, isZero, multiply, subtract, sum, unsigned, type Amount } from '#money/amount.ts';
import { shownDecimalsOf, type Asset } from '#money/assets.ts';
import type { components } from '#openapi/api.gen.d.ts';

type Schemas = components['schemas'];

/** Everything that a member owns, in USD, by where it is. */
export interface Owned {
  readonly walletUsd: Amount;
  /** What was paid for the stakes that are not over, without the rewards they have earned. */
  readonly stakedUsd: Amount;
  /** Deposits that were seen and withdrawals that are not paid out, at the present rates. */
  readonly onTheWayUsd: Amount;
  readonly totalUsd: Amount;
  /** Since when the rates that were used are in force, the earliest first. */
  readonly ratesAt: readonly string[];
  /** Whether one of them is older than the rules allow. */
  readonly ratesStale: boolean;
  /** Whether something is on the way that isn't counted, since its rates couldn't be read. */
  readonly isPartial: boolean;
  /** What isn't counted since its asset has no rate, in the wallet and on the way together. */
  readonly unvalued: readonly { readonly asset: Asset; readonly amount: Amount }[];
}

/** Whether rates are needed to say what everything is worth: the wallet's reply values only what is available. */
export function isAnyOnTheWay({ balances }: Schemas['Wallet']): boolean {
  return balances.some(({ underWay }) => !isZero(underWay));
}

/**
 * The sum of what is owned. An asset without a rate counts nothing, as in the wallet.
 *
 * @param rates those of what is on the way; null if they couldn't be read
 */
export function ownedOf(
  wallet: Schemas['Wallet'],
  { runningUsd, maturedUsd }: Schemas['StakeTotals'],
  rates: readonly Schemas['Rate'][] | null,
): Owned {
  const walletUsd = wallet.totalUsd;
  const stakedUsd = add(runningUsd, maturedUsd);
  const onTheWay = wallet.balances
    .filter(({ underWay }) => !isZero(underWay))
    .flatMap(({ asset, underWay }) =>
      (rates ?? []).filter((rate) => rate.asset === asset).map((rate) => ({ ...rate, underWay })),
    );
  const onTheWayUsd = sum(
    onTheWay.map(({ underWay, usd }) => floorTo(multiply(underWay, usd), shownDecimalsOf('USD'))),
  );
  const moments = [wallet.ratesAt, wallet.newestRateAt, ...onTheWay.map(({ at }) => at)];
  return {
    walletUsd,
    stakedUsd,
    onTheWayUsd,
    totalUsd: sum([walletUsd, stakedUsd, onTheWayUsd]),
    ratesAt: inOrder(moments.filter((at) => at !== null)),
    ratesStale: wallet.ratesStale || onTheWay.some(({ stale }) => stale),
    isPartial: rates === null && isAnyOnTheWay(wallet),
    unvalued: wallet.balances
      .map(({ asset, available, underWay, usd }) => ({
        asset,
        amount: add(
          usd === null ? available : '0',
          rates === null || rates.some((rate) => rate.asset === asset) ? '0' : underWay,
        ),
      }))
      .filter(({ amount }) => !isZero(amount)),
  };
}

/** Moments, the earliest first. */
export const inOrder = (moments: readonly string[]): readonly string[] =>
  moments.toSorted((one, other) => Date.parse(one) - Date.parse(other));

/** Everything that was owned on a day. */
export const totalOfDay = ({ walletUsd, stakedUsd, onTheWayUsd }: Schemas['BalanceDay']): Amount =>
  sum([walletUsd, stakedUsd, onTheWayUsd]);

/**
 * The days up to now: the last is what is owned as the page says it above, in place of what it was when the days were
 * read. So the line ends at the figure.
 */
export function daysUpTo(owned: Owned, days: readonly Schemas['BalanceDay'][]): readonly Schemas['BalanceDay'][] {
  const { walletUsd, stakedUsd, onTheWayUsd } = owned;
  return days.map((day, place) => (place === days.length - 1 ? { ...day, walletUsd, stakedUsd, onTheWayUsd } : day));
}

/**
 * What was gained from the first to the last of some days, or lost below zero: by how much it has changed, without what
 * was paid in or out meanwhile.
 */
export function gainOver(days: readonly Schemas['BalanceDay'][]): Amount {
  const [first, ...later] = days;
  const last = later.at(-1);
  if (first === undefined || last === undefined) return '0';
  return subtract(subtract(totalOfDay(last), totalOfDay(first)), sum(later.map(({ paidInUsd }) => paidInUsd)));
}

/** As many as a percentage shows at most, and two more: what is cut here is no longer seen once that is rounded. */
const SHARE_DECIMALS = 8;

/**
 * What share of the first of some days the gain is, without a sign; null if it says nothing, since there was nothing on
 * that day, or something was paid in or out after it.
 */
export function gainShareOver(days: readonly Schemas['BalanceDay'][]): Amount | null {
  const [first, ...later] = days;
  if (first === undefined || isZero(totalOfDay(first)) || later.some(({ paidInUsd }) => !isZero(paidInUsd)))
    return null;
  return divideFloor(unsigned(gainOver(days)), totalOfDay(first), SHARE_DECIMALS);
}
