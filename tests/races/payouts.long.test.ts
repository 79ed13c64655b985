// Withdrawals that several processes pay over one node, and what happens to one whose process is killed in between.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { accepted, approve, HOURS_240 } from '#tests/api/support/withdrawals.ts';
import { setRates } from '#tests/api/support/money.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';
import { ethereumAddress } from '#fixtures/club/chain.ts';
import { openStubNode, type StubNode } from './processes/stub-node.ts';
import { worker } from './processes/workers.ts';

const WITHDRAWALS = 12;
/** Processes start in seconds, and pay within moments. */
const PAID_MS = 60_000;

let world: World;
let node: StubNode;
beforeEach(async () => {
  world = await createWorld();
  await setRates(world);
  node = await openStubNode();
});
afterEach(async () => {
  await node.close();
  await world.close();
});

/** Approved withdrawals of ether that are due, each to an address of its own. */
async function dueWithdrawals(count: number): Promise<{ id: string; address: string }[]> {
  const due: { id: string; address: string }[] = [];
  for (let made = 0; made < count; made += 1) {
    const address = ethereumAddress();
    const { id } = await accepted(world, { asset: 'ETH', address, amount: '1' }, { ETH: '2' } as never);
    await approve(world, id);
    due.push({ id, address: address.toLowerCase() });
  }
  world.clock.advance(HOURS_240);
  return due;
}

const payer = () => worker(world.database, 'pay', { NODE_URL: node.url, NOW: world.clock.now().toISOString() });
const open = async () =>
  (
    await world.db
      .selectFrom('withdrawals')
      .select(['id', 'payout_at', 'transaction_id'])
      .where('completed_at', 'is', null)
      .orderBy('id')
      .execute()
  ).map(({ id, payout_at: at, transaction_id: tx }) => ({ id, marked: at !== null, tx }));

async function untilOpen(count: number): Promise<void> {
  await expect.poll(async () => (await open()).length, { timeout: PAID_MS, interval: 50 }).toBe(count);
}

async function settled(due: readonly { address: string }[]): Promise<void> {
  expect([...node.paid].sort()).toEqual(due.map(({ address }) => address).sort());
  expect(await checkBooks(world.db, { now: world.clock.now(), full: true })).toEqual({ kind: 'agree' });
}

describe('withdrawals that three processes pay', () => {
  it('are paid once each, and completed by the transaction that paid them', async () => {
    const due = await dueWithdrawals(WITHDRAWALS);
    const processes = await Promise.all([payer(), payer(), payer()]);
    await untilOpen(0);
    await settled(due);
    const transactions = await world.db.selectFrom('withdrawals').select('transaction_id').execute();
    expect(new Set(transactions.map(({ transaction_id: tx }) => tx)).size).toBe(WITHDRAWALS);
    expect(processes.flatMap(({ lines }) => lines.filter((line) => line.startsWith('failed')))).toEqual([]);
  });

  it('are not paid again where a process was killed between the payment and its record: an operator records it', async () => {
    const due = await dueWithdrawals(WITHDRAWALS);
    const victim = await payerThatDies('eth_sendTransaction');
    await Promise.all([payer(), payer()]);
    await untilOpen(1);
    // Other processes have had their turns with it since.
    await turns();
    const [left] = await open();
    expect(left).toMatchObject({ marked: true, tx: null });
    expect(victim.lines.filter((line) => line.startsWith('pays'))).toHaveLength(1);
    await settled(due);
    const { address } = due.find(({ id }) => id === left?.id) ?? { address: '' };
    expect(node.paid.filter((each) => each === address)).toHaveLength(1);

    const tx = `0x${String(node.paid.indexOf(address) + 1).padStart(64, '0')}`;
    const { amount, reference } = await netOf(left?.id ?? '');
    world.payments.set(tx, { kind: 'found', amount, confirmations: 100 });
    const completed = await outcomeOf(world.services, {
      args: ['withdrawals', 'complete', reference, '--tx', tx],
      operator: 'olga',
    });
    expect(completed).toMatchObject({ code: 0 });
    await settled(due);
  });

  it('are not paid at all where a process was killed before it asked the node, and an operator sees it overdue', async () => {
    const due = await dueWithdrawals(3);
    await payerThatDies('eth_accounts');
    await Promise.all([payer(), payer()]);
    await untilOpen(1);
    await turns();
    const [left] = await open();
    await settled(due.filter(({ id }) => id !== left?.id));
    const { reference } = await netOf(left?.id ?? '');
    const { text } = await outcomeOf(world.services, { args: ['withdrawals', 'list'], operator: 'olga' });
    expect(text).toMatch(new RegExp(`${reference}.*OVERDUE`));
  });

  it('are not paid again where the node gave no answer after it had paid', async () => {
    const due = await dueWithdrawals(3);
    node.on = (method, paid) => (method === 'eth_sendTransaction' && paid === 1 ? 'silent' : undefined);
    const one = await payer();
    await one.line('failed');
    await untilOpen(1);
    await turns();
    await settled(due);
    expect((await open()).map(({ marked }) => marked)).toEqual([true]);
  });
});

/** A process that is killed in the middle of its first payment, while the node deals with a request. */
async function payerThatDies(method: string) {
  const victim = await payer();
  node.on = (asked) => {
    if (asked !== method) return undefined;
    node.on = () => undefined;
    victim.child.kill('SIGKILL');
    return 'silent';
  };
  await victim.ended;
  return victim;
}

/** Lets a process that starts now have a few turns. */
async function turns(): Promise<void> {
  const late = await payer();
  await expect
    .poll(() => late.lines.filter((line) => line === 'turn over').length, { timeout: PAID_MS })
    .toBeGreaterThan(2);
}

async function netOf(id: string): Promise<{ reference: string; amount: string }> {
  const { reference, net } = await world.db
    .selectFrom('receipts')
    .select(['reference', 'net'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { reference, amount: net.replace('-', '') };
}
