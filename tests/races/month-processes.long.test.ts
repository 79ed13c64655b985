// A month that several processes close, one of which is killed in the middle of paying.
import { Client } from '#server/platform/system/postgres-driver.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { normal } from '#money/amount.ts';
import { balancesOf } from '#server/domain/ledger/balances.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { setRates } from '#tests/api/support/money.ts';
import { buy } from '#tests/api/support/sales.ts';
import { fullTree, growTree } from '#tests/api/support/trees.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';
import { sessionsWaiting } from '#tests/support/waiting.ts';
import { addressOf } from '#fixtures/club/database.ts';
import { worker } from './processes/workers.ts';

const LEVELS = 6;
const WAITING_MS = 60_000;

let world: World;
let members: string[];
beforeAll(async () => {
  world = await createWorld();
  world.clock.advance((Date.parse('2026-09-20T00:00:00Z') - world.clock.now().getTime()) / 1000);
  await setRates(world);
  const root = await world.member();
  await growTree(world, { under: root.seatNo, prefix: 'month', plan: fullTree(LEVELS) });
  members = (await world.db.selectFrom('seats').select('member_id').orderBy('seat_no').execute()).map(
    ({ member_id: id }) => id,
  );
  for (const id of members) await buy(world, id, { usd: '100' });
  world.clock.advance(20 * 24 * 3600);
});
afterAll(() => world.close());

const closer = () => worker(world.database, 'close-month', { MONTH: '2026-09', NOW: world.clock.now().toISOString() });

const waiting = () => sessionsWaiting(world.db);

/** Holds the wallet of a member, so that the paying process stops there, in the middle of its transaction. */
async function holdWallet(memberId: string): Promise<() => Promise<void>> {
  const holder = new Client({ connectionString: (await addressOf(world.database)) ?? '' });
  await holder.connect();
  await holder.query('BEGIN');
  const { rowCount } = await holder.query(
    `SELECT 1 FROM accounts WHERE member_id = $1 AND kind = 'wallet' AND asset = 'USDT' FOR UPDATE`,
    [memberId],
  );
  expect(rowCount).toBe(1);
  return () => holder.end();
}

describe('a month whose closing is killed in the middle of paying', () => {
  it('is paid once to everybody by the others, and the books agree', async () => {
    // A full tree: everybody with members below them is paid. The last of these is paid last.
    const inner = members.slice(0, 2 ** (LEVELS - 1) - 1);
    const release = await holdWallet(inner.at(-1) ?? '');
    const victim = await closer();
    await expect.poll(waiting, { timeout: WAITING_MS }).toBe(1);
    victim.child.kill('SIGKILL');
    expect(await victim.ended).toBe('SIGKILL');
    // PostgreSQL notices that its caller is gone although the statement waits, and undoes what was not committed.
    await expect.poll(waiting, { timeout: 5_000 }).toBe(0);
    const paid = async () =>
      (await world.db.selectFrom('receipts').select('member_id').where('kind', '=', 'binary_bonus').execute()).map(
        ({ member_id: id }) => id,
      );
    expect(await paid()).toEqual([]);

    const others = [await closer(), await closer()];
    await expect.poll(waiting, { timeout: WAITING_MS }).toBeGreaterThan(0);
    await release();
    expect(await Promise.all(others.map(({ ended }) => ended))).toEqual([0, 0]);
    expect(others.flatMap(({ lines }) => lines)).toContain('closed');
    expect((await paid()).sort()).toEqual([...inner].sort());
    for (const [index, id] of inner.entries()) {
      const level = Math.floor(Math.log2(index + 1));
      const below = 2 ** (LEVELS - 1 - level) - 1;
      const { USDT, PP } = await balancesOf(world.db, id);
      expect([id, Number(USDT) + Number(PP)]).toEqual([id, Number(normal(String(below * 100 * 0.1)))]);
    }
    expect(await checkBooks(world.db, { now: world.clock.now(), full: true })).toEqual({ kind: 'agree' });
  });
});
