// Deposits (F-09, D-06, L-01): what arrives counts, whatever was requested, once, at the rate of that time.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { depositOptions } from '#server/domain/deposits/options.ts';
import { approveDeposit, createPaymentListener } from '#server/domain/deposits/payments.ts';
import { MOST_OPEN_REQUESTS } from '#server/domain/deposits/request.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import type { PaymentListener } from '#server/domain/chain/chain.ts';
import { payment } from '#fixtures/club/chain.ts';
import { mailsTo } from '../support/mails.ts';
import { rich, setRates, type Rich } from '../support/money.ts';
import { countingDb } from '../support/queries.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let listener: PaymentListener;
beforeAll(async () => {
  world = await createWorld();
  listener = createPaymentListener(world.services);
});
beforeEach(() => setRates(world));
afterAll(() => world.close());

const wanted = (changes: object = {}) => ({ asset: 'USDT', network: 'ethereum', amount: '500', ...changes }) as const;
const call = { requestId: 'test', device: '' };

async function asked(changes: object = {}): Promise<{ who: Rich; id: string; address: string }> {
  const who = await rich(world, {});
  const { body } = await who.call('createDeposit', { body: wanted(changes) });
  return { who, id: body.id, address: body.address };
}

const pay = (address: string, amount: string, asset: 'USDT' | 'ETH' | 'BTC' = 'USDT') =>
  payment(world, listener, { address, asset, amount });

describe('a deposit', () => {
  it('is requested, seen, confirmed and credited', async () => {
    const who = await rich(world, {});
    const { status, body } = await who.call('createDeposit', { body: wanted() });
    expect([status, body]).toMatchObject([
      200,
      {
        status: 'awaitingPayment',
        asset: 'USDT',
        network: 'ethereum',
        development: true,
        amount: '500',
        minimum: '100',
        received: null,
        confirmations: 0,
        confirmationsNeeded: 12,
        transactionId: null,
        seenAt: null,
        creditedAt: null,
      },
    ]);
    expect(body.reference).toMatch(/^D-/);
    const { receiptId, reference, createdAt: requestedAt } = body;
    const awaited = [{ receiptId, reference, asset: 'USDT', amount: '500', requestedAt }];
    expect((await who.call('getWallet')).body).toMatchObject({ pending: [], awaited });
    const paid = await pay(body.address, '499.5');
    const seenAt = world.clock.now().toISOString();
    world.clock.advance(60);
    await paid.seen();
    const shown = async () => (await who.call('getDeposit', { path: { id: body.id } })).body;
    expect(await shown()).toMatchObject({
      status: 'inProcess',
      received: '499.5',
      confirmations: 1,
      transactionId: paid.sighting.txId,
      seenAt,
    });
    expect((await who.call('getWallet')).body).toMatchObject({
      pending: [{ kind: 'deposit', amount: '499.5', status: 'inProcess', dueAt: null }],
      awaited: [],
    });
    expect((await who.call('getWallet')).body.balances[0]).toEqual({
      asset: 'USDT',
      available: '0',
      underWay: '499.5',
      staked: '0',
      usd: '0',
    });
    await paid.confirmed(7);
    expect(await shown()).toMatchObject({ status: 'inProcess', confirmations: 7 });
    expect(await who.balance('USDT')).toBe('0');
    await paid.final();
    expect(await shown()).toMatchObject({ status: 'completed', confirmations: 12, creditedAt: expect.any(String) });
    expect(await who.balance('USDT')).toBe('499.5');
    expect((await who.call('getDepositOptions')).body.open).toEqual([]);
    expect((await who.call('getReceipt', { path: { id: body.receiptId } })).body).toMatchObject({
      kind: 'deposit',
      status: 'completed',
      amount: '499.5',
      fee: null,
      deposit: { id: body.id },
      journals: [{ kind: 'deposit_seen' }, { kind: 'deposit_credited' }],
    });
    expect((await mailsTo(world, who.member.email, 'depositCredited'))[0]?.body).toContain('499.50 USDT');
  });

  it('below the minimum is refused with the reason; an operator may credit it all the same, once', async () => {
    const { who, id, address } = await asked();
    const paid = await pay(address, '99.999999');
    await paid.seen();
    await paid.final();
    const heldSince = world.clock.now().toISOString();
    const refused = { status: 'notApproved', refusal: { reason: 'belowMinimum', minimum: '100' } };
    expect((await who.call('getDeposit', { path: { id } })).body).toMatchObject(refused);
    // A rate that has moved since doesn't change why it was refused.
    world.clock.advance(1);
    await setRates(world, { USDT: '0.5' });
    expect((await who.call('getDeposit', { path: { id } })).body).toMatchObject({ ...refused, minimum: '200' });
    world.clock.advance(1);
    await setRates(world);
    expect(await who.balance('USDT')).toBe('0');
    expect((await mailsTo(world, who.member.email, 'depositRefused'))[0]?.body).toContain('100.00 USDT (100.00 USD)');
    const reference = (await who.call('getReceipt', { path: { id } })).body.reference;
    expect((await who.call('getWallet')).body.held).toEqual([
      { receiptId: id, reference, asset: 'USDT', amount: '99.999999', heldSince },
    ]);
    const approve = () =>
      inTransaction(world.db, (trx) => approveDeposit(trx, world.services, { id, operator: 'olga', call }));
    const both = await Promise.allSettled([approve(), approve()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await who.balance('USDT')).toBe('99.999999');
    expect((await who.call('getDeposit', { path: { id } })).body).toMatchObject({ status: 'completed', refusal: null });
    expect((await who.call('getWallet')).body.held).toEqual([]);
  });

  it('is valued at the rate of the time at which it becomes final', async () => {
    const { who, id, address } = await asked({ asset: 'ETH', amount: '0.05' });
    const paid = await pay(address, '0.04', 'ETH');
    await paid.seen();
    world.clock.advance(1);
    await setRates(world, { ETH: '2499' });
    await paid.final();
    expect((await who.call('getDeposit', { path: { id } })).body.status).toBe('notApproved');
    world.clock.advance(1);
    await setRates(world);
  });

  it('that a reorganization removed waits again, and is credited once it is back', async () => {
    const { who, id, address } = await asked();
    const paid = await pay(address, '200');
    await paid.seen();
    await paid.dropped();
    expect((await who.call('getDeposit', { path: { id } })).body).toMatchObject({
      status: 'awaitingPayment',
      received: null,
      confirmations: 0,
      transactionId: null,
    });
    // It waits for what was asked for, and not for what came and went.
    expect((await who.call('getWallet')).body.awaited).toMatchObject([{ receiptId: id, amount: '500' }]);
    const shown = async () => {
      const { items } = (await who.call('listHistory', { path: { kind: 'charge' } })).body;
      const { amount } = (await who.call('getReceipt', { path: { id } })).body;
      return [items[0].amount, amount];
    };
    expect(await shown()).toEqual(['500', '500']);
    await paid.seen();
    expect(await shown()).toEqual(['200', '200']);
    await paid.dropped();
    await paid.seen();
    await paid.final();
    expect(await who.balance('USDT')).toBe('200');
    expect(
      (await who.call('getReceipt', { path: { id } })).body.journals.map(({ kind }: { kind: string }) => kind),
    ).toEqual([
      'deposit_seen',
      'deposit_dropped',
      'deposit_seen',
      'deposit_dropped',
      'deposit_seen',
      'deposit_credited',
    ]);
  });

  it('can be canceled while nothing was paid; what arrives afterwards counts', async () => {
    const { who, id, address } = await asked();
    expect((await who.call('cancelDeposit', { path: { id } })).body.status).toBe('cancel');
    expect((await who.call('cancelDeposit', { path: { id } })).body.status).toBe('cancel');
    expect((await who.call('getWallet')).body.awaited).toEqual([]);
    const paid = await pay(address, '150');
    await paid.seen();
    expect((await who.call('cancelDeposit', { path: { id } })).body).toMatchObject({
      status: 409,
      code: 'not_cancellable',
    });
    await paid.final();
    expect((await who.call('getDeposit', { path: { id } })).body.status).toBe('completed');
  });

  it('that a reorganization removed leaves a canceled request canceled', async () => {
    const { who, id, address } = await asked();
    await who.call('cancelDeposit', { path: { id } });
    const paid = await pay(address, '150');
    await paid.seen();
    await paid.dropped();
    expect((await who.call('getDeposit', { path: { id } })).body).toMatchObject({ status: 'cancel', received: null });
    expect((await who.call('getWallet')).body.awaited).toEqual([]);
    await paid.seen();
    await paid.final();
    expect(await who.balance('USDT')).toBe('150');
  });

  it('is separate for a second payment, or for another asset', async () => {
    const { who, id, address } = await asked();
    const first = await pay(address, '150');
    await first.seen();
    const second = await pay(address, '160');
    await second.seen();
    const ether = await pay(address, '1', 'ETH');
    await ether.seen();
    await ether.dropped();
    // Nobody asked for it, so it waits for nothing.
    expect((await who.call('getWallet')).body.awaited).toEqual([]);
    await ether.seen();
    for (const paid of [first, second, ether]) await paid.final();
    expect([await who.balance('USDT'), await who.balance('ETH')]).toEqual(['310', '1']);
    const { items } = (await who.call('listHistory', { path: { kind: 'charge' } })).body;
    expect(items).toHaveLength(3);
    expect((await who.call('getDeposit', { path: { id } })).body).toMatchObject({ received: '150', amount: '500' });
    const other = items.find((item: { asset: string }) => item.asset === 'ETH');
    expect((await who.call('getDeposit', { path: { id: other.id } })).body).toMatchObject({
      amount: null,
      received: '1',
      paymentUri: address,
    });
  });

  it('waits for the chain’s facts while the books are stopped', async () => {
    const { address, who } = await asked();
    const paid = await pay(address, '150');
    await paid.seen();
    await world.db.updateTable('club_state').set({ books_stopped_at: world.clock.now() }).execute();
    await expect(paid.final()).rejects.toThrow('books have been stopped');
    await world.db.updateTable('club_state').set({ books_stopped_at: null }).execute();
    await paid.final();
    expect(await who.balance('USDT')).toBe('150');
  });

  it.each([
    ['zero', { amount: '0' }, 'invalid_request'],
    ['below zero', { amount: '-500' }, 'invalid_request'],
    ['more decimals than the asset has', { amount: '500.0000001' }, 'invalid_request'],
    ['less than the minimum', { amount: '99.999999' }, 'below_minimum_deposit'],
    ['another network', { network: 'bitcoin' }, 'invalid_request'],
    ['an asset of no chain', { asset: 'MP' }, 'asset_closed'],
  ])('is refused with %s', async (_what, changes, code) => {
    const who = await rich(world, {});
    expect((await who.call('createDeposit', { body: wanted(changes) })).body).toMatchObject({ code });
    expect((await who.call('listHistory', { path: { kind: 'charge' } })).body.items).toEqual([]);
  });

  it('is invisible to other members', async () => {
    const { id } = await asked();
    const other = await rich(world, {});
    expect((await other.call('getDeposit', { path: { id } })).status).toBe(404);
    expect((await other.call('cancelDeposit', { path: { id } })).status).toBe(404);
  });
});

describe('the requests of a member', () => {
  const keysUsed = async () =>
    (await world.db.selectFrom('chain_keys').select('next_index').executeTakeFirst())?.next_index ?? 0;

  it('share the unpaid address, so that unpaid ones use one index of the key', async () => {
    const who = await rich(world, {});
    const first = (await who.call('createDeposit', { body: wanted() })).body;
    const used = await keysUsed();
    const second = (await who.call('createDeposit', { body: wanted({ amount: '700' }) })).body;
    expect([second.address, second.id === first.id]).toEqual([first.address, false]);
    await who.call('cancelDeposit', { path: { id: first.id } });
    await who.call('cancelDeposit', { path: { id: second.id } });
    expect((await who.call('createDeposit', { body: wanted() })).body.address).toBe(first.address);
    expect(await keysUsed()).toBe(used);
    const other = await rich(world, {});
    expect((await other.call('createDeposit', { body: wanted() })).body.address).not.toBe(first.address);
    expect((await who.call('createDeposit', { body: wanted({ asset: 'ETH', amount: '1' }) })).body.address).not.toBe(
      first.address,
    );
  });

  it('list the others that wait at their address, oldest first, but none that is paid, canceled or somebody else’s', async () => {
    const { who, id: first } = await asked({ amount: '300' });
    await asked();
    world.clock.advance(1);
    const second = (await who.call('createDeposit', { body: wanted({ amount: '500' }) })).body;
    world.clock.advance(1);
    const third = (await who.call('createDeposit', { body: wanted({ amount: '700' }) })).body;
    await who.call('createDeposit', { body: wanted({ asset: 'ETH', amount: '1' }) });
    const shown = async (id: string) => (await who.call('getDeposit', { path: { id } })).body;
    const { reference } = await shown(first);
    expect(third.sharedWith).toEqual([
      { reference, amount: '300' },
      { reference: second.reference, amount: '500' },
    ]);
    expect((await shown(first)).sharedWith).toEqual([
      { reference: second.reference, amount: '500' },
      { reference: third.reference, amount: '700' },
    ]);
    await who.call('cancelDeposit', { path: { id: second.id } });
    await (await pay(third.address, '700')).seen();
    for (const id of [first, second.id, third.id]) expect((await shown(id)).sharedWith).toEqual([]);
    const { open } = (await who.call('getDepositOptions')).body;
    expect(open.map(({ sharedWith }: { sharedWith: object[] }) => sharedWith)).toEqual([[], [], []]);
  });

  it('get a new address once the previous one was paid', async () => {
    const { who, address } = await asked();
    await (await pay(address, '500')).seen();
    expect((await who.call('createDeposit', { body: wanted() })).body.address).not.toBe(address);
  });

  it('of one address are matched best first: an open one before a canceled one, the same amount before another', async () => {
    const { who, id: cancelled, address } = await asked({ amount: '300' });
    await who.call('cancelDeposit', { path: { id: cancelled } });
    const older = (await who.call('createDeposit', { body: wanted({ amount: '500' }) })).body.id;
    const same = (await who.call('createDeposit', { body: wanted({ amount: '700' }) })).body.id;
    const statuses = async () =>
      Promise.all(
        [cancelled, older, same].map(async (id) => (await who.call('getDeposit', { path: { id } })).body.status),
      );
    await (await pay(address, '700')).seen();
    expect(await statuses()).toEqual(['cancel', 'awaitingPayment', 'inProcess']);
    await (await pay(address, '123')).seen();
    expect(await statuses()).toEqual(['cancel', 'inProcess', 'inProcess']);
    await (await pay(address, '124')).seen();
    expect(await statuses()).toEqual(['inProcess', 'inProcess', 'inProcess']);
  });

  it('are limited to five per asset; another is refused until one is canceled or paid', async () => {
    const who = await rich(world, {});
    const ids: string[] = [];
    for (let place = 0; place < MOST_OPEN_REQUESTS; place += 1)
      ids.push((await who.call('createDeposit', { body: wanted() })).body.id);
    const used = await keysUsed();
    expect((await who.call('createDeposit', { body: wanted() })).body).toMatchObject({
      status: 409,
      code: 'too_many_open_deposits',
    });
    expect(
      (await who.call('createDeposit', { body: wanted({ asset: 'BTC', network: 'bitcoin', amount: '1' }) })).status,
    ).toBe(200);
    expect((await who.call('getDepositOptions')).body.open).toHaveLength(MOST_OPEN_REQUESTS + 1);
    await who.call('cancelDeposit', { path: { id: ids[0] ?? '' } });
    expect((await who.call('createDeposit', { body: wanted() })).status).toBe(200);
    expect((await who.call('createDeposit', { body: wanted() })).status).toBe(409);
    const { address } = (await who.call('getDeposit', { path: { id: ids[1] ?? '' } })).body;
    await (await pay(address, '500')).seen();
    expect((await who.call('createDeposit', { body: wanted() })).status).toBe(200);
    expect(await keysUsed()).toBeGreaterThan(used);
  });

  it('cannot exceed the limit by parallel calls', async () => {
    const who = await rich(world, {});
    const answers = await Promise.all(
      Array.from({ length: MOST_OPEN_REQUESTS + 3 }, () => who.call('createDeposit', { body: wanted() })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MOST_OPEN_REQUESTS);
    expect(new Set(answers.flatMap(({ body }) => body.address ?? [])).size).toBe(1);
  });

  it('are read with as many statements as one of them, and no more than fifty', async () => {
    const who = await rich(world, {});
    const session = { id: '', memberId: who.member.id, previousSignInAt: null };
    const statementsOf = async () => {
      const { db, count } = countingDb(world);
      const { open } = await depositOptions({ ...world.services, db }, session);
      return { statements: count(), open };
    };
    const { address } = (await who.call('createDeposit', { body: wanted() })).body;
    const one = await statementsOf();
    expect(one.open).toHaveLength(1);
    for (let place = 0; place < 55; place += 1) await (await pay(address, `${200 + place}`)).seen();
    await who.call('createDeposit', { body: wanted() });
    const many = await statementsOf();
    expect(many.statements).toBe(one.statements);
    expect(many.open).toHaveLength(50);
    expect(many.open[0]?.status).toBe('awaitingPayment');
  });
});

describe('the books', () => {
  it('agree at the end', async () => {
    expect(await checkBooks(world.db, { now: world.clock.now(), full: true })).toEqual({ kind: 'agree' });
  });
});
