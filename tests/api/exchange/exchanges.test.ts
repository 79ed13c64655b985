// Exchange and rates (F-12, D-07): at the quoted rate in time, or not at all; rates are shown as they change.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addRules } from '#server/domain/rules/add-rules.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { setCurrencyRate } from '#server/domain/rates/currencies.ts';
import { listRates } from '#server/domain/rates/list.ts';
import { secondsAfter } from '#server/platform/system/clock.ts';
import { RATES, rich, setRates, signedIn } from '../support/money.ts';
import { requestTo } from '../support/call.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await addRules(world.db, {
    changes: { exchangeSecondFactorAboveUsd: '1000' },
    effectiveFrom: world.clock.now(),
    now: world.clock.now(),
  });
});
beforeEach(() => setRates(world));
afterAll(() => world.close());

const wanted = (changes: object = {}) => ({ from: 'USDT', to: 'BTC', amount: '100', ...changes }) as const;

describe('an exchange', () => {
  it('gives exactly what was quoted, even after the rate has moved by less than the spread', async () => {
    const who = await rich(world, { USDT: '1000' });
    const quote = await who.call('createExchange', { body: wanted() });
    // 100 × 0.995 / 65000, rounded down to eight decimals.
    expect(quote.body).toMatchObject({
      secondFactor: 'none',
      expiresIn: 30,
      receive: '0.00153076',
      rate: '0.000015307692307692',
      spread: '0.005',
    });
    expect(await who.balance('BTC')).toBe('0');
    world.clock.advance(10);
    await setRates(world, { BTC: '65300' });
    const done = await who.call('confirmDraft', { path: { id: quote.body.id }, body: { code: null } });
    expect(done.body.state).toBe('executed');
    expect([await who.balance('USDT'), await who.balance('BTC')]).toEqual(['900', '0.00153076']);
    expect((await who.call('getReceipt', { path: { id: done.body.receiptId } })).body).toMatchObject({
      kind: 'exchange',
      amount: '-100',
      counterAsset: 'BTC',
      counterAmount: '0.00153076',
      rate: '0.000015307692307692',
    });
    world.clock.advance(1);
  });

  it.each([
    ['down to the edge of the spread', '64677', 'executed'],
    ['up to the edge of the spread', '65326', 'executed'],
    ['down beyond the spread', '64676', 'rate_moved'],
    ['up beyond the spread', '65327', 'rate_moved'],
  ])('is a short promise: a rate that moves %s before the confirmation is noticed', async (_what, usd, result) => {
    for (const amount of ['100', '1000.01']) {
      await setRates(world, { BTC: '65000' });
      const who = await rich(world, { USDT: '5000' });
      const quote = await who.call('createExchange', { body: wanted({ amount }) });
      world.clock.advance(10);
      await setRates(world, { BTC: usd });
      const { body } = await who.confirm(quote.body.id);
      expect(body.state ?? body.code).toBe(result);
      if (result === 'rate_moved')
        expect([body.status, await who.balance('USDT'), await who.balance('BTC')]).toEqual([409, '5000', '0']);
      world.clock.advance(1);
    }
    await setRates(world, { BTC: '65000' });
  });

  it('expires after thirty seconds; with a code, there is time to fetch it', async () => {
    const who = await rich(world, { USDT: '5000' });
    const small = await who.call('createExchange', { body: wanted({ amount: '1000' }) });
    expect(small.body).toMatchObject({ secondFactor: 'none', expiresIn: 30 });
    world.clock.advance(30);
    expect((await who.call('confirmDraft', { path: { id: small.body.id }, body: { code: null } })).body.code).toBe(
      'draft_expired',
    );
    const large = await who.call('createExchange', { body: wanted({ amount: '1000.01' }) });
    expect(large.body).toMatchObject({ secondFactor: 'email', expiresIn: 180 });
    expect((await who.call('confirmDraft', { path: { id: large.body.id }, body: { code: null } })).body.code).toBe(
      'code_expired',
    );
    world.clock.advance(170);
    expect((await who.confirm(large.body.id)).body.state).toBe('executed');
  });

  it('says since when its rate applies: since the later of both assets’ rates was set', async () => {
    const who = await rich(world, { USDT: '1000', BTC: '1' });
    world.clock.advance(60);
    await setRates(world, { BTC: '65000' });
    const set = world.clock.now().toISOString();
    world.clock.advance(60);
    for (const pair of [{}, { from: 'BTC', to: 'USDT', amount: '0.001' }]) {
      const quote = await who.call('createExchange', { body: wanted(pair) });
      expect(quote.body.rateAt).toBe(set);
      const { body } = await who.call('confirmDraft', { path: { id: quote.body.id }, body: { code: null } });
      expect((await who.call('getReceipt', { path: { id: body.receiptId } })).body.rateAt).toBe(set);
      world.clock.advance(1);
    }
    await setRates(world);
  });

  it('shows beforehand how long its quote is valid, with and without a code', async () => {
    const who = await rich(world, {});
    expect((await who.call('getExchangeOptions')).body).toMatchObject({ quoteSeconds: 30, quoteSecondsWithCode: 180 });
  });

  it('is refused at a stale rate, when it is requested and when it is confirmed', async () => {
    const who = await rich(world, { USDT: '100' });
    const { rateStaleMinutes } = (await who.call('getRules')).body;
    world.clock.advance(rateStaleMinutes * 60);
    const token = (await who.browser.session(who.member)).accessToken;
    const quote = await who.browser.call('createExchange', { body: wanted(), token, key: 'at-the-last-moment' });
    expect(quote.body.state).toBe('open');
    world.clock.advance(1);
    expect(
      (await who.browser.call('createExchange', { body: wanted(), token, key: 'a-moment-too-late' })).body,
    ).toMatchObject({
      status: 409,
      code: 'rate_stale',
    });
    expect(
      (
        await who.browser.call('confirmDraft', {
          path: { id: quote.body.id },
          body: { code: null },
          token,
          key: 'confirm-too-late',
        })
      ).body.code,
    ).toBe('rate_stale');
    expect((await who.browser.call('getExchangeOptions', { token })).body.assets[0]).toMatchObject({
      asset: 'USDT',
      stale: true,
    });
  });

  it.each(['from', 'to'] as const)(
    'is refused when the rate of the asset that it is %s alone is stale, requested or confirmed',
    async (side) => {
      const who = await rich(world, { USDT: '100' });
      const { rateStaleMinutes } = (await who.call('getRules')).body;
      world.clock.advance(rateStaleMinutes * 60);
      const { [wanted()[side]]: _, ...others } = RATES;
      await setRates(world, others);
      const again = await signedIn(world, who.member);
      const quote = await again.call('createExchange', { body: wanted() });
      expect(quote.body.state).toBe('open');
      world.clock.advance(1);
      expect((await again.call('createExchange', { body: wanted() })).body.code).toBe('rate_stale');
      const confirming = { path: { id: quote.body.id }, body: { code: null } };
      expect((await again.call('confirmDraft', confirming)).body.code).toBe('rate_stale');
      expect(await again.balance('USDT')).toBe('100');
    },
  );

  it.each([
    ['for itself', { to: 'USDT' }, 'invalid_request'],
    ['for nothing', { amount: '0.000001' }, 'amount_too_small'],
    ['of zero', { amount: '0' }, 'invalid_request'],
    ['of more than there is', { amount: '100.000001' }, 'insufficient_balance'],
    ['for points that are bound to their member', { to: 'PP' }, 'invalid_request'],
  ])('%s is refused', async (_what, changes, code) => {
    const who = await rich(world, { USDT: '100' });
    expect((await who.call('createExchange', { body: wanted(changes) })).body).toMatchObject({ code });
  });
});

describe('the rates', () => {
  it('are returned with their time, their source and the rate before', async () => {
    const who = await rich(world, {});
    world.clock.advance(1);
    await setRates(world, { BTC: '66000' });
    const { items, at } = (await who.call('listRates')).body;
    expect(items.find(({ asset }: { asset: string }) => asset === 'BTC')).toEqual({
      asset: 'BTC',
      usd: '66000',
      previousUsd: '65000',
      at,
      source: 'operator',
      stale: false,
    });
  });

  it('of currencies are returned beside them, stale by the same rule, and none where none is set', async () => {
    const who = await rich(world, {});
    expect((await who.call('listRates')).body.currencies).toEqual([]);
    const at = world.clock.now();
    await setCurrencyRate(world.db, { currency: 'JPY', perUsd: '155.20', at, source: 'feed', setBy: null });
    await setCurrencyRate(world.db, { currency: 'CNY', perUsd: '7.2401', at, source: 'operator', setBy: 'olga' });
    const { currencies } = (await who.call('listRates')).body;
    expect(currencies).toEqual([
      { currency: 'JPY', perUsd: '155.2', at: at.toISOString(), source: 'feed', stale: false },
      { currency: 'CNY', perUsd: '7.2401', at: at.toISOString(), source: 'operator', stale: false },
    ]);
    const staleAfter = async (seconds: number) =>
      (await listRates({ ...world.services, clock: { now: () => secondsAfter(at, seconds) } })).currencies.filter(
        ({ stale }) => stale,
      ).length;
    const [quarter, hour] = [15 * 60, 60 * 60];
    expect([
      await staleAfter(quarter),
      await staleAfter(quarter + 1),
      await staleAfter(hour),
      await staleAfter(hour + 1),
    ]).toEqual([0, 1, 1, 2]);
  });

  it('are sent as events: the first at once, another at each change, and none once the session has ended', async () => {
    const who = await rich(world, {});
    const response = await world.app.inject({
      ...requestTo('streamRates'),
      headers: { authorization: `Bearer ${who.token}` },
      payloadAsStream: true,
    });
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': expect.any(String),
    });
    const events = readEvents(response.stream());
    expect((await events.next()).value).toMatchObject({ items: expect.any(Array), at: expect.any(String) });
    world.clock.advance(1);
    await setRates(world, { BTC: '67000' });
    const { value } = await events.next();
    expect(value?.items.find(({ asset }) => asset === 'BTC')).toMatchObject({
      usd: '67000',
      previousUsd: expect.any(String),
    });
    world.clock.advance(1);
    const at = world.clock.now();
    await setCurrencyRate(world.db, { currency: 'EUR', perUsd: '0.9215', at, source: 'operator', setBy: 'tests' });
    const { value: next } = await events.next();
    expect(next?.currencies.find(({ currency }) => currency === 'EUR')).toMatchObject({ perUsd: '0.9215' });
    await world.db
      .updateTable('sessions')
      .set({ ended_at: world.clock.now(), end_reason: 'signed_out' })
      .where('member_id', '=', who.member.id)
      .execute();
    expect((await events.next()).done).toBe(true);
  });

  it('are not sent without a session', async () => {
    expect((await world.browser().call('streamRates')).status).toBe(401);
  });

  it('are no longer sent when the server ends', async () => {
    const other = await createWorld({ on: world });
    const who = await rich(world, {});
    const response = await other.app.inject({
      ...requestTo('streamRates'),
      headers: { authorization: `Bearer ${who.token}` },
      payloadAsStream: true,
    });
    const events = readEvents(response.stream());
    await events.next();
    await other.close();
    expect((await events.next()).done).toBe(true);
  });
});

async function* readEvents(
  stream: AsyncIterable<Buffer>,
): AsyncGenerator<
  { items: { asset: string; usd: string }[]; currencies: { currency: string; perUsd: string }[]; at: string },
  undefined
> {
  let text = '';
  for await (const chunk of stream) {
    text += chunk.toString();
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const data = /^event: rates\ndata: (.*)$/.exec(text.slice(0, end))?.[1];
      text = text.slice(end + 2);
      if (data !== undefined) yield JSON.parse(data);
    }
  }
}

describe('the books', () => {
  it('agree at the end', async () => {
    expect(await checkBooks(world.db, { now: world.clock.now(), full: true })).toEqual({ kind: 'agree' });
  });
});
