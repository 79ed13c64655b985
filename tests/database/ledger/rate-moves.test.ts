// How far a feed may move a rate before an operator has to look at it (decision 0033).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { divideFloor } from '#money/amount.ts';
import { setCurrencyRate } from '#server/domain/rates/currencies.ts';
import { takeFeed, type FeedRates } from '#server/domain/rates/feed.ts';
import { heldRates } from '#server/domain/rates/held-rates.ts';
import { rateAt, setRate } from '#server/domain/rates/rates.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { secondsAfter } from '#server/platform/system/clock.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());
/** What a test before has set is longer ago than anything is compared with. */
beforeEach(() => world.clock.advance(30 * DAY));

/** A reading of the feed, of now or so many seconds ago. */
function take(content: Partial<FeedRates>, secondsAgo = 0): Promise<number> {
  const at = secondsAfter(world.clock.now(), -secondsAgo);
  const read = () => Promise.resolve({ at, rates: [], currencies: [], skipped: [], ...content });
  return takeFeed(world.services, { read }, () => undefined);
}

const btc = (usd: string): Partial<FeedRates> => ({ rates: [{ asset: 'BTC', usd }] });
const inForce = async () => (await rateAt(world.db, 'BTC', world.clock.now())).usd;

type Earlier = readonly [secondsAgo: number, usd: string, source?: 'operator'];

async function given(earlier: readonly Earlier[]): Promise<void> {
  for (const [secondsAgo, usd, source = 'feed'] of earlier) {
    const at = secondsAfter(world.clock.now(), -secondsAgo);
    await setRate(world.db, { asset: 'BTC', usd, at, source, setBy: null });
  }
}

describe('a rate of the feed', () => {
  it.each<[string, readonly Earlier[], taken: string, held: string, said: string]>([
    ['at once', [[MINUTE, '100', 'operator']], '110', '110.01', 'jumped from 100 to 110.01 USD (+10.01%)'],
    ['at once, downwards', [[MINUTE, '100', 'operator']], '90', '89.99', 'jumped from 100 to 89.99 USD (-10.01%)'],
    [
      'within an hour',
      [
        [2 * DAY, '100'],
        [HOUR, '100'],
        [HOUR - 1, '105'],
        [MINUTE, '112'],
      ],
      '120',
      '120.01',
      'moved from 100 to 120.01 USD within an hour (+20.01%)',
    ],
    [
      'within an hour, downwards',
      [
        [2 * DAY, '100'],
        [HOUR, '100'],
        [MINUTE, '88'],
      ],
      '80',
      '79.99',
      'moved from 100 to 79.99 USD within an hour (-20.01%)',
    ],
    [
      'within a day',
      [
        [DAY + 1, '140'],
        [DAY, '100'],
        [DAY - 1, '110'],
        [HOUR, '130'],
        [MINUTE, '135'],
      ],
      '140',
      '140.01',
      'moved from 100 to 140.01 USD within a day (+40.01%)',
    ],
    [
      'within a day, downwards',
      [
        [DAY, '100'],
        [HOUR, '66'],
        [MINUTE, '62'],
      ],
      '60',
      '59.99',
      'moved from 100 to 59.99 USD within a day (-40.01%)',
    ],
    [
      'since an operator vouched for one',
      [
        [HOUR, '100'],
        [10 * MINUTE, '200', 'operator'],
        [MINUTE, '220'],
      ],
      '240',
      '240.02',
      'moved from 200 to 240.02 USD within an hour (+20.01%)',
    ],
  ])('moves to a limit %s, and no further', async (_when, earlier, taken, held, said) => {
    await given(earlier);
    const before = await inForce();
    await expect(take(btc(held))).rejects.toThrow(
      `1 BTC ${said} and is not taken; set it with: rates set BTC ${held} --yes`,
    );
    expect([await inForce(), (await heldRates(world.db)).map(({ usd }) => usd)]).toEqual([before, [held]]);
    expect(await take(btc(taken))).toBe(1);
    expect([await inForce(), await heldRates(world.db)]).toEqual([taken, []]);
  });

  it('of which there are none of an hour ago is compared with the first', async () => {
    const eth = (usd: string): Partial<FeedRates> => ({ rates: [{ asset: 'ETH', usd }] });
    expect([await take(eth('100'), 10 * MINUTE), await take(eth('109'), 5 * MINUTE)]).toEqual([1, 1]);
    await expect(take(eth('119.9'), 4 * MINUTE)).resolves.toBe(1);
    await expect(take(eth('120.01'))).rejects.toThrow('moved from 100 to 120.01 USD within an hour');
    expect([await take(eth('120')), await heldRates(world.db)]).toEqual([1, []]);
  });

  it('that moved too far is in force once an operator has set it, and goes on from there', async () => {
    await given([
      [2 * DAY, '100'],
      [MINUTE, '119'],
    ]);
    await expect(take(btc('125'))).rejects.toThrow('within an hour');
    const run = (...args: string[]) => outcomeOf(world.services, { args, operator: 'olga' });
    expect((await run('status')).text).toContain("HELD: the feed's rates of BTC moved too far; see: rates list");
    expect((await run('rates', 'list')).text).toMatch(
      /BTC +125 USD .* HELD because it moved too far; accept it with: /,
    );
    expect((await run('rates', 'set', 'BTC', '125', '--yes')).code).toBe(0);
    expect((await run('status')).text).not.toContain('HELD');
    world.clock.advance(MINUTE);
    expect([await take(btc('130')), await inForce()]).toEqual([1, '130']);
  });

  it('is taken again without an operator once it is within the limits', async () => {
    await given([
      [2 * DAY, '100'],
      [MINUTE, '119'],
    ]);
    await expect(take(btc('121'))).rejects.toThrow('within an hour');
    world.clock.advance(HOUR - 2 * MINUTE);
    await expect(take(btc('121'))).rejects.toThrow('within an hour');
    world.clock.advance(MINUTE);
    expect([await take(btc('121')), await heldRates(world.db)]).toEqual([1, []]);
  });

  it('that is earlier than the one in force changes nothing, not even what later ones are compared with', async () => {
    await given([
      [DAY, '100', 'operator'],
      [MINUTE, '100'],
    ]);
    for (const secondsAgo of [DAY - 1, HOUR, 2 * MINUTE, MINUTE]) expect(await take(btc('110'), secondsAgo)).toBe(0);
    expect(
      await world.db
        .selectFrom('rates')
        .select('id')
        .where('usd', '=', '110')
        .where('source', '=', 'feed')
        .where('at', '>', secondsAfter(world.clock.now(), -DAY))
        .execute(),
    ).toEqual([]);
  });

  it('creeps no further in an hour and in a day than the limits, however small its steps', async () => {
    await given([[0, '100', 'operator']]);
    const share = async () => Number(divideFloor(await inForce(), '100', 4));
    let wanted = 100;
    const highest: number[] = [];
    for (let minutes = 10; minutes <= 25 * 60; minutes += 10) {
      world.clock.advance(10 * MINUTE);
      wanted = Math.min(wanted * 1.04, (await share()) * 109);
      await take(btc(wanted.toFixed(6))).catch(() => null);
      highest[Math.floor((minutes - 1) / 60)] = await share();
    }
    expect(highest[0]).toBeGreaterThan(1.15);
    expect(highest[0]).toBeLessThanOrEqual(1.2);
    expect(highest[1]).toBeGreaterThan(1.3);
    expect(highest[23]).toBeGreaterThan(1.35);
    expect(Math.max(...highest.slice(0, 24))).toBeLessThanOrEqual(1.4);
  });
});

describe('a rate of a currency', () => {
  it('moves to the same limits', async () => {
    const yen = (perUsd: string): Partial<FeedRates> => ({ currencies: [{ currency: 'JPY', perUsd }] });
    for (const [secondsAgo, perUsd] of [
      [2 * DAY, '100'],
      [MINUTE, '112'],
    ] as const) {
      const at = secondsAfter(world.clock.now(), -secondsAgo);
      await setCurrencyRate(world.db, { currency: 'JPY', perUsd, at, source: 'feed', setBy: null });
    }
    await expect(take(yen('120.01'))).rejects.toThrow(
      '1 USD moved from 100 to 120.01 JPY within an hour (+20.01%) and is not taken; set it with: rates currency JPY 120.01 --yes',
    );
    expect(await take(yen('120'))).toBe(1);
  });
});
