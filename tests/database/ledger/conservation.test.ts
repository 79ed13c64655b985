// Whatever members and the club do in whatever order: nothing appears, nothing is lost, nobody goes below zero (D-03).
import { sql } from 'kysely';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, compare, isNegative, normal, subtract, sum } from '#money/amount.ts';
import { inTransaction, type Trx } from '#server/platform/db/kysely.ts';
import { balancesOf } from '#server/domain/ledger/balances.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import {
  depositCredited,
  depositDropped,
  depositOpened,
  depositRefused,
  depositSeen,
} from '#server/domain/ledger/deposits.ts';
import { exchange, transfer } from '#server/domain/ledger/moves.ts';
import { InsufficientBalance, KeyOfAnotherMovement } from '#server/domain/ledger/post.ts';
import { withdrawalAccepted, withdrawalPaid, withdrawalReturned } from '#server/domain/ledger/withdrawals.ts';
import type { TestMember } from '#tests/support/members.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';

let world: World;
let members: TestMember[] = [];
let acts = 0;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

type Command =
  | { do: 'deposit'; who: number; amount: string; end: 'credited' | 'refused' | 'dropped' | 'none' }
  | { do: 'withdraw'; who: number; amount: string; fee: string; end: 'paid' | 'returned' | 'both' | 'none' }
  | { do: 'transfer'; who: number; to: number; amount: string; times: number }
  | { do: 'exchange'; who: number; amount: string; gives: string };

const MEMBERS = 3;
const who = fc.integer({ min: 0, max: MEMBERS - 1 });
const amount = fc
  .integer({ min: 1, max: 3_000_000 })
  .map((units) => normal(`${Math.floor(units / 10_000)}.${String(units % 10_000).padStart(4, '0')}`));
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    do: fc.constant('deposit' as const),
    who,
    amount,
    end: fc.constantFrom('credited', 'credited', 'credited', 'refused', 'dropped', 'none'),
  }),
  fc.record({
    do: fc.constant('withdraw' as const),
    who,
    amount,
    fee: fc.constantFrom('0', '0.0001'),
    end: fc.constantFrom('paid', 'returned', 'both', 'none'),
  }),
  fc.record({ do: fc.constant('transfer' as const), who, to: who, amount, times: fc.constantFrom(1, 1, 2) }),
  fc.record({ do: fc.constant('exchange' as const), who, amount, gives: amount }),
);

/** What the command should leave everybody with, worked out without the books. */
class Model {
  readonly usdt = Array.from({ length: MEMBERS }, () => '0');
  readonly mspc = Array.from({ length: MEMBERS }, () => '0');

  move(holder: number, change: string, held = this.usdt): void {
    held[holder] = add(held[holder] ?? '0', change);
  }

  has(holder: number, wanted: string): boolean {
    return compare(this.usdt[holder] ?? '0', wanted) >= 0;
  }
}

const ids = () => world.services.random;
const id = (index: number) => members[index]?.id ?? '';
const books = <T>(work: (trx: Trx) => Promise<T>) => inTransaction(world.db, work);
const act = (holder: number) => ({
  key: `act:${(acts += 1)}`,
  at: world.clock.now(),
  memberId: id(holder),
  ruleVersion: 1,
  asset: 'USDT' as const,
});
const at = () => ({ at: world.clock.now(), status: 'ended', byMemberId: null });

async function run(model: Model, step: Command): Promise<void> {
  if (step.do === 'deposit') return deposit(model, step);
  const refused = !model.has(step.who, step.amount);
  const happened = await attempt(step).catch((error: unknown) => {
    if (error instanceof InsufficientBalance) return false;
    throw error;
  });
  expect(happened).toBe(!refused);
  if (refused) return;
  if (step.do === 'withdraw' && (step.end === 'returned' || step.end === 'both')) return;
  model.move(step.who, subtract('0', step.amount));
  if (step.do === 'transfer') model.move(step.to, step.amount);
  if (step.do === 'exchange') model.move(step.who, step.gives, model.mspc);
}

async function deposit(model: Model, step: Extract<Command, { do: 'deposit' }>): Promise<void> {
  const receiptId = await books(async (trx) => {
    const { key: _key, ...wanted } = act(step.who);
    const opened = await depositOpened(trx, ids(), { ...wanted, amount: step.amount, status: 'awaited' });
    await depositSeen(trx, { receiptId: opened, ...at(), sighting: 1, amount: step.amount });
    return opened;
  });
  const ends = { credited: depositCredited, refused: depositRefused, dropped: depositDropped };
  if (step.end === 'none') return;
  const end = ends[step.end];
  await books((trx) => end(trx, { receiptId, ...at(), sighting: 1 }));
  if (step.end === 'credited') model.move(step.who, step.amount);
}

async function attempt(step: Exclude<Command, { do: 'deposit' }>): Promise<boolean> {
  if (step.do === 'transfer') {
    const move = { ...act(step.who), toMemberId: id(step.to), amount: step.amount };
    for (let time = 0; time < step.times; time += 1) await books((trx) => transfer(trx, ids(), move));
    return true;
  }
  if (step.do === 'exchange') {
    const to = { asset: 'MSPC' as const, amount: step.gives };
    const { asset, ...rest } = act(step.who);
    await books((trx) =>
      exchange(trx, ids(), {
        ...rest,
        from: { asset, amount: step.amount },
        to,
        rate: { value: '1', at: world.clock.now() },
      }),
    );
    return true;
  }
  const { receiptId } = await books((trx) =>
    withdrawalAccepted(trx, ids(), { ...act(step.who), amount: step.amount, fee: step.fee, status: 'accepted' }),
  );
  if (step.end === 'paid') await books((trx) => withdrawalPaid(trx, { receiptId, ...at() }));
  if (step.end === 'returned' || step.end === 'both')
    await books((trx) => withdrawalReturned(trx, { receiptId, ...at() }));
  if (step.end === 'both')
    await expect(books((trx) => withdrawalPaid(trx, { receiptId, ...at() }))).rejects.toThrow(KeyOfAnotherMovement);
  return true;
}

describe('after any sequence of movements', () => {
  it('members have what the movements say, and the books agree', async () => {
    const sequences = fc.array(
      command.filter((step) => step.do !== 'transfer' || step.who !== step.to),
      { minLength: 1, maxLength: 15 },
    );
    await fc.assert(
      fc.asyncProperty(sequences, async (sequence) => {
        members = [];
        for (let index = 0; index < MEMBERS; index += 1) members.push(await world.member());
        const model = new Model();
        for (const step of sequence) await run(model, step);
        for (let index = 0; index < MEMBERS; index += 1) {
          const { USDT, MSPC } = await balancesOf(world.db, id(index));
          expect([USDT, MSPC]).toEqual([model.usdt[index], model.mspc[index]]);
          expect(isNegative(USDT)).toBe(false);
        }
        expect(await checkBooks(world.db, { now: world.clock.now() })).toEqual({ kind: 'agree' });
      }),
      { numRuns: 25 },
    );
    expect(await checkBooks(world.db, { now: world.clock.now(), full: true })).toEqual({ kind: 'agree' });
    const { rows } = await sql<{
      total: string;
    }>`SELECT sum(amount)::text AS total FROM postings GROUP BY asset`.execute(world.db);
    expect(rows.map(({ total }) => normal(total))).toEqual(rows.map(() => '0'));
    expect(sum(rows.map(({ total }) => total))).toBe('0');
  }, 240_000);
});
