// Held deposits that went back to their sender (decision 0125): they are never credited as well, and their members see
// it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentListener } from '#server/domain/chain/chain.ts';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { payment } from '#fixtures/club/chain.ts';
import { rich, setRates } from '../support/money.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let listener: PaymentListener;
beforeAll(async () => {
  world = await createWorld();
  listener = createPaymentListener(world.services);
  await setRates(world, { USDT: '1' });
});
afterAll(() => world.close());

const TX = `0x${'ab'.repeat(32)}`;
const run = (...args: string[]) => outcomeOf(world.services, { args, operator: 'olga' });
const goesBack = (reference: string, ...rest: string[]) =>
  run('deposits', 'return', reference, '--reason', 'asked for by mail', ...rest);

async function held(amount = '40') {
  const who = await rich(world, {});
  const { body } = await who.call('createDeposit', { body: { asset: 'USDT', network: 'ethereum', amount: '500' } });
  const paid = await payment(world, listener, { address: body.address, asset: 'USDT', amount });
  await paid.seen();
  await paid.final();
  const shown = async () => (await who.call('getDeposit', { path: { id: body.id } })).body;
  return { who, id: body.id, reference: body.reference, paid, shown };
}

describe('a held deposit that went back', () => {
  it('has left the books, is shown as returned, and can be neither approved nor returned again', async () => {
    const { who, id, reference, shown } = await held();
    world.payments.set(TX, { kind: 'found', amount: '0', confirmations: 1 });
    expect(await goesBack(reference, '--tx', TX)).toEqual({
      code: 0,
      text: `${reference} is recorded as returned; its receipt shows the transaction`,
    });
    expect(await shown()).toMatchObject({ status: 'returned', returnedBy: TX, refusal: null, creditedAt: null });
    const { body: receipt } = await who.call('getReceipt', { path: { id } });
    expect(receipt.journals.map(({ kind }: { kind: string }) => kind)).toEqual([
      'deposit_seen',
      'deposit_refused',
      'deposit_returned',
    ]);
    const { body: wallet } = await who.call('getWallet');
    expect([wallet.held, wallet.pending, await who.balance('USDT')]).toEqual([[], [], '0']);
    for (const again of [await run('deposits', 'approve', reference), await goesBack(reference, '--tx', TX)])
      expect(again).toEqual({
        code: 1,
        text: `${reference} went back to its sender; nothing more can be done with it`,
      });
    expect(await who.balance('USDT')).toBe('0');
  });

  it('needs a transaction that the node knows, and --yes if no node can say', async () => {
    const { reference, shown } = await held();
    const other = `0x${'cd'.repeat(32)}`;
    expect(await goesBack(reference, '--tx', 'abc')).toMatchObject({ code: 1 });
    expect(await goesBack(reference)).toMatchObject({ code: 2 });
    expect((await goesBack(reference, '--tx', other)).text).toMatch(/look at it yourself, then --yes$/);
    world.payments.set(other, { kind: 'missing' });
    expect(await goesBack(reference, '--tx', other, '--yes')).toMatchObject({ code: 1 });
    expect((await shown()).status).toBe('notApproved');
    world.payments.delete(other);
    expect((await goesBack(reference, '--tx', other, '--yes')).text).toContain('UNCHECKED');
    expect((await shown()).status).toBe('returned');
  });

  it('was not credited before: one that is approved is refused', async () => {
    const { who, reference } = await held();
    await run('deposits', 'approve', reference);
    expect(await goesBack(reference, '--tx', TX)).toMatchObject({ code: 1 });
    expect(await who.balance('USDT')).toBe('40');
  });
});

it('the books agree at the end', async () => {
  expect(await checkBooks(world.db, { now: world.clock.now(), full: true })).toEqual({ kind: 'agree' });
});
