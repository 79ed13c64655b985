// The plans and their purchase: prices in USDT, what buying one requires, and what it begins.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addRules } from '#server/domain/rules/add-rules.ts';
import { storedRulesAt, type StoredRules } from '#server/domain/rules/rules.ts';
import { mailsTo } from '../support/mails.ts';
import { rich, setRates, signedIn, type Rich } from '../support/money.ts';
import { bought, DAY } from '../support/stakes.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
beforeEach(() => setRates(world));
afterAll(() => world.close());

const wanted = (changes: object = {}) => ({ stage: 2, amountUsd: null, riskVersion: 1, ...changes });
const buy = (who: Rich, changes: object = {}) => who.call('createPurchase', { body: wanted(changes) });

describe('the plans', () => {
  it('are returned with their prices in USDT, rounded up, and the requirements for buying', async () => {
    const who = await rich(world, { USDT: '12500' }, { secondFactor: true });
    await setRates(world, { USDT: '0.9997' });
    const { status, body } = await who.call('getPurchaseOptions');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      secondFactor: 'totp',
      available: '12500',
      rate: '0.9997',
      stakeDays: 365,
      customAboveUsd: '100',
      riskVersion: 1,
      riskAcknowledged: false,
    });
    expect(body.stages).toHaveLength(8);
    expect(body.stages[0]).toEqual({
      stage: 1,
      name: 'bronze',
      amountUsd: '1000',
      amountUsdt: '1000.300091',
      dailyRate: '0.0005',
    });
    expect(body.stages[7]).toEqual({
      stage: 8,
      name: 'custom',
      amountUsd: null,
      amountUsdt: null,
      dailyRate: '0.0005',
    });
    await bought(who, { stage: 8, amountUsd: '100.01' });
    expect((await who.call('getPurchaseOptions')).body).toMatchObject({ riskAcknowledged: true });
  });

  it('cannot be bought at a stale rate', async () => {
    const who = await rich(world);
    world.clock.advance(DAY + 1);
    const later = await signedIn(world, who.member);
    expect((await later.call('getPurchaseOptions')).body).toMatchObject({ status: 409, code: 'rate_stale' });
    expect((await buy(later)).body).toMatchObject({ status: 409, code: 'rate_stale' });
  });
});

describe('a purchase', () => {
  it('is paid in USDT, begins a stake of 365 days, and has a receipt, a mail and an entry in the histories', async () => {
    const who = await rich(world, { USDT: '6000' }, { culture: 'ja-JP' });
    const draft = (await buy(who)).body;
    expect(draft).toMatchObject({
      state: 'open',
      expiresIn: 300,
      secondFactor: 'email',
      stage: 2,
      amountUsd: '5000',
      amountUsdt: '5000',
      rate: '1',
      dailyRate: '0.0006',
      days: 365,
      riskVersion: 1,
    });
    expect(await who.balance('USDT')).toBe('6000');
    const { body } = await who.confirm(draft.id);
    expect(body).toMatchObject({ kind: 'purchase', state: 'executed' });
    expect(await who.balance('USDT')).toBe('1000');
    const receipt = (await who.call('getReceipt', { path: { id: body.receiptId } })).body;
    expect(receipt).toMatchObject({
      kind: 'purchase',
      status: null,
      asset: 'USDT',
      amount: '-5000',
      rate: '1',
      stage: 2,
      ruleVersion: draft.ruleVersion,
    });
    expect(receipt.journals[0].postings).toEqual([
      { account: 'wallet', own: true, asset: 'USDT', amount: '-5000' },
      { account: 'stakes', own: false, asset: 'USDT', amount: '5000' },
    ]);
    expect(receipt.stake).toMatchObject({
      receiptId: body.receiptId,
      stage: 2,
      state: 'running',
      option: null,
      amountUsd: '5000',
      stakedUsdt: '5000',
      stakedMp: '0',
      accruedMp: '0',
      days: 365,
      daysLeft: 365,
      endsAt: draft.endsAt,
    });
    for (const kind of ['purchase', 'planPurchase'] as const)
      expect((await who.call('listHistory', { path: { kind } })).body.items).toMatchObject([
        { id: body.receiptId, stage: 2 },
      ]);
    expect((await who.call('getWallet')).body.balances[0]).toMatchObject({
      asset: 'USDT',
      available: '1000',
      staked: '5000',
    });
    expect((await mailsTo(world, who.member.email, 'purchaseCode'))[0]?.body).toContain('5,000.00 USDT');
    expect((await mailsTo(world, who.member.email, 'planBought'))[0]?.body).toContain(receipt.reference);
    expect(await world.auditOf(who.member)).toContain('plan_bought');
  });

  it.each([
    ['of a fixed stage with an amount', { amountUsd: '5000' }, 'invalid_request', 'amountUsd'],
    ['of the custom plan without an amount', { stage: 8 }, 'invalid_request', 'amountUsd'],
    ['of no stage', { stage: 0 }, 'invalid_request', 'stage'],
    ['of a ninth stage', { stage: 9 }, 'invalid_request', 'stage'],
    ['of zero', { stage: 8, amountUsd: '0' }, 'invalid_request', 'amountUsd'],
    ['below zero', { stage: 8, amountUsd: '-500' }, 'invalid_request', 'amountUsd'],
    ['with an exponent', { stage: 8, amountUsd: '1e3' }, 'invalid_request', 'amountUsd'],
    ['in parts of a cent', { stage: 8, amountUsd: '500.001' }, 'invalid_request', 'amountUsd'],
    ['in digits of another script', { stage: 8, amountUsd: '５００' }, 'invalid_request', 'amountUsd'],
    ['with grouping', { stage: 8, amountUsd: '1,000' }, 'invalid_request', 'amountUsd'],
    ['as a number', { stage: 8, amountUsd: 500 }, 'invalid_request', 'amountUsd'],
    ['of exactly the minimum', { stage: 8, amountUsd: '100' }, 'below_plan_minimum', 'amountUsd'],
    ['of another risk statement', { riskVersion: 2 }, 'risk_not_acknowledged', null],
    ['of more than there is', { stage: 3 }, 'insufficient_balance', null],
    ['of more than anybody has', { stage: 8, amountUsd: '999999999999999' }, 'insufficient_balance', null],
    [
      'of a digit more than the contract takes',
      { stage: 8, amountUsd: '1000000000000000' },
      'invalid_request',
      'amountUsd',
    ],
    ['of an unknown field', { daily: '1' }, 'invalid_request', 'daily'],
  ])('%s is refused', async (_what, changes, code, field) => {
    const who = await rich(world, { USDT: '9999.999999' });
    const { body } = await buy(who, changes);
    expect(body).toMatchObject({ code });
    if (field !== null) expect(Object.keys(body.errors)).toEqual([field]);
    expect(await world.db.selectFrom('drafts').select('id').where('member_id', '=', who.member.id).execute()).toEqual(
      [],
    );
  });

  it('of the custom plan must be greater than the rule says, in the words of the source', async () => {
    const who = await rich(world, {}, { culture: 'ja-JP' });
    const { body } = await who.browser.call('createPurchase', {
      body: wanted({ stage: 8, amountUsd: '99.99' }),
      token: who.token,
      key: randomUUID(),
    });
    expect(body.errors).toEqual({ amountUsd: ['Enter an amount greater than 100 USD'] });
    const inJapanese = await who.browser.call('createPurchase', {
      body: wanted({ stage: 8, amountUsd: '99.99' }),
      token: who.token,
      key: randomUUID(),
      culture: 'ja-JP',
    });
    expect(inJapanese.body.errors.amountUsd[0]).toContain('100');
    expect(inJapanese.body.errors).not.toEqual(body.errors);
  });

  it('needs a second factor to confirm it', async () => {
    const who = await rich(world);
    await world.db.updateTable('members').set({ email_verified_at: null }).where('id', '=', who.member.id).execute();
    expect((await who.call('getPurchaseOptions')).body.secondFactor).toBeNull();
    expect((await buy(who)).body).toMatchObject({ status: 403, code: 'email_not_verified' });
  });

  it('needs a session and a key; under one key it is drafted once', async () => {
    const who = await rich(world);
    expect((await world.browser().call('createPurchase', { body: wanted(), key: randomUUID() })).body).toMatchObject({
      status: 401,
      code: 'session_ended',
    });
    expect((await who.browser.call('createPurchase', { body: wanted(), token: who.token })).status).toBe(400);
    const key = randomUUID();
    const first = await who.call('createPurchase', { body: wanted(), key });
    const again = await who.call('createPurchase', { body: wanted(), key });
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    expect((await who.call('createPurchase', { body: wanted({ stage: 1 }), key })).status).toBe(422);
  });

  it('stays as shown if the rules change before it is confirmed; the acknowledged version is stored with it', async () => {
    const who = await rich(world, { USDT: '6000' });
    const draft = (await buy(who)).body;
    world.clock.advance(10);
    const now = world.clock.now();
    await addRules(world.db, { changes: { stakeDays: 200, riskVersion: 2 }, effectiveFrom: now, now });
    const { body } = await who.confirm(draft.id);
    expect((await who.call('getReceipt', { path: { id: body.receiptId } })).body).toMatchObject({
      ruleVersion: draft.ruleVersion,
      stake: { days: 365 },
    });
    expect(
      await world.db
        .selectFrom('risk_acknowledgements')
        .select(['risk_version', 'at'])
        .where('member_id', '=', who.member.id)
        .execute(),
    ).toEqual([{ risk_version: 1, at: now }]);
    expect((await who.call('getPurchaseOptions')).body).toMatchObject({
      riskVersion: 2,
      riskAcknowledged: false,
      stakeDays: 200,
    });
    expect((await buy(who)).body.code).toBe('risk_not_acknowledged');
    world.clock.advance(10);
    await addRules(world.db, {
      changes: { stakeDays: 365, riskVersion: 1 },
      effectiveFrom: world.clock.now(),
      now: world.clock.now(),
    });
  });

  it.each([
    ['stays within the spread of exchanges', '0.995', 'executed'],
    ['falls further', '0.9949', 'rate_moved'],
    ['rises further', '1.0051', 'rate_moved'],
  ])('is carried out at the price that was shown, unless the rate %s', async (_what, usd, result) => {
    await setRates(world, { USDT: '1' });
    const who = await rich(world, { USDT: '6000' });
    const draft = (await buy(who)).body;
    world.clock.advance(10);
    await setRates(world, { USDT: usd });
    const { body } = await who.confirm(draft.id);
    expect(body.state ?? body.code).toBe(result);
    if (result === 'rate_moved') expect(await who.balance('USDT')).toBe('6000');
  });

  it.each([
    ['0.02', '0.985', 'executed'],
    ['0.02', '0.979', 'rate_moved'],
    ['0', '0.996', 'executed'],
    ['0', '0.9949', 'rate_moved'],
  ])('with a spread of %s and a rate that falls to %s is %s', async (exchangeSpread, usd, result) => {
    const spreadOf = (spread: string) => {
      const now = world.clock.now();
      return addRules(world.db, { changes: { exchangeSpread: spread }, effectiveFrom: now, now });
    };
    await spreadOf(exchangeSpread);
    const who = await rich(world, { USDT: '6000' });
    const draft = (await buy(who)).body;
    world.clock.advance(10);
    await setRates(world, { USDT: usd });
    const { body } = await who.confirm(draft.id);
    expect(body.state ?? body.code).toBe(result);
    await spreadOf('0.005');
    world.clock.advance(10);
  });

  it('pays the referrer by the rules that its draft was made by', async () => {
    const ratesOf = (changes: Partial<StoredRules>) => {
      world.clock.advance(10);
      const now = world.clock.now();
      return addRules(world.db, { changes, effectiveFrom: now, now });
    };
    const { referralBonusOn, referralBonusRate } = (await storedRulesAt(world.db, world.clock.now())).values;
    const referrer = await rich(world, {});
    const who = await rich(world, { USDT: '6000' });
    await world.db
      .updateTable('members')
      .set({ introducer_id: referrer.member.id })
      .where('id', '=', who.member.id)
      .execute();
    await ratesOf({ referralBonusOn: true, referralBonusRate: '0.03' });
    const draft = (await buy(who)).body;
    await ratesOf({ referralBonusRate: '0.07' });
    await who.confirm(draft.id);
    await ratesOf({ referralBonusOn, referralBonusRate });
    expect(await referrer.balance('USDT')).toBe('150');
  });

  it('is not carried out at a rate that became too old', async () => {
    const who = await rich(world, { USDT: '6000' });
    const draft = (await buy(who)).body;
    const staleAfter = (rateStaleMinutes: number) => {
      const now = world.clock.now();
      return addRules(world.db, { changes: { rateStaleMinutes }, effectiveFrom: now, now });
    };
    await staleAfter(1);
    world.clock.advance(61);
    expect((await who.confirm(draft.id)).body).toMatchObject({ status: 409, code: 'rate_stale' });
    expect(await who.balance('USDT')).toBe('6000');
    await staleAfter(60);
  });

  it('moves nothing if the balance is too low, and nothing once its time to confirm is over', async () => {
    const who = await rich(world, { USDT: '5000' });
    const draft = (await buy(who)).body;
    const exchange = await who.call('createExchange', { body: { from: 'USDT', to: 'MSPC', amount: '1' } });
    await who.confirm(exchange.body.id);
    expect((await who.confirm(draft.id)).body).toMatchObject({ status: 409, code: 'insufficient_balance' });
    const cheaper = (await buy(who, { stage: 1 })).body;
    world.clock.advance(300);
    expect((await who.call('confirmDraft', { path: { id: cheaper.id }, body: { code: '000000' } })).body.code).toBe(
      'draft_expired',
    );
    expect(await who.balance('USDT')).toBe('4999');
    expect(
      await world.db.selectFrom('risk_acknowledgements').select('at').where('member_id', '=', who.member.id).execute(),
    ).toEqual([]);
  });
});
