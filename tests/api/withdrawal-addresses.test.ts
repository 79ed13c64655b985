// Addresses of withdrawals: kept in their normal form, told apart, and known from when on.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withdrawalLifecycle } from '#machines/lifecycles/withdrawal.machine.ts';
import { payDueWithdrawals } from '#server/domain/withdrawals/payouts.ts';
import { ethereumAddress } from '#tests/support/chain.ts';
import { rich, setRates, signedIn, type Rich } from './support/money.ts';
import { createWorld, type World } from './support/world.ts';
import { ADDRESS, HOURS_240, wanted, approve, refuse, noting, accepted } from './support/withdrawals.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
beforeEach(() => setRates(world));
afterAll(() => world.close());

describe('the addresses of a member', () => {
  it('are kept in their normal form, once, with their newest label', async () => {
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

  it('that look alike at both ends are told apart; the same one is not one of those', async () => {
    const { who } = await accepted(world);
    const draft = await who.call('createWithdrawal', { body: wanted({ address: alike(ADDRESS) }) });
    expect(draft.body.resembles).toMatchObject({ address: ADDRESS, label: null, lastUsedAt: expect.any(String) });
    expect((await who.call('createWithdrawal', { body: wanted() })).body.resembles).toBeNull();
  });
});

/** An address that is taken for `address` by whoever looks at both ends (D-28). */
const alike = (address: string): string => `${address.slice(0, 8)}${'1'.repeat(28)}${address.slice(-6)}`.toLowerCase();

/** Each step by whoever takes it; what is paid out is paid when it is due, so the member signs in again. */
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
 * Whether its address counts as known, by where a withdrawal stands (SRC §4, L-02): money went there or will. What was
 * refused or taken back vouches for nothing: the member may have seen just then that the address is another's.
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
  it('is looked at below for every status of a withdrawal', () => {
    expect(Object.keys(KNOWN).sort()).toEqual(Object.keys(withdrawalLifecycle.states).sort());
  });

  it.each(Object.entries(KNOWN))('by a withdrawal that is %s is known or is not', async (status, [steps, isKnown]) => {
    const [own, other] = [ethereumAddress(), ethereumAddress()];
    const planted = alike(own);
    let who = await rich(world);
    const quote = async (address: string) => (await who.call('createWithdrawal', { body: wanted({ address }) })).body;
    const withdraw = async (address: string): Promise<string> => {
      // Of two codes that were mailed at the same moment none is the newer one.
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
    // It goes on being warned of, or is trusted for itself.
    expect((await quote(planted)).resembles).toEqual(isKnown ? null : expect.objectContaining({ address: own }));
    // Others are compared with it, or it is nothing to compare with.
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

  it('by nothing but a draft that was never confirmed is not known', async () => {
    const who = await rich(world);
    const address = ethereumAddress();
    await who.call('createWithdrawal', { body: wanted({ address }) });
    expect(
      (await who.call('createWithdrawal', { body: wanted({ address: alike(address) }) })).body.resembles,
    ).toBeNull();
  });
});
