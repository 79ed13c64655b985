// What a form previews for an amount before anything is pressed, and what the server then charges (D-24, D-26): the
// same exact figures for every asset. Both are compared with these, which were computed by hand.
import type { Asset } from '#money/assets.ts';

/** USD per unit of each: at a rate of one, an amount in USD and one in the asset would look alike. */
export const ODD_RATES = { USDT: '0.9987', BTC: '64321.09', ETH: '3217.55', MSPC: '0.2573' } as const satisfies Partial<
  Record<Asset, string>
>;

export const MINIMUM_WITHDRAWAL_USD = '300';
export const MINIMUM_DEPOSIT_USD = '100';
export const FEE_RATE = '0.10';
export const SPREAD = '0.005';

/** The smallest amount that is worth the minimum, rounded up to the last digit of the asset. */
export const LEAST = {
  USDT: { deposit: '100.13017', withdrawal: '300.390508' },
  BTC: { deposit: '0.00155471', withdrawal: '0.00466411' },
  ETH: { deposit: '0.031079548103370577', withdrawal: '0.093238644310111731' },
} as const;

/**
 * The fee is a tenth, rounded down to the last digit of the asset (SRC §9, D-04); `usd` is what the whole amount is
 * worth, rounded down to the cent.
 */
export const WITHDRAWN = [
  { asset: 'USDT', network: 'ethereum', amount: '400.000019', fee: '40.000001', net: '360.000018', usd: '399.48' },
  { asset: 'BTC', network: 'bitcoin', amount: '0.12345678', fee: '0.01234567', net: '0.11111111', usd: '7940.87' },
  {
    asset: 'ETH',
    network: 'ethereum',
    amount: '1.234567890123456789',
    fee: '0.123456789012345678',
    net: '1.111111101111111111',
    usd: '3972.28',
  },
] as const;

/**
 * How much of the second asset one unit of the first buys, including the spread, rounded down to eighteen decimals
 * (D-07). `receive` is what `amount` gives, rounded down to the last digit of its asset; `needed` is the least that
 * gives `wanted`, rounded up.
 */
export const EXCHANGED = [
  {
    from: 'USDT',
    to: 'BTC',
    amount: '100',
    rate: '0.000015449155168234',
    receive: '0.00154491',
    wanted: '0.001544',
    needed: '99.940741',
  },
  {
    from: 'USDT',
    to: 'ETH',
    amount: '100',
    rate: '0.00030883948967382',
    receive: '0.030883948967382014',
    wanted: '0.030883',
    needed: '99.996928',
  },
  {
    from: 'USDT',
    to: 'MSPC',
    amount: '100',
    rate: '3.862054022541780023',
    receive: '386.205402',
    wanted: '386.205402',
    needed: '100',
  },
  {
    from: 'BTC',
    to: 'USDT',
    amount: '0.01',
    rate: '64082.792179833783919094',
    receive: '640.827921',
    wanted: '640.827921',
    needed: '0.01',
  },
  {
    from: 'BTC',
    to: 'ETH',
    amount: '0.01',
    rate: '19.890750586626470451',
    receive: '0.198907505866264704',
    wanted: '0.198907',
    needed: '0.00999998',
  },
  {
    from: 'BTC',
    to: 'MSPC',
    amount: '0.01',
    rate: '248734.879712397979012825',
    receive: '2487.348797',
    wanted: '2487.348797',
    needed: '0.01',
  },
  {
    from: 'ETH',
    to: 'USDT',
    amount: '0.1',
    rate: '3205.62956843897066186',
    receive: '320.562956',
    wanted: '320.562956',
    needed: '0.099999999736745296',
  },
  {
    from: 'ETH',
    to: 'BTC',
    amount: '0.1',
    rate: '0.049773134286126059',
    receive: '0.00497731',
    wanted: '0.004977',
    needed: '0.099993702855624801',
  },
  {
    from: 'ETH',
    to: 'MSPC',
    amount: '0.1',
    rate: '12442.527205596579867858',
    receive: '1244.25272',
    wanted: '1244.25272',
    needed: '0.099999999955020554',
  },
  {
    from: 'MSPC',
    to: 'USDT',
    amount: '500',
    rate: '0.256346750776008811',
    receive: '128.173375',
    wanted: '128.173375',
    needed: '499.999999',
  },
  {
    from: 'MSPC',
    to: 'BTC',
    amount: '500',
    rate: '0.000003980241939307',
    receive: '0.00199012',
    wanted: '0.00199',
    needed: '499.969608',
  },
  {
    from: 'MSPC',
    to: 'ETH',
    amount: '500',
    rate: '0.000079567838883622',
    receive: '0.039783919441811316',
    wanted: '0.039783',
    needed: '499.988445',
  },
] as const;

/** With this much USDT, the most that a custom plan may cost; a cent more is too much. */
export const CUSTOM_PLAN = { available: '12500.123456', mostUsd: '12483.87', tooMuchUsd: '12483.88' } as const;
