import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { isAffordable } from '#machines/purchase/purchase.rules.ts';
import type { PlanStage, PurchaseOptions } from '#machines/purchase/purchase.types.ts';
import { shortfallOf } from '#src/flows/purchase/shortfall.ts';
import { chooseIn } from './support/choices.ts';
import { example, json, openApp, problem, type Answers } from './support/open-app.tsx';

/**
 * The limits of the forms for money, at rates that are not 1: each in the unit of its field, just at its edge and just
 * above. The expected values are computed here in whole cents and millionths, not with the app's arithmetic.
 */

beforeAll(async () => {
  await Promise.all([
    import('#src/flows/purchase/purchase.route.tsx'),
    import('#src/flows/exchange/exchange.route.tsx'),
    import('#src/flows/transfer/transfer.route.tsx'),
    import('#src/flows/withdrawal/withdrawal.route.tsx'),
    import('#src/flows/deposit/deposit.route.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const MICRO = 6;
const CENT = 2;
/** A decimal as a whole number of its last digit. */
const whole = (text: string, decimals: number): bigint => {
  const [digits = '0', fraction = ''] = text.split('.');
  return BigInt(digits + fraction.padEnd(decimals, '0'));
};
const decimal = (count: bigint, decimals: number): string => {
  const digits = count.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
};
/** As shown on an English screen: grouped, with at least two decimals. */
const shown = (amount: string, most: number) =>
  Number(amount).toLocaleString('en-US', { minimumFractionDigits: CENT, maximumFractionDigits: most });
const plain = (amount: string) => amount.replace(/\.?0+$/, '');

const main = () => within(screen.getByRole('main'));
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const enter = (into: HTMLElement, value: string) => fireEvent.change(into, { target: { value } });
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const max = () => screen.findByRole('button', { name: /^Max: use/ });

describe('a plan of the member’s own amount, paid in USDT and typed in USD', () => {
  const plans = example('GET', '/purchases/options') as PurchaseOptions;
  const plan = plans.stages[0] as PlanStage;
  const optionsOf = (rate: string, available: string): Answers => ({
    'GET /purchases/options': () => json({ ...plans, rate, available }),
    'POST /purchases': () => problem(409, 'insufficient_balance'),
  });
  /** Millionths of a USD that a millionth of a USDT is worth. */
  const RATE_DECIMALS = 4;
  const scaled = (rate: string) => whole(rate, RATE_DECIMALS);
  const FACTOR = 10n ** BigInt(RATE_DECIMALS);
  /** The most cents that an amount of USDT is worth: each cent is ten thousand millionths. */
  const centsOf = (available: string, rate: string) => (whole(available, MICRO) * scaled(rate)) / FACTOR / 10_000n;
  /** The millionths of a USDT that buy this many cents, rounded up. */
  const costOf = (cents: bigint, rate: string) => (cents * 10_000n * FACTOR + scaled(rate) - 1n) / scaled(rate);
  it.each([
    ['0.8', '1000'],
    ['149.37', '2.5'],
  ])('is at most all that is available, in USD: at %s, of %s USDT', async (rate, available) => {
    const most = centsOf(available, rate);
    await openApp('/Plan?stage=8', { answers: optionsOf(rate, available) });
    expect((await max()).getAttribute('aria-label')).toBe(`Max: use ${shown(decimal(most, CENT), CENT)} USD`);
    expect(main().getByText(/^Available:/).textContent).toContain(`${shown(decimal(most, CENT), CENT)} USD`);
  });

  it.each([['0.9987', '333.333333']])(
    'is accepted at that maximum, and not a cent above: at %s, of %s USDT',
    async (rate, available) => {
      const most = centsOf(available, rate);
      // By the meaning of a maximum: it can be paid, and a cent more can't.
      expect([
        costOf(most, rate) <= whole(available, MICRO),
        costOf(most + 1n, rate) > whole(available, MICRO),
      ]).toEqual([true, true]);
      const { sent } = await openApp('/Plan?stage=8', { answers: optionsOf(rate, available) });
      const asked = () =>
        sent.find(({ call }) => call === 'POST /purchases')?.body as { readonly amountUsd: string } | undefined;
      enter(await field('Amount in USD'), decimal(most + 1n, CENT));
      fireEvent.click(screen.getByRole('checkbox'));
      await press('Review purchase');
      const cost = costOf(most + 1n, rate);
      const missing = decimal(cost - whole(available, MICRO), MICRO);
      const alert = await screen.findByRole('alert');
      expect(alert.textContent).toContain(
        `${shown(decimal(cost, MICRO), MICRO)} USDT is more than the ${shown(available, MICRO)} USDT you had available.`,
      );
      expect(alert.textContent).toContain(`You need ${shown(missing, MICRO)} USDT more.`);
      expect(alert.textContent).not.toContain('choose another plan');
      expect(within(alert).getByRole('link').getAttribute('href')).toBe(`/Deposit?asset=USDT&amount=${plain(missing)}`);
      expect(asked()).toBeUndefined();
      fireEvent.click(await max());
      await press('Review purchase');
      await waitFor(() => expect(whole(asked()?.amountUsd ?? '0', CENT)).toBe(most));
    },
  );

  it.each([
    ['worth the minimum alone', '125', '0.8', false],
    ['worth less than a cent more, which can’t be typed', '125.012499', '0.8', false],
    ['worth a cent more', '125.0125', '0.8', true],
    ['more USDT than the minimum is USD, but worth less', '124', '0.8', false],
    ['fewer USDT than the minimum is USD, but worth more', '81', '1.25', true],
  ])('can be chosen with what is %s: %s at %s', (_, available, rate, expected) => {
    expect(
      isAffordable(
        { ...plans, customAboveUsd: '100', available, rate },
        { ...plan, name: 'custom', amountUsd: null, amountUsdt: null },
      ),
    ).toBe(expected);
  });

  it.each([
    ['its price', '800', null],
    ['a millionth less', '799.999999', '0.000001'],
  ])('is offered beside plans priced in USDT, which are paid with %s: %s', (_, available, missing) => {
    const offered = { ...plans, rate: '1.25', available };
    const priced = { ...plan, amountUsd: '1000', amountUsdt: '800' };
    expect([isAffordable(offered, priced), shortfallOf(offered, priced.amountUsdt)]).toEqual([
      missing === null,
      missing,
    ]);
  });
});

describe('the limits of an asset', () => {
  interface Offered {
    readonly assets: readonly [object];
  }
  /**
   * The least amount of each asset is what its minimum in USD buys, rounded up at its last digit: 300/0.8, 300/68655.5.
   */
  const ASSETS = [
    {
      asset: 'USDT',
      available: '401.000001',
      rate: '0.8',
      minimum: '375',
      least: '375.00 USDT',
      all: '401.000001 USDT',
    },
    {
      asset: 'BTC',
      available: '0.51234567',
      rate: '68655.5',
      minimum: '0.00436965',
      least: '0.00436965 BTC',
      all: '0.51234567 BTC',
    },
  ] as const;
  const optionsOf = (path: string) => {
    const offered = example('GET', path) as Offered;
    return {
      ...offered,
      minimumUsd: '300',
      assets: ASSETS.map(({ asset, available, rate, minimum }) => ({
        ...offered.assets[0],
        asset,
        available,
        rate,
        minimum,
      })),
    };
  };
  const answersOf = (path: string): Answers => ({ [`GET ${path}`]: () => json(optionsOf(path)) });
  const choose = async (name: string, asset: string) => enter(await screen.findByRole('combobox', { name }), asset);
  const grouped = (rate: string) => Number(rate).toLocaleString('en-US');
  const told = () => main().getByText(/^Minimum:/).textContent;

  it('are computed like a minimum: the amount is worth it, and one unit less is not', () => {
    const DECIMALS = { USDT: 6, BTC: 8 } as const;
    const worth = (count: bigint, decimals: number, rate: string) =>
      count * whole(rate, 1) - 300n * 10n ** BigInt(decimals + 1);
    for (const { asset, minimum, rate } of ASSETS) {
      const count = whole(minimum, DECIMALS[asset]);
      expect([asset, worth(count, DECIMALS[asset], rate) >= 0n, worth(count - 1n, DECIMALS[asset], rate) < 0n]).toEqual(
        [asset, true, true],
      );
    }
  });

  it.each([
    [
      'a withdrawal',
      '/Withdraw',
      '/withdrawals/options',
      'Asset',
      (asset: string, least: string, rate: string) => `Minimum: ${least} (300.00 USD at 1 ${asset} = ${rate} USD)`,
    ],
    ['an exchange', '/Exchange', '/exchanges/options', 'You pay', null],
  ] as const)('are those of the chosen asset in the form of %s', async (_, page, path, name, words) => {
    await openApp(page, { answers: answersOf(path) });
    for (const { asset, available, all, least, rate } of [...ASSETS, ASSETS[0]]) {
      await max();
      await chooseIn(name, asset);
      await waitFor(async () =>
        expect([asset, (await max()).getAttribute('aria-label')]).toEqual([asset, `Max: use ${all}`]),
      );
      if (words !== null) expect(told()).toBe(words(asset, least, grouped(rate)));
      fireEvent.click(await max());
      await waitFor(() =>
        expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Amount/ }).value.replaceAll(',', '')).toBe(
          available,
        ),
      );
    }
  });

  it('are those of the chosen asset in the form of a transfer', async () => {
    await openApp('/Transfer', { answers: answersOf('/transfers/options') });
    enter(await field('Recipient’s username'), 'demo2fa');
    await press('Continue');
    await screen.findByRole('heading', { name: 'How much do you want to send?' });
    for (const { asset, all } of ASSETS) {
      await choose('Asset', asset);
      await waitFor(async () => expect((await max()).getAttribute('aria-label')).toBe(`Max: use ${all}`));
    }
  });

  it('show the minimum, its value and its rate together in the form of a deposit', async () => {
    await openApp('/Deposit', { answers: answersOf('/deposits/options') });
    for (const { asset, least, rate } of ASSETS) {
      fireEvent.click(await screen.findByRole('radio', { name: asset }));
      await waitFor(() => expect(told()).toBe(`Minimum: ${least} (300.00 USD at 1 ${asset} = ${grouped(rate)} USD)`));
    }
  });

  it.each([
    ['just at the minimum', '375', '375', false],
    ['just below it, and is raised to it', '374.999999', '375', true],
  ])('let a link begin a deposit %s', async (_, asked, begun, isRaised) => {
    await openApp(`/Deposit?asset=USDT&amount=${asked}`, { answers: answersOf('/deposits/options') });
    expect((await field('Amount')).value).toBe(begun);
    expect(screen.queryByText(/The minimum deposit is 375\.00 USDT/) !== null).toBe(isRaised);
  });
});
