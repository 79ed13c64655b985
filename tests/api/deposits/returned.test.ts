// Held deposits that went back to their sender (decision 0125): they are never credited as well, and their members see
// it.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { PaymentListener } from '#server/domain/chain/chain.ts';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { payment } from '#fixtures/club/chain.ts';
import { rich, setRates } from '../support/money.ts';
import { endRestore } from '../support/put-back.ts';
import { accepted, approve, HOURS_240 } from '../support/withdrawals.ts';
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
    world.payments.set(TX, { kind: 'found', amount: '0', confirmations: 12 });
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

  it('needs a transaction that succeeded, with enough confirmations, whatever is said', async () => {
    const { reference, shown } = await held();
    const other = `0x${'ef'.repeat(32)}`;
    for (const [told, text] of [
      [{ kind: 'failed', confirmations: 99 }, `transaction ${other} has failed, so it has sent nothing`],
      [
        { kind: 'found', amount: '0', confirmations: 11 },
        `transaction ${other} has 11 of 12 confirmations; wait for the others`,
      ],
    ] as const) {
      world.payments.set(other, told);
      expect(await goesBack(reference, '--tx', other, '--yes')).toEqual({ code: 1, text });
    }
    expect((await shown()).status).toBe('notApproved');
  });

  it('is no payment of a withdrawal, before or after, and no deposit', async () => {
    const { reference } = await held();
    const paying = await accepted(world);
    await approve(world, paying.id);
    world.clock.advance(HOURS_240);
    await setRates(world, { USDT: '1' });
    const payout = `0x${'12'.repeat(32)}`;
    world.payments.set(payout, { kind: 'found', amount: '360', confirmations: 99 });
    const referenceOf = async (id: string) =>
      (await world.db.selectFrom('receipts').select('reference').where('id', '=', id).executeTakeFirstOrThrow())
        .reference;
    const first = await referenceOf(paying.id);
    expect(await run('withdrawals', 'complete', first, '--tx', payout)).toMatchObject({ code: 0 });
    expect(await goesBack(reference, '--tx', payout, '--yes')).toEqual({
      code: 1,
      text: `transaction ${payout} has paid ${first}`,
    });
    const came = `0x${'56'.repeat(32)}`;
    const { paid } = await held();
    await world.db.updateTable('chain_sightings').set({ tx_id: came }).where('id', '=', paid.sighting.id).execute();
    world.payments.set(came, { kind: 'found', amount: '40', confirmations: 99 });
    expect((await goesBack(reference, '--tx', came, '--yes')).text).toContain('is a deposit to');
    const back = `0x${'34'.repeat(32)}`;
    world.payments.set(back, { kind: 'found', amount: '360', confirmations: 99 });
    expect(await goesBack(reference, '--tx', back)).toMatchObject({ code: 0 });
    const later = await accepted(world);
    await approve(world, later.id);
    world.clock.advance(HOURS_240);
    expect(await run('withdrawals', 'complete', await referenceOf(later.id), '--tx', back)).toEqual({
      code: 1,
      text: `transaction ${back} has brought ${reference} back to its sender`,
    });
    const another = await held();
    expect((await goesBack(another.reference, '--tx', back)).text).toContain(
      `is recorded as the return of ${reference}`,
    );
    expect(await goesBack(another.reference, '--tx', back, '--yes')).toMatchObject({ code: 0 });
  });

  it('is checked while a restore is open, whatever is said: --yes stands for the restore alone', async () => {
    const [{ id, reference }, another] = [await held(), await held()];
    const statuses = async () => {
      const wanted = world.db.selectFrom('receipts').select(['id', 'status']).where('id', 'in', [id, another.id]);
      const found = new Map((await wanted.execute()).map((each) => [each.id, each.status]));
      return [found.get(id), found.get(another.id)];
    };
    onTestFinished(() => endRestore(world));
    const other = `0x${'9a'.repeat(32)}`;
    expect(await run('restored', 'begin', '--from', world.clock.now().toISOString())).toMatchObject({ code: 0 });
    for (const said of [[], ['--yes']])
      expect(await goesBack(reference, '--tx', other, ...said)).toEqual({
        code: 1,
        text: 'no node of ethereum can say whether there is such a transaction; run this again after restored accept, before anything is approved',
      });
    world.payments.set(other, { kind: 'found', amount: '0', confirmations: 12 });
    expect(await goesBack(reference, '--tx', other)).toMatchObject({ code: 1 });
    expect(await statuses()).toEqual(['notApproved', 'notApproved']);
    expect(await goesBack(reference, '--tx', other, '--yes')).toMatchObject({ code: 0 });
    // Nor does it allow a transaction that has brought back another deposit.
    expect((await goesBack(another.reference, '--tx', other, '--yes')).text).toContain(
      `is recorded as the return of ${reference}`,
    );
    expect(await statuses()).toEqual(['returned', 'notApproved']);
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
