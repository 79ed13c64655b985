// A payment of an asset that the club has set no rate of (D-06, D-07): addresses of a network take each of its assets,
// and anybody can pay to one. It waits for a rate, and delays no other payment.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payment } from '#fixtures/club/chain.ts';
import type { PaymentListener } from '#server/domain/chain/chain.ts';
import { countConfirmations } from '#server/domain/chain/sightings.ts';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { rich, setRates, type Rich } from '../support/money.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let listener: PaymentListener;
let who: Rich;
let address: string;
beforeAll(async () => {
  world = await createWorld();
  listener = createPaymentListener(world.services);
  await setRates(world, { USDT: '1' });
  who = await rich(world, {});
  const body = { asset: 'USDT', network: 'ethereum', amount: '500' } as const;
  address = (await who.call('createDeposit', { body })).body.address;
});
afterAll(() => world.close());

/** The chain is read to a height, as the watcher does it. */
const readTo = (height: number) =>
  inTransaction(world.db, (trx) =>
    countConfirmations(trx, { network: 'ethereum', listener, now: world.clock.now() }, { height, required: 12 }),
  );

const finalAt = async (id: string) =>
  (await world.db.selectFrom('chain_sightings').select('final_at').where('id', '=', id).executeTakeFirstOrThrow())
    .final_at;

describe('a payment of an asset without a rate', () => {
  it('waits and is shown, the next one is credited, and so is it once there is a rate', async () => {
    const dust = await payment(world, listener, { address, asset: 'ETH', amount: '0.5' });
    await dust.seen();
    const paid = await payment(world, listener, { address, asset: 'USDT', amount: '500' });
    await paid.seen();
    // Both are in block 7.
    await readTo(18);
    expect([await who.balance('USDT'), await who.balance('ETH')]).toEqual(['500', '0']);
    expect([await finalAt(dust.sighting.id), await finalAt(paid.sighting.id)]).toEqual([null, world.clock.now()]);

    const { open } = (await who.call('getDepositOptions')).body;
    expect(open).toMatchObject([
      { asset: 'ETH', status: 'inProcess', received: '0.5', minimum: null, confirmations: 12, refusal: null },
    ]);
    const { body: receipt } = await who.call('getReceipt', { path: { id: open[0].id } });
    expect(receipt).toMatchObject({ status: 'inProcess', deposit: { minimum: null } });
    expect((await who.call('getWallet')).body.pending).toMatchObject([
      { kind: 'deposit', asset: 'ETH', amount: '0.5' },
    ]);
    expect((await outcomeOf(world.services, { args: ['status'], operator: 'olga' })).text).toMatch(
      /NO RATE of .*ETH.*: they cannot be traded, and payments of them wait/,
    );

    await readTo(19);
    expect(await finalAt(dust.sighting.id)).toBeNull();
    await setRates(world, { ETH: '3000' });
    await readTo(20);
    expect([await who.balance('USDT'), await who.balance('ETH')]).toEqual(['500', '0.5']);
    expect(await finalAt(dust.sighting.id)).toEqual(world.clock.now());
    expect((await who.call('getDeposit', { path: { id: open[0].id } })).body).toMatchObject({ status: 'completed' });
    await readTo(21);
    expect(await who.balance('ETH')).toBe('0.5');
  });
});
