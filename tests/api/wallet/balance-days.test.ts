// The value of the member's own assets, day by day.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fund, rich, setRates, signedIn, type Rich } from '../support/money.ts';
import { createWorld, type World } from '../support/world.ts';

const DAY = 24 * 3600;
let world: World;

beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const daysOf = async (who: Rich, days: 30 | 90 | 365 = 30) => {
  const { status, body } = await who.call('getBalanceDays', { query: { days } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.items as { day: string; walletUsd: string; stakedUsd: string }[];
};

describe('the balance of days', () => {
  it('is computed from the books at the rates of each day, the last day being now', async () => {
    await setRates(world, { USDT: '1', BTC: '60000' });
    const first = await rich(world, { USDT: '1000' });
    world.clock.advance(DAY);
    await fund(world, first.member.id, { BTC: '0.5' });
    world.clock.advance(2 * DAY);
    await setRates(world, { BTC: '70000.01' });
    const who = await signedIn(world, first.member);
    const days = await daysOf(who);
    expect(days).toHaveLength(30);
    expect(days.at(-1)?.day).toBe(world.clock.now().toISOString().slice(0, 10));
    expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted());
    expect(days.slice(-5).map(({ walletUsd }) => walletUsd)).toEqual(['0', '1000', '31000', '31000', '36000']);
    const { body: wallet } = await who.call('getWallet');
    expect(days.at(-1)?.walletUsd).toBe(wallet.totalUsd);
  });

  it('shows what was staked beside what is in the wallet, for as long as it was staked', async () => {
    const { member } = await rich(world, { USDT: '5000' });
    world.clock.advance(DAY);
    await setRates(world, { USDT: '1' });
    const buyer = await signedIn(world, member);
    const { body: draft } = await buyer.call('createPurchase', { body: { stage: 1, amountUsd: null, riskVersion: 1 } });
    expect((await buyer.confirm(draft.id)).body.state).toBe('executed');
    world.clock.advance(DAY);
    const days = await daysOf(await signedIn(world, member));
    expect(days.slice(-3).map(({ walletUsd, stakedUsd }) => [walletUsd, stakedUsd])).toEqual([
      ['5000', '0'],
      ['4000', '1000'],
      ['4000', '1000'],
    ]);
  });

  it('covers as many days as are offered, and only the member’s own money', async () => {
    const who = await rich(world, {});
    for (const days of [30, 90, 365] as const) expect(await daysOf(who, days)).toHaveLength(days);
    expect((await daysOf(who)).every(({ walletUsd, stakedUsd }) => walletUsd === '0' && stakedUsd === '0')).toBe(true);
    expect((await who.callUnchecked('getBalanceDays', { query: { days: 31 } })).status).toBe(400);
    expect((await world.browser().call('getBalanceDays')).status).toBe(401);
  });
});
