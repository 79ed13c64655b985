// The server's side of what the forms preview: tests/components/money-previews.test.tsx covers the members' side of the
// same figures.
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  CUSTOM_PLAN,
  EXCHANGED,
  FEE_RATE,
  LEAST,
  MINIMUM_DEPOSIT_USD,
  MINIMUM_WITHDRAWAL_USD,
  ODD_RATES,
  SPREAD,
  WITHDRAWN,
} from '#tests/money/previews.ts';
import { storedRulesAt } from '#server/domain/rules/rules.ts';
import type { Asset } from '#money/assets.ts';
import { ethereumAddress } from '#fixtures/club/chain.ts';
import { rich, setRates, type Rich } from '../support/money.ts';
import { createWorld, type World } from '../support/world.ts';

/** What a quote has on top if it takes a code (decision 0018). */
const CODE_SECONDS = 150;
const HELD = { USDT: CUSTOM_PLAN.available, BTC: '1', ETH: '10', MSPC: '10000' } as const;

let world: World;
let who: Rich;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world, ODD_RATES);
  who = await rich(world, HELD);
});
afterAll(() => world.close());

/** An address of regtest, which the tests use as Bitcoin. */
const BITCOIN_ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

/** What the options say about the assets, by asset. */
const byAsset = async (id: 'getWithdrawalOptions' | 'getDepositOptions', name: string) => {
  const { assets } = (await who.call(id)).body as { readonly assets: readonly Record<string, string>[] };
  return Object.fromEntries(assets.map((option) => [option['asset'], option[name]]));
};
const least = (way: 'deposit' | 'withdrawal') =>
  Object.fromEntries(Object.entries(LEAST).map(([asset, minimum]) => [asset, minimum[way]]));

it('reports the same minimum for each asset as the form', async () => {
  expect((await who.call('getWithdrawalOptions')).body).toMatchObject({
    minimumUsd: MINIMUM_WITHDRAWAL_USD,
    feeRate: FEE_RATE,
  });
  expect(await byAsset('getWithdrawalOptions', 'minimum')).toEqual(least('withdrawal'));
  expect((await who.call('getDepositOptions')).body).toMatchObject({ minimumUsd: MINIMUM_DEPOSIT_USD });
  expect(await byAsset('getDepositOptions', 'minimum')).toEqual(least('deposit'));
});

it.each(WITHDRAWN)(
  'charges for a withdrawal of $asset what the form showed',
  async ({ asset, network, amount, fee, net, usd }) => {
    const address = network === 'bitcoin' ? BITCOIN_ADDRESS : ethereumAddress();
    expect((await who.call('createWithdrawal', { body: { asset, network, address, amount } })).body).toMatchObject({
      amount,
      fee,
      net,
      feeRate: FEE_RATE,
      amountUsd: usd,
    });
  },
);

it.each(WITHDRAWN)('values a transfer of $asset at its rate', async ({ asset, amount, usd }) => {
  const recipient = (await world.member()).username;
  expect((await who.call('createTransfer', { body: { recipient, asset, amount, note: 'note' } })).body).toMatchObject({
    amount,
    amountUsd: usd,
  });
});

it('offers exchanges by the rules in force, out of what the member has', async () => {
  const now = world.clock.now();
  const { values: rules } = await storedRulesAt(world.db, now);
  const { assets, ...terms } = (await who.call('getExchangeOptions')).body;
  expect(terms).toEqual({
    spread: SPREAD,
    quoteSeconds: rules.quoteSeconds,
    quoteSecondsWithCode: rules.quoteSeconds + CODE_SECONDS,
    secondFactorAboveUsd: rules.exchangeSecondFactorAboveUsd,
  });
  const named = Object.fromEntries(assets.map(({ asset, ...rest }: { asset: Asset }) => [asset, rest]));
  const each = (asset: keyof typeof HELD) => ({
    available: HELD[asset],
    rate: ODD_RATES[asset],
    rateAt: now.toISOString(),
    stale: false,
  });
  expect(named).toEqual({ USDT: each('USDT'), BTC: each('BTC'), ETH: each('ETH'), MSPC: each('MSPC') });
});

it('exchanges each pair at the rate that the form showed', async () => {
  expect(
    (await who.call('getExchangeOptions')).body.assets.map(({ asset }: { asset: string }) => asset).sort(),
  ).toEqual([...new Set(EXCHANGED.map(({ from }) => from))].sort());
  for (const { from, to, amount, rate, receive } of EXCHANGED) {
    expect((await who.call('createExchange', { body: { from, to, amount } })).body, `${from} ${to}`).toMatchObject({
      rate,
      receive,
      spread: SPREAD,
    });
  }
});

it('sells a custom plan for the maximum that the form showed, and for not a cent more', async () => {
  const { riskVersion } = (await who.call('getPurchaseOptions')).body;
  const buy = async (amountUsd: string) =>
    (await who.call('createPurchase', { body: { stage: 8, amountUsd, riskVersion } })).body;
  expect(await buy(CUSTOM_PLAN.mostUsd)).toMatchObject({ state: 'open' });
  expect(await buy(CUSTOM_PLAN.tooMuchUsd)).toMatchObject({ code: 'insufficient_balance' });
});
