// Withdrawal addresses: stored in normal form, distinguished, and known since when.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withdrawalLifecycle } from '#machines/lifecycles/withdrawal.machine.ts';
import { payDueWithdrawals } from '#server/domain/withdrawals/payouts.ts';
import { ethereumAddress } from '#fixtures/club/chain.ts';
import { rich, setRates, signedIn, type Rich } from '../support/money.ts';
import { createWorld, type World } from '../support/world.ts';
import { ADDRESS, HOURS_240, wanted, approve, refuse, noting, accepted } from '../support/withdrawals.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
beforeEach(() => setRates(world));
afterAll(() => world.close());

describe('the addresses of a member', () => {
  it('are stored in normal form, once, with their newest label', async () => {
    const who = await rich(world);
    const first = await who.call('saveAddress', {
      body: {
        asset: 'USDT',
        network: 'ethereum',
        address: ADDRESS.toLowerCase(),
        label: ' Cold wallet ',
      },
    });
    expect(first).toMatchObject({ status: 200, body: { address: ADDRESS, label: 'Cold wallet', lastUsedAt: null } });
    const again = await who.call('saveAddress', {
      body: {
        asset: 'USDT',
        network: 'ethereum',
        address: ADDRESS,
        label: 'Ledger',
      },
    });
    expect(again.body).toMatchObject({ id: first.body.id, label: 'Ledger' });
    expect((await who.call('createWithdrawal', { body: wanted() })).body.addressLabel).toBe('Ledger');
    expect((await who.call('removeAddress', { path: { id: first.body.id } })).body).toEqual({ items: [] });
    expect((await who.call('removeAddress', { path: { id: first.body.id } })).body).toEqual({ items: [] });
    const other = await rich(world);
    expect((await other.call('removeAddress', { path: { id: first.body.id } })).status).toBe(404);
  });

  it('that look alike at both ends are warned about; the same address is not', async () => {
    const { who } = await accepted(world);
    const draft = await who.call('createWithdrawal', { body: wanted({ address: alike(ADDRESS) }) });
    expect(draft.body.resembles).toMatchObject({ address: ADDRESS, label: null, lastUsedAt: expect.any(String) });
    expect((await who.call('createWithdrawal', { body: wanted() })).body.resembles).toBeNull();
  });
});

/** An address that is mistaken for `address` if only both ends are compared (D-28). */
const alike = (address: string): string => `${address.slice(0, 8)}${'1'.repeat(28)}${address.slice(-6)}`.toLowerCase();

/** Each step, taken by its own actor; a payout happens when it is due, so the member signs in again. */
const STEPS = {
  approve: async (who: Rich, id: string) => (await approve(world, id), who),
  refuse: async (who: Rich, id: string) => (await refuse(world, id), who),
  cancel: async (who: Rich, id: string) => (await who.call('cancelWithdrawal', { path: { id } }), who),
  pay: async (who: Rich) => {
    world.clock.advance(HOURS_240);
    await setRates(world);
    await payDueWithdrawals(world.services, noting(''));
    return signedIn(world, who.member);
  },
  see: async (who: Rich, id: string) => (await who.call('acknowledgeWithdrawal', { path: { id } }), who),
} satisfies Record<string, (who: Rich, id: string) => Promise<Rich>>;

/**
 * Whether an address counts as known, by the status of its withdrawal (SRC §4, L-02): known if money went there or
 * will. A refused or canceled withdrawal proves nothing: the member may have noticed just then that the address is
 * another's.
 */
const KNOWN: Readonly<Record<string, readonly [steps: readonly (keyof typeof STEPS)[], isKnown: boolean]>> = {
  inProcess: [[], true],
  approved: [['approve'], true],
  completed: [['approve', 'pay'], true],
  done: [['approve', 'pay', 'see'], true],
  notApproved: [['refuse'], false],
  cancel: [['cancel'], false],
};

describe('an address that was withdrawn to', () => {
  it('is tested for every status of a withdrawal', () => {
    expect(Object.keys(KNOWN).sort()).toEqual(Object.keys(withdrawalLifecycle.states).sort());
  });

  it.each(Object.entries(KNOWN))('by a withdrawal that is %s is known or not', async (status, [steps, isKnown]) => {
    const [own, other] = [ethereumAddress(), ethereumAddress()];
    const planted = alike(own);
    let who = await rich(world);
    const quote = async (address: string) => (await who.call('createWithdrawal', { body: wanted({ address }) })).body;
    const withdraw = async (address: string): Promise<string> => {
      // Of two codes mailed at the same time, neither is the newer one.
      world.clock.advance(1);
      return (await who.confirm((await quote(address)).id)).body.receiptId;
    };
    await withdraw(own);
    expect((await quote(planted)).resembles, 'before').toMatchObject({ address: own });
    const ids = [await withdraw(planted), await withdraw(other)];
    for (const step of steps) {
      // All are paid at once.
      for (const id of step === 'pay' ? ids.slice(1) : ids) who = await STEPS[step](who, id);
    }
    for (const id of ids) expect((await who.call('getReceipt', { path: { id } })).body.status).toBe(status);
    // It is still warned about, or it is trusted itself.
    expect((await quote(planted)).resembles).toEqual(isKnown ? null : expect.objectContaining({ address: own }));
    // Others are compared with it, or not.
    expect((await quote(alike(other))).resembles).toEqual(
      isKnown ? expect.objectContaining({ address: other, lastUsedAt: expect.any(String) }) : null,
    );
    for (const address of [planted, other]) {
      const { body: entry } = await who.call('saveAddress', {
        body: {
          asset: 'USDT',
          network: 'ethereum',
          address,
          label: 'Saved later',
        },
      });
      expect(entry.lastUsedAt).toEqual(isKnown ? expect.any(String) : null);
    }
  });

  it('only in a draft that was never confirmed is not known', async () => {
    const who = await rich(world);
    const address = ethereumAddress();
    await who.call('createWithdrawal', { body: wanted({ address }) });
    expect(
      (await who.call('createWithdrawal', { body: wanted({ address: alike(address) }) })).body.resembles,
    ).toBeNull();
  });
});

describe('addresses outside the book', () => {
  const recent = async (who: Rich) =>
    (await who.call('getWithdrawalOptions')).body.recent.map(
      ({ asset, address }: { asset: string; address: string }) => `${asset} ${address}`,
    );
  const withdraw = async (who: Rich, address: string, asset: 'USDT' | 'ETH' = 'USDT'): Promise<string> => {
    world.clock.advance(61);
    const amount = asset === 'USDT' ? '400' : '1';
    const draft = await who.call('createWithdrawal', { body: wanted({ asset, address, amount }) });
    return (await who.confirm(draft.body.id)).body.receiptId;
  };

  it('are offered again by asset, the latest first, five of each, unless nothing was paid to them', async () => {
    const who = await rich(world, { USDT: '100000', ETH: '100' });
    expect(await recent(who)).toEqual([]);
    const all = Array.from({ length: 6 }, () => ethereumAddress());
    for (const address of all) await withdraw(who, address);
    const [first = '', , third = ''] = all;
    await withdraw(who, first);
    const ether = ethereumAddress();
    await withdraw(who, ether, 'ETH');
    await who.call('cancelWithdrawal', { path: { id: await withdraw(who, ethereumAddress()) } });
    const usdt = [first, ...all.slice(2).toReversed()].map((address) => `USDT ${address}`);
    expect((await recent(who)).toSorted()).toEqual([...usdt, `ETH ${ether}`].toSorted());
    expect((await recent(who)).filter((each: string) => each.startsWith('USDT'))).toEqual(usdt);
    // In the book it is offered with its label.
    await who.call('saveAddress', { body: { asset: 'USDT', network: 'ethereum', address: third, label: 'Third' } });
    expect(await recent(who)).not.toContain(`USDT ${third}`);
    expect(await recent(await rich(world))).toEqual([]);
  });

  it('are not offered again after they were removed from the book, until they are withdrawn to', async () => {
    const who = await rich(world, { USDT: '100000' });
    const address = ethereumAddress();
    const body = { asset: 'USDT', network: 'ethereum', address, label: 'Mine' } as const;
    await withdraw(who, address);
    const { id } = (await who.call('saveAddress', { body })).body;
    world.clock.advance(1);
    await who.call('removeAddress', { path: { id } });
    expect(await recent(who)).toEqual([]);
    await withdraw(who, address);
    expect(await recent(who)).toEqual([`USDT ${address}`]);
  });

  it('say when they were last withdrawn to, as the receipt does, and are compared like any other', async () => {
    const who = await rich(world, { USDT: '100000' });
    const address = ethereumAddress();
    const id = await withdraw(who, address);
    const { at } = (await who.call('getReceipt', { path: { id } })).body;
    expect((await who.call('getWithdrawalOptions')).body.recent).toEqual([
      { asset: 'USDT', network: 'ethereum', address, lastUsedAt: at },
    ]);
    const planted = await who.call('createWithdrawal', { body: wanted({ address: alike(address) }) });
    expect(planted.body.resembles).toMatchObject({ address, label: null });
  });
});
