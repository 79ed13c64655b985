// The value of the member's own assets, day by day.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { withdrawalAccepted } from '#server/domain/ledger/withdrawals.ts';
import { rulesAt } from '#server/domain/rules/rules.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { systemRandom } from '#server/platform/system/random.ts';
import { payment } from '#fixtures/club/chain.ts';
import { fund, rich, setRates, signedIn, type Rich } from '../support/money.ts';
import { wanted } from '../support/withdrawals.ts';
import { createWorld, type World } from '../support/world.ts';

const DAY = 24 * 3600;
let world: World;

beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const daysOf = async (who: Rich, days: 30 | 90 | 365 = 30) => {
  const { status, body } = await who.call('getBalanceDays', { query: { days } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.items as { day: string; walletUsd: string; stakedUsd: string; onTheWayUsd: string; paidInUsd: string }[];
};
const figures = (days: Awaited<ReturnType<typeof daysOf>>) =>
  days.map(({ walletUsd, stakedUsd, onTheWayUsd }) => [walletUsd, stakedUsd, onTheWayUsd]);

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

  it('shows what is under way beside them: a withdrawal until it is over, a deposit from when it is seen', async () => {
    await setRates(world, { USDT: '1', BTC: '60000' });
    const { member } = await rich(world, { USDT: '10000' });
    const listener = createPaymentListener(world.services);
    const onNextDay = async () => {
      world.clock.advance(DAY);
      return signedIn(world, member);
    };
    let who = await onNextDay();
    const { body: draft } = await who.call('createWithdrawal', { body: wanted({ amount: '400.005' }) });
    const { body: withdrawal } = await who.confirm(draft.id);
    who = await onNextDay();
    const { body: deposit } = await who.call('createDeposit', {
      body: { asset: 'BTC', network: 'bitcoin', amount: '0.01' },
    });
    const paid = await payment(world, listener, { address: deposit.address, asset: 'BTC', amount: '0.01' });
    await paid.seen();
    const { body: wallet } = await who.call('getWallet');
    expect(wallet).toMatchObject({ totalUsd: '9599.99' });
    expect(wallet.balances.map(({ underWay }: { underWay: string }) => underWay)).toEqual([
      '400.005',
      '0.01',
      '0',
      '0',
      '0',
      '0',
    ]);
    expect(figures(await daysOf(who)).slice(-4)).toEqual([
      ['0', '0', '0'],
      ['10000', '0', '0'],
      ['9599.99', '0', '400'],
      ['9599.99', '0', '1000'],
    ]);
    world.clock.advance(DAY);
    await setRates(world, { BTC: '70000' });
    who = await onNextDay();
    await paid.final();
    who = await onNextDay();
    expect((await who.call('cancelWithdrawal', { path: { id: withdrawal.receiptId } })).status).toBe(200);
    expect(figures(await daysOf(who)).slice(-6)).toEqual([
      ['10000', '0', '0'],
      ['9599.99', '0', '400'],
      ['9599.99', '0', '1000'],
      ['9599.99', '0', '1100'],
      ['10299.99', '0', '400'],
      ['10700', '0', '0'],
    ]);
  });

  it('tells what was paid in apart from what was gained', async () => {
    await setRates(world, { USDT: '1', BTC: '60000' });
    const { member } = await rich(world, { USDT: '10000' });
    const other = await rich(world, {});
    const listener = createPaymentListener(world.services);
    const onNextDay = async () => {
      world.clock.advance(DAY);
      return signedIn(world, member);
    };
    const paidIn = async (who: Rich) => (await daysOf(who)).map(({ paidInUsd }) => paidInUsd);

    let who = await onNextDay();
    const { body: draft } = await who.call('createWithdrawal', { body: wanted({ amount: '400.005' }) });
    const { body: withdrawal } = await who.confirm(draft.id);
    // It is still the member's as long as it is on its way.
    expect((await paidIn(who)).slice(-3)).toEqual(['0', '10000', '0']);

    who = await onNextDay();
    const { body: deposit } = await who.call('createDeposit', {
      body: { asset: 'BTC', network: 'bitcoin', amount: '0.01' },
    });
    const paid = await payment(world, listener, { address: deposit.address, asset: 'BTC', amount: '0.01' });
    await paid.seen();
    who = await onNextDay();
    await setRates(world, { BTC: '70000' });
    await paid.final();
    // A deposit counts once, on the day on which it is seen, and at that day's rate.
    expect((await paidIn(who)).slice(-4)).toEqual(['10000', '0', '600', '0']);

    who = await onNextDay();
    const { body: sending } = await who.call('createTransfer', {
      body: { recipient: other.member.username, asset: 'USDT', amount: '250', note: 'Thanks' },
    });
    expect((await who.confirm(sending.id)).body.state).toBe('executed');
    expect((await paidIn(who)).slice(-3)).toEqual(['600', '0', '-250']);
    expect((await paidIn(await signedIn(world, other.member))).slice(-2)).toEqual(['0', '250']);

    who = await onNextDay();
    expect((await who.call('cancelWithdrawal', { path: { id: withdrawal.receiptId } })).status).toBe(200);
    expect((await paidIn(who)).at(-1)).toBe('0');
    world.clock.advance(29 * DAY);
    expect(await paidIn(await signedIn(world, member))).toEqual(Array.from({ length: 30 }, () => '0'));
  });

  it('counts no withdrawal that was over before the first day', async () => {
    const { member, call, confirm } = await rich(world, { USDT: '10000' });
    const { body: draft } = await call('createWithdrawal', { body: wanted({ amount: '400' }) });
    const { body } = await confirm(draft.id);
    await call('cancelWithdrawal', { path: { id: body.receiptId } });
    world.clock.advance(40 * DAY);
    const days = await daysOf(await signedIn(world, member));
    expect(days.map(({ walletUsd, onTheWayUsd }) => [walletUsd, onTheWayUsd])).toEqual(
      Array.from({ length: 30 }, () => ['10000', '0']),
    );
  });

  it('covers as many days as are offered, and only the member’s own money', async () => {
    const who = await rich(world, {});
    for (const days of [30, 90, 365] as const) expect(await daysOf(who, days)).toHaveLength(days);
    expect(figures(await daysOf(who)).every((each) => each.every((figure) => figure === '0'))).toBe(true);
    expect((await who.callUnchecked('getBalanceDays', { query: { days: 31 } })).status).toBe(400);
    expect((await world.browser().call('getBalanceDays')).status).toBe(401);
  });
});

it('the wallet lists the first fifty of what is under way, and counts all of it', async () => {
  const COUNT = 51;
  await setRates(world, { USDT: '1' });
  const who = await rich(world, { USDT: '100' });
  const { id: memberId } = who.member;
  const { version: ruleVersion } = await rulesAt(world.db, world.clock.now());
  const act = { at: world.clock.now(), memberId, ruleVersion, asset: 'USDT', amount: '1', fee: '0' } as const;
  await inTransaction(world.db, async (trx) => {
    for (let made = 0; made < COUNT; made += 1)
      await withdrawalAccepted(trx, systemRandom, { ...act, key: randomUUID(), status: 'inProcess' });
  });
  const { body: deposit } = await who.call('createDeposit', {
    body: { asset: 'USDT', network: 'ethereum', amount: '500' },
  });
  const paid = await payment(world, createPaymentListener(world.services), {
    address: deposit.address,
    asset: 'USDT',
    amount: '2',
  });
  await paid.seen();
  const { pending, balances } = (await who.call('getWallet')).body;
  expect(pending).toHaveLength(50);
  expect(balances[0]).toMatchObject({ asset: 'USDT', available: '49', underWay: '53' });
});
