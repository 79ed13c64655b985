// Requests of one member that are of different age, each in another state (F-09, D-06, L-01): every operation that
// reads or acts on deposits takes the one that is meant, and not the newest, the oldest, or one that is over. A request
// never runs out: one from a year ago is paid like one from today.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { MOST_OPEN_REQUESTS } from '#server/domain/deposits/request.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import type { PaymentListener } from '#server/domain/chain/chain.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { payment } from '#fixtures/club/chain.ts';
import { mailsTo } from '../support/mails.ts';
import { rich, setRates, signedIn, type Rich } from '../support/money.ts';
import { DAY } from '../support/stakes.ts';
import { createWorld, type World } from '../support/world.ts';

type Asset = 'USDT' | 'ETH';

/** A request, or a payment that nobody asked for, as the member sees it. */
interface Deposit {
  readonly id: string;
  readonly reference: string;
  readonly address: string;
  readonly status: string;
  readonly amount: string | null;
  readonly createdAt: string;
  readonly sharedWith: readonly { readonly reference: string; readonly amount: string | null }[];
}

let world: World;
let listener: PaymentListener;
beforeAll(async () => {
  world = await createWorld();
  listener = createPaymentListener(world.services);
  await setRates(world);
});
afterAll(() => world.close());

const wanted = (amount: string, asset: Asset = 'USDT') => ({ asset, network: 'ethereum', amount }) as const;
const asks = async (who: Rich, amount: string, asset?: Asset, key?: string): Promise<Deposit> => {
  const { status, body } = await who.call('createDeposit', { body: wanted(amount, asset), key });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const shown = async (who: Rich, { id }: Pick<Deposit, 'id'>): Promise<Deposit> =>
  (await who.call('getDeposit', { path: { id } })).body;
const pays = async (address: string, amount: string) => {
  const paid = await payment(world, listener, { address, asset: 'USDT', amount });
  await paid.seen();
  return paid;
};
const cancels = (who: Rich, { id }: Pick<Deposit, 'id'>) => who.call('cancelDeposit', { path: { id } });
const run = (...args: string[]) => outcomeOf(world.services, { args, operator: 'olga' });

/** Some days later: earlier sessions and rates are out of date. */
async function later(who: Rich, days = 1): Promise<Rich> {
  world.clock.advance(days * DAY);
  await setRates(world);
  return signedIn(world, who.member);
}

/** Requests of every age and state, named in the order in which they were made. */
async function aged() {
  let who = await rich(world, {});
  const firstKey = `first-of-${who.member.id}`;
  const first = await asks(who, '300', 'USDT', firstKey);
  who = await later(who, 400);
  const credited = await asks(who, '200');
  await (await pays(first.address, '200')).final();
  who = await later(who);
  const tooSmall = await asks(who, '700');
  await (await pays(tooSmall.address, '50')).final();
  who = await later(who);
  const counted = await asks(who, '900');
  await pays(counted.address, '900');
  who = await later(who);
  const cancelled = await asks(who, '500');
  await cancels(who, cancelled);
  who = await later(who);
  const second = await asks(who, '500');
  who = await later(who);
  const third = await asks(who, '300');
  who = await later(who);
  const ether = await asks(who, '1', 'ETH');
  return { who, firstKey, first, credited, tooSmall, counted, cancelled, second, third, ether };
}
type Aged = Awaited<ReturnType<typeof aged>>;

/** The states of all requests that are named, as the member is shown them. */
async function states({ who, ...all }: Aged): Promise<Record<string, string>> {
  const named = Object.entries(all).filter((entry): entry is [string, Deposit] => typeof entry[1] !== 'string');
  return Object.fromEntries(
    await Promise.all(named.map(async ([name, deposit]) => [name, (await shown(who, deposit)).status] as const)),
  );
}
const STATES = {
  first: 'awaitingPayment',
  credited: 'completed',
  tooSmall: 'notApproved',
  counted: 'inProcess',
  cancelled: 'cancel',
  second: 'awaitingPayment',
  third: 'awaitingPayment',
  ether: 'awaitingPayment',
};

describe('reading', () => {
  it('shows each request as itself, however many are newer', async () => {
    const all = await aged();
    expect(await states(all)).toEqual(STATES);
    for (const each of [all.first, all.second, all.third, all.ether])
      expect(await shown(all.who, each)).toMatchObject({
        id: each.id,
        reference: each.reference,
        address: each.address,
        amount: each.amount,
        createdAt: each.createdAt,
      });
    const times = [all.first, all.credited, all.tooSmall, all.counted, all.second, all.third, all.ether];
    expect(times.map(({ createdAt }) => createdAt)).toEqual(times.map(({ createdAt }) => createdAt).toSorted());
    expect(new Set([all.first.address, all.counted.address, all.second.address, all.ether.address]).size).toBe(4);
    expect([all.credited.address, all.third.address]).toEqual([all.first.address, all.second.address]);
  });

  it('lists what is open, those that wait before those that are counted, and nothing that is over', async () => {
    const { who: before, first, second, third, ether, counted } = await aged();
    const who = await later(before);
    await pays((await asks(who, '950')).address, '10');
    const { open } = (await who.call('getDepositOptions')).body as { readonly open: readonly Deposit[] };
    const [newest, ...rest] = open.map(({ id }) => id);
    // The payment of 10 went to the oldest request of its address.
    expect(rest).toEqual([ether.id, third.id, first.id, second.id, counted.id]);
    expect((await shown(who, { id: newest ?? '' })).amount).toBe('950');
    expect((await shown(who, second)).status).toBe('inProcess');
  });

  it('names of one address all that wait there, the oldest first, and none of another', async () => {
    const { who, first, second, third, ether } = await aged();
    const fourth = await asks(who, '800');
    const names = async (deposit: Deposit) => (await shown(who, deposit)).sharedWith.map(({ reference }) => reference);
    expect(await names(fourth)).toEqual([second.reference, third.reference]);
    expect(await names(second)).toEqual([third.reference, fourth.reference]);
    expect([await names(first), await names(ether)]).toEqual([[], []]);
  });

  it('tells of each payment which request it belongs to: under way, held, in a receipt, in the history', async () => {
    const { who, credited, first, tooSmall, counted, cancelled, second, third, ether } = await aged();
    const { pending, held, awaited } = (await who.call('getWallet')).body;
    expect(awaited.map(({ receiptId }: { readonly receiptId: string }) => receiptId)).toEqual(
      [ether, third, second, first].map(({ id }) => id),
    );
    expect(pending).toMatchObject([{ receiptId: counted.id, reference: counted.reference, amount: '900' }]);
    expect(held).toMatchObject([{ receiptId: tooSmall.id, reference: tooSmall.reference, amount: '50' }]);
    // Exactly the amount of the newer request, at an address that an older one waits at too.
    expect((await who.call('getReceipt', { path: { id: credited.id } })).body).toMatchObject({
      reference: credited.reference,
      status: 'completed',
      amount: '200',
      deposit: { id: credited.id },
    });
    expect((await who.call('getReceipt', { path: { id: first.id } })).body).toMatchObject({
      status: 'awaitingPayment',
      deposit: { id: first.id },
    });
    const { items } = (await who.call('listHistory', { path: { kind: 'charge' } })).body;
    const made = [ether, third, second, cancelled, counted, tooSmall, credited, first];
    expect(items.map(({ id }: { id: string }) => id)).toEqual(made.map(({ id }) => id));
    expect((await mailsTo(world, who.member.email, 'depositCredited'))[0]?.body).toContain('200.00 USDT');
    expect((await mailsTo(world, who.member.email, 'depositRefused'))[0]?.body).toContain('50.00 USDT');
  });
});

describe('asking', () => {
  it('gives the newest address that nothing was paid to, although an older one has a request that waits', async () => {
    const { who, first, second } = await aged();
    expect((await asks(who, '600')).address).toBe(second.address);
    await pays(second.address, '500');
    const { address } = await asks(who, '610');
    expect([first.address, second.address]).not.toContain(address);
  });

  it('gives the newer of two addresses that nothing was paid to', async () => {
    const { who, second } = await aged();
    const { address } = second;
    const of = world.db.selectFrom('chain_addresses').selectAll().where('address', '=', address);
    const known = await of.executeTakeFirstOrThrow();
    const others = [-DAY, DAY].map((seconds, place) => ({
      ...known,
      id: crypto.randomUUID(),
      key_index: known.key_index + 1000 + place,
      address: `${address.slice(0, -1)}${place}`,
      lookup: `${known.lookup.slice(0, -1)}${place}-${known.id}`,
      issued_at: new Date(known.issued_at.getTime() + seconds * 1000),
    }));
    await world.db.insertInto('chain_addresses').values(others).execute();
    expect((await asks(who, '600')).address).toBe(others[1]?.address);
  });

  it('counts requests of every age that wait, and none that is over or of another asset', async () => {
    const { who, first } = await aged();
    // Three wait: of more than a year ago, and of these days.
    for (let open = 3; open < MOST_OPEN_REQUESTS; open += 1) await asks(who, '600');
    expect((await who.call('createDeposit', { body: wanted('600') })).body.code).toBe('too_many_open_deposits');
    await cancels(who, first);
    await asks(who, '600');
  });

  it('again under the key of an older request answers with that one, for as long as keys are kept', async () => {
    let who = await rich(world, {});
    const key = `again-${who.member.id}`;
    const older = await asks(who, '300', 'USDT', key);
    who = await later(who);
    const newer = await asks(who, '300');
    const again = await who.call('createDeposit', { body: wanted('300'), key });
    expect([again.body.id, again.headers['idempotency-replayed']]).toEqual([older.id, 'true']);
    expect(newer.id).not.toBe(older.id);
  });
});

describe('cancelling', () => {
  it.each(['first', 'second', 'third', 'ether'] as const)('ends the %s request and no other', async (name) => {
    const all = await aged();
    expect((await cancels(all.who, all[name])).body).toMatchObject({ id: all[name].id, status: 'cancel' });
    expect(await states(all)).toEqual({ ...STATES, [name]: 'cancel' });
  });

  it.each(['credited', 'tooSmall', 'counted'] as const)(
    'is refused for the %s one, and ends no other',
    async (name) => {
      const all = await aged();
      expect((await cancels(all.who, all[name])).body.code).toBe('not_cancellable');
      expect(await states(all)).toEqual(STATES);
    },
  );

  it('once more of one that is cancelled changes nothing of those that came after it', async () => {
    const all = await aged();
    expect((await cancels(all.who, all.cancelled)).body).toMatchObject({ id: all.cancelled.id, status: 'cancel' });
    expect(await states(all)).toEqual(STATES);
  });
});

describe('a payment', () => {
  it('to the address of more than a year ago is of the request that waits there', async () => {
    const all = await aged();
    const paid = await pays(all.first.address, '123');
    expect(await states(all)).toEqual({ ...STATES, first: 'inProcess' });
    await paid.final();
    expect(await states(all)).toEqual({ ...STATES, first: 'completed' });
    expect(await all.who.balance('USDT')).toBe('323');
  });

  it('of the amount of one request is of that one, be it older or newer than the others', async () => {
    const all = await aged();
    await pays(all.second.address, '300');
    expect(await states(all)).toEqual({ ...STATES, third: 'inProcess' });
    await pays(all.second.address, '500');
    expect(await states(all)).toEqual({ ...STATES, second: 'inProcess', third: 'inProcess' });
  });

  it('of no request’s amount is of the oldest that waits, and only then of one that was cancelled', async () => {
    const all = await aged();
    const now = { ...STATES };
    for (const name of ['second', 'third', 'cancelled'] as const) {
      await pays(all.second.address, '123');
      Object.assign(now, { [name]: 'inProcess' });
      expect(await states(all), name).toEqual(now);
    }
    await pays(all.second.address, '124');
    expect(await states(all)).toEqual(now);
  });

  it('of an amount that two requests ask for is of the older one', async () => {
    const all = await aged();
    all.who = await later(all.who);
    const twin = await asks(all.who, '500');
    await pays(all.second.address, '500');
    expect([(await shown(all.who, twin)).status, await states(all)]).toEqual([
      'awaitingPayment',
      { ...STATES, second: 'inProcess' },
    ]);
  });

  it('that a reorganization takes away opens its own request again, which is then paid before newer ones', async () => {
    const all = await aged();
    const paid = await pays(all.second.address, '123');
    await paid.dropped();
    expect(await states(all)).toEqual(STATES);
    await pays(all.second.address, '124');
    expect(await states(all)).toEqual({ ...STATES, second: 'inProcess' });
  });

  it.each(['300', '5'])(
    'of %s goes to the waiting request, not to the deposit that a dropped payment without a request left behind',
    async (amount) => {
      const who = await rich(world, {});
      const asked = await asks(who, '300');
      const first = await pays(asked.address, '300');
      await (await pays(asked.address, '60')).dropped();
      await first.dropped();
      const status = async () => (await shown(who, asked)).status;
      expect(await status()).toBe('awaitingPayment');
      await pays(asked.address, amount);
      expect(await status()).toBe('inProcess');
    },
  );

  it('is of the same request that the screens name first, where two were made in one moment', async () => {
    const who = await rich(world, {});
    const twins = [await asks(who, '300'), await asks(who, '300'), await asks(who, '300')];
    const inOrder = twins.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const references = inOrder.map(({ reference }) => reference);
    for (const [place, { id }] of inOrder.entries())
      expect((await shown(who, { id })).sharedWith.map(({ reference }) => reference)).toEqual(
        references.toSpliced(place, 1),
      );
    const { open } = (await who.call('getDepositOptions')).body as { readonly open: readonly Deposit[] };
    expect(open.map(({ reference }) => reference)).toEqual(references);
    await pays(twins[0]?.address ?? '', '300');
    const statuses = await Promise.all(inOrder.map(async (each) => (await shown(who, each)).status));
    expect(statuses).toEqual(['inProcess', 'awaitingPayment', 'awaitingPayment']);
  });

  it('of which the confirmations are counted is no other one’s', async () => {
    const all = await aged();
    const paid = await pays(all.first.address, '300');
    await pays(all.second.address, '500');
    await paid.confirmed(7);
    const confirmations = async (deposit: Deposit) =>
      (await all.who.call('getDeposit', { path: { id: deposit.id } })).body.confirmations;
    expect([await confirmations(all.first), await confirmations(all.second)]).toEqual([7, 1]);
  });
});

describe('an operator', () => {
  it('credits the one that is named, and leaves older and newer ones that wait for it', async () => {
    const all = await aged();
    await (await pays(all.second.address, '40')).final();
    expect(await states(all)).toEqual({ ...STATES, second: 'notApproved' });
    const listed = (await run('deposits', 'list')).text;
    for (const each of [all.tooSmall, all.counted, all.second]) expect(listed).toContain(each.reference);
    for (const each of [all.first, all.credited, all.cancelled, all.third])
      expect(listed).not.toContain(each.reference);
    expect((await run('deposits', 'approve', all.tooSmall.reference)).code).toBe(0);
    expect(await states(all)).toEqual({ ...STATES, tooSmall: 'completed', second: 'notApproved' });
    expect(await all.who.balance('USDT')).toBe('250');
    expect((await run('deposits', 'approve', all.second.reference)).code).toBe(0);
    expect(await states(all)).toEqual({ ...STATES, tooSmall: 'completed', second: 'completed' });
    expect(await all.who.balance('USDT')).toBe('290');
  });
});

describe('the books', () => {
  it('agree after all that', async () => {
    expect(await checkBooks(world.db, { now: world.clock.now(), full: true })).toEqual({ kind: 'agree' });
  });
});
