import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secondsAfter } from '#server/clock.ts';
import { amountOfUsd, exchanged, exchangeRate, leastAmountOfUsd, usdOf } from '#server/rates/convert.ts';
import { createHttpFeed, takeFeed } from '#server/rates/feed.ts';
import { isStale, rateAt, RateMissing, ratesAt, setRate, type Rate } from '#server/rates/rates.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const rate = (asset: Rate['asset'], usd: string, at = new Date(0)): Rate => ({ asset, usd, at, source: 'operator' });

describe('rates', () => {
  it('are in force from their moment on, the newest of them, and stay on record', async () => {
    const now = world.clock.now();
    const set = (usd: string, seconds: number) => setRate(world.db, { ...rate('BTC', usd, secondsAfter(now, seconds)), setBy: 'an operator' });
    await expect(rateAt(world.db, 'BTC', now)).rejects.toThrow(RateMissing);
    await set('60000', -100);
    await set('65000.5', -10);
    await set('70000', 10);
    const at = async (seconds: number) => (await rateAt(world.db, 'BTC', secondsAfter(now, seconds))).usd;
    expect([await at(-100), await at(-11), await at(-10), await at(9), await at(10)]).toEqual(['60000', '60000', '65000.5', '65000.5', '70000']);
    expect([...(await ratesAt(world.db, now)).keys()]).toEqual(['BTC']);
    await expect(world.db.updateTable('rates').set({ usd: '1' }).execute()).rejects.toThrow('append-only');
  });

  it.each(['0', '-1', '1e3', '', 'NaN'])('are not %j', async (usd) => {
    await expect(setRate(world.db, { ...rate('ETH', usd), setBy: null })).rejects.toThrow(RangeError);
  });

  it('are stale once they are older than the rule says, but for those that are what they are by definition', () => {
    const old = (asset: Rate['asset']) => isStale(rate(asset, '1', new Date(0)), { now: new Date(60_001), staleMinutes: 1 });
    expect([old('BTC'), old('USDT'), old('MP'), old('PP')]).toEqual([true, true, false, false]);
    expect(isStale(rate('BTC', '1', new Date(0)), { now: new Date(60_000), staleMinutes: 1 })).toBe(false);
  });
});

describe('conversions', () => {
  const btc = rate('BTC', '65432.1');
  const usdt = rate('USDT', '1');

  it('are floored, and a least amount is enough', () => {
    expect(usdOf('0.01', btc)).toBe('654.32');
    expect(amountOfUsd('100', btc)).toBe('0.0015283');
    expect(leastAmountOfUsd('100', btc)).toBe('0.00152831');
    expect(usdOf(leastAmountOfUsd('100', btc), btc)).toBe('100');
  });

  it('keep the spread for the club', () => {
    expect(exchanged('1', { from: btc, to: usdt, spread: '0.005' })).toBe('65104.9395');
    expect(exchanged('1', { from: btc, to: usdt, spread: '0' })).toBe('65432.1');
    expect(exchangeRate({ from: btc, to: usdt, spread: '0.005' })).toBe('65104.9395');
    expect(exchanged('0.000001', { from: usdt, to: btc, spread: '0.005' })).toBe('0');
  });
});

describe('the feed', () => {
  let answer: { status?: number; body: string };
  const server = createServer((_request, response) => response.writeHead(answer.status ?? 200).end(answer.body));
  const take = () => takeFeed(world.services, createHttpFeed(`http://localhost:${(server.address() as AddressInfo).port}/`));
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, 'localhost', resolve)));
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

  it('adds what it tells, once', async () => {
    const at = world.clock.now().toISOString();
    answer = { body: JSON.stringify({ at, rates: { ETH: '3200.123456789012345678', MSPC: '0.25' } }) };
    expect([await take(), await take()]).toEqual([2, 0]);
    expect(await rateAt(world.db, 'ETH', world.clock.now())).toEqual({ asset: 'ETH', usd: '3200.123456789012345678', at: world.clock.now(), source: 'feed' });
  });

  const now = '2026-11-21T04:00:00Z';
  it.each<[string, string, number?]>([
    ['answers with 500', '{}', 500],
    ['leads elsewhere', '', 302],
    ['is no JSON', '<html>'],
    ['has no rates', JSON.stringify({ at: now })],
    ['has no time', JSON.stringify({ at: 'yesterday', rates: {} })],
    ['is of tomorrow', JSON.stringify({ at: '2026-11-22T04:00:00Z', rates: { BTC: '1' } })],
    ['gives a number', JSON.stringify({ at: now, rates: { BTC: 65000.1 } })],
    ['gives zero', JSON.stringify({ at: now, rates: { BTC: '0' } })],
    ['names something else', JSON.stringify({ at: now, rates: { DOGE: '1' } })],
    ['is endless', 'x'.repeat(70_000)],
  ])('that %s changes nothing', async (_what, body, status) => {
    const before = await world.db.selectFrom('rates').select('id').execute();
    answer = { body, ...(status === undefined ? {} : { status }) };
    await expect(take()).rejects.toMatchObject({ name: 'FeedError' });
    expect(await world.db.selectFrom('rates').select('id').execute()).toEqual(before);
  });
});
