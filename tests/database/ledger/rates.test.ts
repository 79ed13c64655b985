import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchanged } from '#money/rate.ts';
import { secondsAfter } from '#server/platform/system/clock.ts';
import { exchangeRate, leastAmountOfUsd, usdOf } from '#server/domain/rates/convert.ts';
import { currencyRatesAt, setCurrencyRate, type CurrencyRate } from '#server/domain/rates/currencies.ts';
import { createHttpFeed, logSkips, takeFeed } from '#server/domain/rates/feed.ts';
import { isStale, rateAt, RateMissing, ratesAt, setRate, type Rate } from '#server/domain/rates/rates.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const rate = (asset: Rate['asset'], usd: string, at = new Date(0)): Rate => ({ asset, usd, at, source: 'operator' });

describe('rates', () => {
  it('are in force from their time on, the newest first, and stay on record', async () => {
    const now = world.clock.now();
    const set = (usd: string, seconds: number) =>
      setRate(world.db, { ...rate('BTC', usd, secondsAfter(now, seconds)), setBy: 'an operator' });
    await expect(rateAt(world.db, 'BTC', now)).rejects.toThrow(RateMissing);
    await set('60000', -100);
    await set('65000.5', -10);
    await set('70000', 10);
    const at = async (seconds: number) => (await rateAt(world.db, 'BTC', secondsAfter(now, seconds))).usd;
    expect([await at(-100), await at(-11), await at(-10), await at(9), await at(10)]).toEqual([
      '60000',
      '60000',
      '65000.5',
      '65000.5',
      '70000',
    ]);
    expect([...(await ratesAt(world.db, now)).keys()]).toEqual(['BTC']);
    await expect(world.db.updateTable('rates').set({ usd: '1' }).execute()).rejects.toThrow('append-only');
  });

  it.each(['0', '-1', '1e3', '', 'NaN'])('are never %j', async (usd) => {
    await expect(setRate(world.db, { ...rate('ETH', usd), setBy: null })).rejects.toThrow(RangeError);
  });

  it('of MP and PP are 1 by definition, and no other', async () => {
    for (const asset of ['MP', 'PP'] as const)
      await expect(setRate(world.db, { ...rate(asset, '1.1'), setBy: null })).rejects.toThrow('by definition');
    await setRate(world.db, { ...rate('MP', '1.00', world.clock.now()), setBy: null });
    expect((await rateAt(world.db, 'MP', world.clock.now())).usd).toBe('1');
  });

  it('are stale once they are older than the rule says, except those that are fixed by definition', () => {
    const minute = { rateStaleMinutes: 1, feedRateStaleMinutes: 1 };
    const old = (asset: Rate['asset']) =>
      isStale(rate(asset, '1', new Date(0)), { now: new Date(60_001), rules: minute, isClockBehind: false });
    expect([old('BTC'), old('USDT'), old('MP'), old('PP')]).toEqual([true, true, false, false]);
    expect(isStale(rate('BTC', '1', new Date(0)), { now: new Date(60_000), rules: minute, isClockBehind: false })).toBe(
      false,
    );
  });

  it('are stale if the clock that says how old they are may be behind', () => {
    const rules = { rateStaleMinutes: 60, feedRateStaleMinutes: 15 };
    const aged = (asset: Rate['asset'], isClockBehind: boolean) =>
      isStale(rate(asset, '1', new Date(0)), { now: new Date(1), rules, isClockBehind });
    expect([aged('BTC', false), aged('BTC', true), aged('MP', true)]).toEqual([false, true, false]);
  });

  it('from a feed are stale sooner than those that are set by hand', () => {
    const rules = { rateStaleMinutes: 60, feedRateStaleMinutes: 15 };
    const staleAt = (source: Rate['source'], minutes: number) =>
      isStale(
        { ...rate('BTC', '1', new Date(0)), source },
        { now: new Date(minutes * 60_000), rules, isClockBehind: false },
      );
    expect([
      staleAt('feed', 15),
      staleAt('feed', 16),
      staleAt('operator', 16),
      staleAt('operator', 60),
      staleAt('operator', 61),
    ]).toEqual([false, true, false, false, true]);
  });
});

describe('rates of currencies', () => {
  const jpy = (perUsd: string, at = new Date(0)): CurrencyRate => ({ currency: 'JPY', perUsd, at, source: 'operator' });

  it('are in force from their time on, the newest first, and stay on record', async () => {
    const now = world.clock.now();
    for (const [perUsd, seconds] of [
      ['150.123456789012345678', -100],
      ['155.20', -10],
      ['160', 10],
    ] as const)
      await setCurrencyRate(world.db, { ...jpy(perUsd, secondsAfter(now, seconds)), setBy: 'an operator' });
    const at = async (seconds: number) =>
      (await currencyRatesAt(world.db, secondsAfter(now, seconds))).map(
        ({ currency, perUsd }) => `${perUsd} ${currency}`,
      );
    expect([await at(-101), await at(-100), await at(-10), await at(10)]).toEqual([
      [],
      ['150.123456789012345678 JPY'],
      ['155.2 JPY'],
      ['160 JPY'],
    ]);
    await expect(world.db.updateTable('currency_rates').set({ per_usd: '1' }).execute()).rejects.toThrow('append-only');
    world.clock.advance(11);
  });

  it.each(['0', '-1', '1e3', '', 'NaN', '1'.repeat(16), '0.0000000000000000001'])('are never %j', async (perUsd) => {
    await expect(setCurrencyRate(world.db, { ...jpy(perUsd), setBy: null })).rejects.toThrow(RangeError);
  });

  it('are not of another currency, nor of USD', async () => {
    for (const currency of ['USD', 'GBP'])
      await expect(
        setCurrencyRate(world.db, { ...jpy('1'), currency: currency as CurrencyRate['currency'], setBy: null }),
      ).rejects.toThrow(RangeError);
  });
});

describe('conversions', () => {
  const btc = rate('BTC', '65432.1');
  const usdt = rate('USDT', '1');

  it('are rounded down, and a minimum amount is enough', () => {
    expect(usdOf('0.01', btc)).toBe('654.32');
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
  const logged: string[] = [];
  const skips = logSkips((line) => logged.push(line));
  const take = () =>
    takeFeed(world.services, createHttpFeed(`http://localhost:${(server.address() as AddressInfo).port}/`), skips);
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, 'localhost', resolve)));
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

  it('adds its rates, once', async () => {
    const at = world.clock.now().toISOString();
    answer = { body: JSON.stringify({ at, rates: { ETH: '3200.123456789012345678', MSPC: '0.25' } }) };
    expect([await take(), await take()]).toEqual([2, 0]);
    expect(await rateAt(world.db, 'ETH', world.clock.now())).toEqual({
      asset: 'ETH',
      usd: '3200.123456789012345678',
      at: world.clock.now(),
      source: 'feed',
    });
  });

  it('skips MP and PP at another rate than 1, and says so', async () => {
    world.clock.advance(1);
    const before = (await rateAt(world.db, 'MP', world.clock.now())).usd;
    answer = {
      body: JSON.stringify({ at: world.clock.now().toISOString(), rates: { MP: '1.1', PP: '1', MSPC: '0.2501' } }),
    };
    expect(await take()).toBe(2);
    expect(logged.at(-1)).toBe('the feed of rates: 1 MP is 1 USD by definition; its rate is skipped');
    const usd = async (asset: Rate['asset']) => (await rateAt(world.db, asset, world.clock.now())).usd;
    expect([await usd('MP'), await usd('PP'), await usd('MSPC')]).toEqual([before, '1', '0.2501']);
  });

  it('keeps the previous rate if one jumps, says so each time, and accepts what an operator has confirmed', async () => {
    const told = async (usd: string, seconds: number) => {
      world.clock.advance(seconds);
      answer = { body: JSON.stringify({ at: world.clock.now().toISOString(), rates: { ETH: usd, MSPC: '0.26' } }) };
      return take();
    };
    const eth = async () => (await rateAt(world.db, 'ETH', world.clock.now())).usd;
    const run = (...args: string[]) => outcomeOf(world.services, { args, operator: 'olga' });
    expect([await told('3300', 60), await eth()]).toEqual([2, '3300']);
    await expect(told('33', 60)).rejects.toThrow(
      '1 ETH jumped from 3300 to 33 USD (-99.00%) and is not taken; set it with: rates set ETH 33 --yes',
    );
    await expect(told('34', 60)).rejects.toThrow('from 3300 to 34 USD');
    expect(await eth()).toBe('3300');
    expect((await rateAt(world.db, 'MSPC', world.clock.now())).usd).toBe('0.26');
    expect((await run('rates', 'list')).text).toContain(
      `ETH   34 USD  from the feed at ${world.clock.now().toISOString()}  HELD because it moved too far; accept it with: rates set ETH 34 --yes`,
    );
    expect((await run('rates', 'set', 'ETH', '34', '--yes')).code).toBe(0);
    expect((await run('rates', 'list')).text).not.toContain('HELD');
    expect([await told('35', 60), await eth()]).toEqual([2, '35']);
    expect((await run('rates', 'set', 'ETH', '3200', '--yes')).code).toBe(0);
    world.clock.advance(-240);
  });

  it('adds its currencies too, once, and keeps the previous rate if one jumps until an operator has set it', async () => {
    const told = async (currencies: object, seconds: number) => {
      world.clock.advance(seconds);
      answer = { body: JSON.stringify({ at: world.clock.now().toISOString(), rates: {}, currencies }) };
      return take();
    };
    const rates = async () =>
      (await currencyRatesAt(world.db, world.clock.now())).map(({ currency, perUsd }) => `${perUsd} ${currency}`);
    const run = (...args: string[]) => outcomeOf(world.services, { args, operator: 'olga' });
    expect([await told({ JPY: '155.2', CNY: '7.2401' }, 60), await take()]).toEqual([2, 0]);
    expect(await rates()).toEqual(['155.2 JPY', '7.2401 CNY']);
    await expect(told({ JPY: '1.552', CNY: '7.25', EUR: '0.9215' }, 60)).rejects.toThrow(
      '1 USD jumped from 155.2 to 1.552 JPY (-99.00%) and is not taken; set it with: rates currency JPY 1.552 --yes',
    );
    expect(await rates()).toEqual(['155.2 JPY', '7.25 CNY', '0.9215 EUR']);
    const list = await run('rates', 'list');
    expect(list.text).toContain(`1 USD 7.25 CNY  since ${world.clock.now().toISOString()}  by feed`);
    expect(await run('rates', 'currency', 'jpy', '1.552')).toMatchObject({
      code: 1,
      text: '1 USD is 155.2 JPY and would be 1.552 JPY (-99.00%); a change of more than 10% needs --yes',
    });
    expect(await rates()).toContain('155.2 JPY');
    expect((await run('rates', 'currency', 'jpy', '1.552', '--yes')).text).toMatch(
      /^1 USD is 1\.552 JPY from .*, before 155\.2 \(-99\.00%\)$/,
    );
    expect(await told({ JPY: '1.56' }, 60)).toBe(1);
    expect(await rates()).toContain('1.56 JPY');
    expect((await run('rates', 'currency', 'JPY', '155.2', '--yes')).code).toBe(0);
    world.clock.advance(-180);
  });

  const now = '2026-11-21T04:00:00Z';
  it.each<[string, string, number?]>([
    ['answers with 500', '{}', 500],
    ['redirects', '', 302],
    ['is no JSON', '<html>'],
    ['has no rates', JSON.stringify({ at: now })],
    ['has no time', JSON.stringify({ at: 'yesterday', rates: {} })],
    ['is of tomorrow', JSON.stringify({ at: '2026-11-22T04:00:00Z', rates: { BTC: '1' } })],
    ['gives a number', JSON.stringify({ at: now, rates: { BTC: 65000.1 } })],
    ['gives zero', JSON.stringify({ at: now, rates: { BTC: '0' } })],
    ['names something else', JSON.stringify({ at: now, rates: { DOGE: '1' } })],
    ['gives a rate that nobody could be told', JSON.stringify({ at: now, rates: { BTC: '1'.repeat(16) } })],
    ['is endless', 'x'.repeat(70_000)],
  ])('that %s changes nothing', async (_what, body, status) => {
    const stored = async () => [
      await world.db.selectFrom('rates').select('id').execute(),
      await world.db.selectFrom('currency_rates').select('id').execute(),
    ];
    const before = await stored();
    answer = { body, ...(status === undefined ? {} : { status }) };
    await expect(take()).rejects.toMatchObject({ name: 'FeedError' });
    expect(await stored()).toEqual(before);
  });

  it.each<[string, unknown, string]>([
    ['has currencies in another form', ['JPY'], 'not a list'],
    ['has no currencies', null, 'not a list'],
    ['names another currency', { GBP: '1' }, 'GBP'],
    ['names the one that has no rate', { USD: '1' }, 'USD'],
    ['gives a number for a currency', { JPY: 155.2 }, 'JPY'],
    ['gives zero for a currency', { JPY: '0.00' }, 'JPY'],
    ['gives a currency too many digits', { JPY: `1.${'1'.repeat(19)}` }, 'JPY'],
  ])('that %s is taken but for that, and the log says so', async (_what, currencies, said) => {
    world.clock.advance(3600);
    const at = world.clock.now();
    const usd = (await ratesAt(world.db, at)).get('MSPC')?.usd ?? '1';
    answer = { body: JSON.stringify({ at: at.toISOString(), rates: { MSPC: usd }, currencies }) };
    const before = await world.db.selectFrom('currency_rates').select('id').execute();
    expect(await take()).toBe(1);
    expect(logged.at(-1)).toContain(said);
    expect(await world.db.selectFrom('rates').select('asset').where('at', '=', at).execute()).toHaveLength(1);
    expect(await world.db.selectFrom('currency_rates').select('id').execute()).toEqual(before);
  });

  it('is said to skip something once, until that changes', async () => {
    const reading = async (currencies: object) => {
      world.clock.advance(60);
      answer = { body: JSON.stringify({ at: world.clock.now().toISOString(), rates: {}, currencies }) };
      await take();
    };
    await reading({});
    logged.length = 0;
    for (const currencies of [{ GBP: '1' }, { GBP: '1.01' }, { GBP: '1', CHF: '1' }, {}, {}]) await reading(currencies);
    expect(logged).toEqual([
      'the feed of rates: it names an unknown currency, which is skipped: GBP',
      'the feed of rates: it names an unknown currency, which is skipped: GBP; it names an unknown currency, which is skipped: CHF',
      'the feed of rates: nothing is skipped any more',
    ]);
  });
});
