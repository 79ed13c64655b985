/** The units of amounts (D-01). USD is a unit of account only: nobody holds any. */
export type Unit = 'USDT' | 'BTC' | 'ETH' | 'MSPC' | 'MP' | 'PP' | 'USD';

/** The assets that members and the club's own accounts can have. */
export type Asset = Exclude<Unit, 'USD'>;

export const ASSETS: readonly Asset[] = ['USDT', 'BTC', 'ETH', 'MSPC', 'MP', 'PP'];

/** The number of decimals with which amounts are stored (D-02) and shown (SRC §9, D-02). */
const DECIMALS: Readonly<Record<Unit, { kept: number; shown: number }>> = {
  USDT: { kept: 6, shown: 2 },
  BTC: { kept: 8, shown: 4 },
  ETH: { kept: 18, shown: 4 },
  MSPC: { kept: 6, shown: 6 },
  MP: { kept: 6, shown: 2 },
  PP: { kept: 6, shown: 2 },
  USD: { kept: 2, shown: 2 },
};

/** How many decimals an amount of this unit can have, on the wire and in the books. */
export function scaleOf(unit: Unit): number {
  return DECIMALS[unit].kept;
}

/** How many decimals are shown if the exact amount is one tap away. */
export function shownDecimalsOf(unit: Unit): number {
  return DECIMALS[unit].shown;
}

/** Whether a text is the code of an asset. */
export function isAsset(code: string): code is Asset {
  return ASSETS.some((asset) => asset === code);
}
