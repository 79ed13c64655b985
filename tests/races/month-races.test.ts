// Months that several processes close at once, while members buy. On the embedded engine transactions run one after the
// other; on PostgreSQL they really run in parallel.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { normal, sum } from '#money/amount.ts';
import { closeMonth, MonthRefused } from '#server/domain/bonuses/close-month.ts';
import { sumVolumes } from '#server/domain/bonuses/sums.ts';
import { balancesOf } from '#server/domain/ledger/balances.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { setRates } from '#tests/api/support/money.ts';
import { buy } from '#tests/api/support/sales.ts';
import { fullTree, growTree } from '#tests/api/support/trees.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';

const LEVELS = 6;
const PROCESSES = 4;
const BUYERS = 12;

let world: World;
let root: TestMember;
let members: string[];

beforeAll(async () => {
  world = await createWorld();
  world.clock.advance((Date.parse('2026-09-20T00:00:00Z') - world.clock.now().getTime()) / 1000);
  await setRates(world);
  root = await world.member();
  await growTree(world, { under: root.seatNo, prefix: 'race', plan: fullTree(LEVELS) });
  members = (await world.db.selectFrom('seats').select('member_id').orderBy('seat_no').execute()).map(
    ({ member_id: id }) => id,
  );
  for (const id of members) await buy(world, id, { usd: '100' });
  world.clock.advance(20 * 24 * 3600);
});
afterAll(() => world.close());

const close = (month: string) =>
  closeMonth(world.services, { month, operator: 'olga', call: { requestId: 'op-1', device: '' } });
const bonuses = async () =>
  (
    await world.db
      .selectFrom('receipts')
      .select(['member_id', sql<string>`details ->> 'bonusMonth'`.as('month')])
      .where('kind', '=', 'binary_bonus')
      .execute()
  ).map(({ member_id: id, month }) => `${id} ${month}`);
const bonusOf = async (id: string) => {
  const { USDT, PP } = await balancesOf(world.db, id);
  return sum([USDT, PP]);
};

describe('a month that several processes close at once', () => {
  it('is paid once to everybody, and the books agree', async () => {
    const results = await Promise.allSettled(Array.from({ length: PROCESSES }, () => close('2026-09')));
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    // A process that comes after the last step finds the month closed.
    for (const failure of failures) expect(failure).toBeInstanceOf(MonthRefused);
    expect(failures.length).toBeLessThan(PROCESSES);
    // A full tree: every seat of a level has the same number of seats below each side.
    const inner = members.slice(0, 2 ** (LEVELS - 1) - 1);
    expect((await bonuses()).sort()).toEqual(inner.map((id) => `${id} 2026-09`).sort());
    expect(await bonusOf(root.id)).toBe(normal(String((2 ** (LEVELS - 1) - 1) * 100 * 0.1)));
    expect(await checkBooks(world.db, { now: world.clock.now(), full: true })).toEqual({ kind: 'agree' });
    expect(
      await world.db
        .selectFrom('audit_events')
        .select('kind')
        .where('kind', 'like', 'month_%')
        .orderBy('kind')
        .execute(),
    ).toEqual([{ kind: 'month_calculated' }, { kind: 'month_input_closed' }, { kind: 'month_released' }]);
  });

  it('counts each purchase that is made meanwhile in exactly one month', async () => {
    world.clock.advance(30 * 24 * 3600);
    await setRates(world);
    const october = new Date('2026-10-31T23:59:59Z');
    const buying = members.slice(-BUYERS).map((id) => buy(world, id, { usd: '10', at: october }));
    const closing = [close('2026-10'), close('2026-10'), sumVolumes(world.db, world.clock.now())];
    const results = await Promise.allSettled([...buying, ...closing]);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(MonthRefused);
    const counted = async (month: string) => {
      const { usd } = (await world.db
        .selectFrom('sales_months')
        .select(sql<string>`left_new + right_new`.as('usd'))
        .where('month', '=', `${month}-01`)
        .where('seat_no', '=', root.seatNo)
        .executeTakeFirst()) ?? { usd: '0' };
      return Number(usd);
    };
    const inOctober = await counted('2026-10');
    const { rows } = await sql<{
      month: string;
      usd: string;
    }>`SELECT month, sum(amount_usd) AS usd FROM volumes WHERE month > '2026-09-01' GROUP BY month ORDER BY month`.execute(
      world.db,
    );
    const volume = new Map(rows.map(({ month, usd }) => [month, Number(usd)]));
    expect(inOctober).toBe(volume.get('2026-10-01') ?? 0);
    expect(inOctober + (volume.get('2026-11-01') ?? 0)).toBe(BUYERS * 10);
    expect(new Set(await bonuses()).size).toBe((await bonuses()).length);
    expect(await checkBooks(world.db, { now: world.clock.now(), full: true })).toEqual({ kind: 'agree' });
  });
});
