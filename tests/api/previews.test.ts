// The server's side of what the forms tell beforehand: tests/components/money-previews.test.tsx has the members' side
// of the same figures.
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
import { ethereumAddress } from '#tests/support/chain.ts';
import { rich, setRates, type Rich } from './support/money.ts';
import { createWorld, type World } from './support/world.ts';

let world: World;
let who: Rich;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world, ODD_RATES);
  who = await rich(world, { USDT: CUSTOM_PLAN.available, BTC: '1', ETH: '10', MSPC: '10000' });
});
afterAll(() => world.close());

/** An address of regtest, which the Bitcoin of the tests is. */
const BITCOIN_ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

/** What the assets of some options say, by asset. */
const byAsset = async (path: string, name: string) => {
  const { assets } = (await who.send('GET', path)).body as { readonly assets: readonly Record<string, string>[] };
  return Object.fromEntries(assets.map((option) => [option['asset'], option[name]]));
};
const least = (way: 'deposit' | 'withdrawal') =>
  Object.fromEntries(Object.entries(LEAST).map(([asset, minimum]) => [asset, minimum[way]]));

it('tells each asset’s minimum as the form does', async () => {
  expect((await who.call('getWithdrawalOptions')).body).toMatchObject({
    minimumUsd: MINIMUM_WITHDRAWAL_USD,
    feeRate: FEE_RATE,
  });
  expect(await byAsset('/withdrawals/options', 'minimum')).toEqual(least('withdrawal'));
  expect((await who.call('getDepositOptions')).body).toMatchObject({ minimumUsd: MINIMUM_DEPOSIT_USD });
  expect(await byAsset('/deposits/options', 'minimum')).toEqual(least('deposit'));
});

it.each(WITHDRAWN)(
  'charges for a withdrawal of $asset what the form told',
  async ({ asset, network, amount, fee, net }) => {
    const address = network === 'bitcoin' ? BITCOIN_ADDRESS : ethereumAddress();
    expect((await who.call('createWithdrawal', { body: { asset, network, address, amount } })).body).toMatchObject({
      amount,
      fee,
      net,
      feeRate: FEE_RATE,
    });
  },
);

it('exchanges each pair at the rate that the form told', async () => {
  expect(
    (await who.call('getExchangeOptions')).body.assets.map(({ asset }: { asset: string }) => asset).sort(),
  ).toEqual([...new Set(EXCHANGED.map(({ from }) => from))].sort());
  for (const { from, to, amount, rate } of EXCHANGED) {
    expect((await who.call('createExchange', { body: { from, to, amount } })).body, `${from} ${to}`).toMatchObject({
      rate,
      spread: SPREAD,
    });
  }
});

it('sells a custom plan for the most that the form told, and for no cent more', async () => {
  const { riskVersion } = (await who.call('getPurchaseOptions')).body;
  const buy = async (amountUsd: string) =>
    (await who.call('createPurchase', { body: { stage: 8, amountUsd, riskVersion } })).body;
  expect(await buy(CUSTOM_PLAN.mostUsd)).toMatchObject({ state: 'open' });
  expect(await buy(CUSTOM_PLAN.tooMuchUsd)).toMatchObject({ code: 'insufficient_balance' });
});
