// Deposits against their model: payments come, blocks are reorganized, payments vanish and come back, two processes
// watch; each payment is credited once, when it is final, and never before.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import fc from 'fast-check';
import { divideCeil, normal } from '#money/amount.ts';
import { fromUnits, toUnits } from '#server/domain/chain/amounts.ts';
import type { WatchState } from '#server/domain/chain/chain.ts';
import { createWatcher } from '#server/domain/chain/watcher.ts';
import { approveDeposit, createPaymentListener } from '#server/domain/deposits/payments.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { rulesAt } from '#server/domain/rules/rules.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { RATES, rich, setRates, type Rich } from '#tests/api/support/money.ts';
import type { World } from '#tests/api/support/world.ts';
import { MemoryNode } from '#tests/support/memory-node.ts';
import { DepositsModel, type Payment } from './deposits-model.ts';
import { at, commandsOf, runModel, type Checked } from './run-model.ts';

interface DepositsReal {
  readonly world: World;
  readonly members: readonly Rich[];
  readonly node: MemoryNode;
  readonly watch: (both: boolean) => Promise<void>;
  /** The addresses that were given out, with whose they are. */
  readonly addresses: { readonly address: string; readonly who: number }[];
  readonly requests: { readonly id: string; readonly who: number }[];
  readonly minimum: bigint;
}

export const DEPOSIT_FAULTS = ['payments count as final one block early', 'a payment that is gone stays in transit'];

const MEMBERS = 2;
const REQUIRED = 3;
const FIRST_BLOCKS = 4;
const BTC_SCALE = 8;
/** How many blocks a reorganization takes away; most are shallow. */
const DEPTHS = [1, 1, 2, 2, 3, 6];
const CALL = { requestId: 'model', device: '' };

const step = commandsOf<DepositsModel, DepositsReal>();
const who = fc.nat(MEMBERS - 1);
const index = fc.nat(99);
let blocks = 0;

const pay = step('pay', fc.record({ index, large: fc.boolean(), more: fc.nat(1_000_000) }), {
  run: async ({ index: place, large, more }, model, { addresses, minimum }) => {
    const to = at(addresses, place);
    if (to === undefined) return;
    const units = large ? minimum + BigInt(more) : (minimum - 1n) / BigInt(1 + (more % 5));
    const payment: Payment = {
      ...{ id: `${randomBytes(28).toString('hex')} ${to.address}`, who: to.who, units },
      ...{ seen: null, wasSeen: false, fate: null },
    };
    model.payments.push(payment);
    model.pool.push(payment);
  },
});

const watch = step('watch', fc.boolean(), {
  run: look,
});

const COMMANDS = [
  step('ask', who, {
    run: async (holder, _model, { members, addresses, requests }) => {
      const wanted = { asset: 'BTC', network: 'bitcoin', amount: '1' } as const;
      const { status, body } = await (members[holder] as Rich).call('createDeposit', { body: wanted });
      if (status === 200) {
        requests.push({ id: body.id, who: holder });
        addresses.push({ address: body.address, who: holder });
      } else assert.equal(body.code, 'too_many_open_deposits');
    },
  }),
  step('cancel', index, {
    run: async (place, _model, { members, requests }) => {
      const request = at(requests, place);
      if (request === undefined) return;
      const { status, body } = await (members[request.who] as Rich).call('cancelDeposit', { path: { id: request.id } });
      assert.ok(status === 200 || body.code === 'not_cancellable', JSON.stringify(body));
    },
  }),
  ...[pay, pay, pay],
  step('mine', fc.record({ count: fc.constantFrom(1, 1, 2, REQUIRED + 1), watched: fc.boolean() }), {
    run: async ({ count, watched }, model, real) => {
      for (let made = 0; made < count; made += 1) mine(model, real.node);
      if (watched) await look(false, model, real);
    },
  }),
  step(
    'reorganize',
    fc.record({ depth: fc.constantFrom(...DEPTHS), gone: fc.nat(), more: fc.integer({ min: -1, max: 3 }) }),
    {
      can: (model, { depth }) => model.chain.length - depth > FIRST_BLOCKS,
      run: async ({ depth, gone, more }, model, { node }) => {
        model.cut(depth, (place) => ((gone >> (place % 20)) & 1) === 1);
        node.blocks.length -= depth;
        for (let made = 0; made < depth + more; made += 1) mine(model, node);
      },
    },
  ),
  ...[watch, watch],
  step('approve', index, {
    can: (model) => model.payments.some(({ fate }) => fate === 'refused'),
    run: async (place, model, real) => {
      const { db, services } = real.world;
      const payment = at(
        model.payments.filter(({ fate }) => fate === 'refused'),
        place,
      );
      if (payment === undefined) return;
      const { id } = await db
        .selectFrom('deposits')
        .innerJoin('chain_sightings', 'chain_sightings.id', 'deposits.sighting_id')
        .select('deposits.id')
        .where('tx_id', '=', payment.id.split(' ')[0] ?? '')
        .executeTakeFirstOrThrow();
      await inTransaction(db, (trx) => approveDeposit(trx, services, { id, operator: 'olga', call: CALL }));
      payment.fate = 'approved';
      await same(model, real);
    },
  }),
];

async function look(both: boolean, model: DepositsModel, real: DepositsReal): Promise<void> {
  await real.watch(both);
  model.watch();
  await same(model, real);
}

function mine(model: DepositsModel, node: MemoryNode): void {
  blocks += 1;
  const payments = model.pool.map(({ id, units }) => {
    const [txId = '', address = ''] = id.split(' ');
    return { txId, index: 0, lookup: address.toLowerCase(), asset: 'BTC' as const, units };
  });
  node.mine(`block${blocks}`, 1, payments);
  model.mine(node.blocks.at(-1)?.hash ?? '');
}

async function same(model: DepositsModel, { world, members }: DepositsReal): Promise<void> {
  for (const [holder, { member }] of members.entries()) {
    const { rows } = await sql<{ kind: string; amount: string }>`
      SELECT account.kind, sum(posting.amount)::text AS amount
      FROM postings AS posting JOIN accounts AS account ON account.id = posting.account_id
        JOIN journals AS journal ON journal.id = posting.journal_id JOIN receipts AS receipt ON receipt.id = journal.receipt_id
      WHERE receipt.member_id = ${member.id} AND posting.asset = 'BTC' GROUP BY account.kind`.execute(world.db);
    const unitsIn = (kind: string) => toUnits(normal(rows.find((row) => row.kind === kind)?.amount ?? '0'), BTC_SCALE);
    const booked = {
      wallet: unitsIn('wallet'),
      transit: unitsIn('deposit_transit'),
      refused: unitsIn('refused_deposits'),
    };
    assert.deepEqual(booked, model.sums(holder));
  }
  const { rows } = await sql<{ id: string; state: string }>`
    SELECT sighting.tx_id || ' ' || address.address AS id,
      CASE WHEN final_at IS NOT NULL THEN 'final' WHEN dropped_at IS NOT NULL THEN 'dropped' ELSE 'open' END AS state
    FROM chain_sightings AS sighting JOIN chain_addresses AS address ON address.id = sighting.address_id
    WHERE address.member_id = ANY (${members.map(({ member }) => member.id)}::uuid[])`.execute(world.db);
  assert.deepEqual(rows.map(({ id, state }) => [id, state]).sort(), model.states().sort());
}

/** Processes that watch one node, each for itself. */
function watchers(world: World, node: MemoryNode, fault: string | undefined) {
  const { db, clock, services } = world;
  const listener = createPaymentListener(services);
  if (fault === DEPOSIT_FAULTS[1]) listener.onDropped = () => Promise.resolve();
  const required = fault === DEPOSIT_FAULTS[0] ? REQUIRED - 1 : REQUIRED;
  const [first, second] = [1, 2].map(() => {
    let state: WatchState = 'starting';
    const watcher = createWatcher({
      ...{ clock, random: services.random, source: node, listener, development: false },
      confirmationsRequired: async () => required,
      log: () => undefined,
      onLag: () => undefined,
      age: null,
      state: () => state,
      onState: async (_db, found) => {
        state = found;
      },
    });
    return () => watcher(db);
  }) as [() => Promise<unknown>, () => Promise<unknown>];
  return async (both: boolean) => void (await Promise.all(both ? [first(), second()] : [first()]));
}

/** Runs sequences against a world, each with a chain and members of its own. */
export async function checkDeposits(world: World, given: Checked): Promise<void> {
  const { minimumDepositUsd } = await rulesAt(world.db, world.clock.now());
  const minimum = toUnits(divideCeil(minimumDepositUsd, RATES.BTC, BTC_SCALE), BTC_SCALE);
  assert.ok(Number(fromUnits(minimum, BTC_SCALE)) > 0);
  await setRates(world);
  return runModel<DepositsModel, DepositsReal>({
    ...given,
    commands: COMMANDS,
    start: async () => {
      await world.db.deleteFrom('chain_cursors').where('network', '=', 'bitcoin').execute();
      await world.db.deleteFrom('chain_blocks').where('network', '=', 'bitcoin').execute();
      const node = new MemoryNode(`chain${randomBytes(6).toString('hex')}`, FIRST_BLOCKS);
      const watch = watchers(world, node, given.fault);
      await watch(false);
      const members = [await rich(world, {}), await rich(world, {})];
      const hashes = node.blocks.map(({ hash }) => hash);
      const real = { world, members, node, watch, addresses: [], requests: [], minimum };
      return { model: new DepositsModel(hashes, { required: REQUIRED, minimum }), real };
    },
    end: async (model, real) => {
      // What is still under way becomes final, so that nothing is left for the chain of the next sequence.
      const missing = Math.max(...DEPTHS) + REQUIRED + 1;
      for (let made = 0; made < missing; made += 1) mine(model, real.node);
      await look(true, model, real);
      for (const { fate } of model.payments) if (fate !== null) given.count?.(`payments ${fate}`);
      given.count?.('payments dropped', model.drops);
      assert.deepEqual(await checkBooks(world.db, { now: world.clock.now() }), { kind: 'agree' });
    },
  });
}
