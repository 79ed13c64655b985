// The operator's commands for months (S-20): refused with a clear line, tried without an effect, closed once,
// continued, shown.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeMonth } from '#server/domain/bonuses/close-month.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { balancesOf } from '#server/domain/ledger/balances.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { setRates } from '../support/money.ts';
import { buy, payingNobody } from '../support/sales.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let top: TestMember;
let left: TestMember;
let right: TestMember;
let ratesSince: string;

beforeAll(async () => {
  world = await createWorld();
  world.clock.advance((Date.parse('2026-09-20T00:00:00Z') - world.clock.now().getTime()) / 1000);
  await setRates(world);
  top = await world.member({ username: 'Mika' });
  left = await world.member({ below: top.seatNo, side: 'left' });
  right = await world.member({ below: top.seatNo, side: 'right' });
});
afterAll(() => world.close());

const run = (...args: string[]) => outcomeOf(world.services, { args: ['months', ...args], operator: 'olga' });
const acts = async () =>
  (
    await world.db
      .selectFrom('audit_events')
      .select(['kind', 'details'])
      .where('kind', 'like', 'month_%')
      .orderBy('id')
      .execute()
  ).map(({ kind, details }) => `${kind} ${String(details.operator)} ${String(details.month)}`);
const stored = async () => ({
  state: await world.db.selectFrom('sales_state').selectAll().execute(),
  periods: await world.db.selectFrom('bonus_periods').selectAll().execute(),
  months: await world.db.selectFrom('sales_months').selectAll().execute(),
  sums: await world.db.selectFrom('seat_sums').selectAll().execute(),
  open: await world.db.selectFrom('open_sales').selectAll().execute(),
  journals: await world.db.selectFrom('journals').select('id').execute(),
});

/** Moves the rates, which are otherwise only added to. */
async function later(by: string): Promise<void> {
  await sql`ALTER TABLE rates DISABLE TRIGGER rates_append_only`.execute(world.db);
  await sql`UPDATE rates SET at = at + ${by}::interval`.execute(world.db);
  await sql`ALTER TABLE rates ENABLE TRIGGER rates_append_only`.execute(world.db);
}

async function refused(line: string[], text: string | RegExp, code = 1): Promise<void> {
  const before = await stored();
  expect(await run(...line)).toEqual({ code, text: expect.stringMatching(text) });
  expect(await stored()).toEqual(before);
}

describe('before anything was sold', () => {
  it('there is no month to close', async () => {
    await refused(['close', '2026-08'], /^nothing has been sold yet, so there is no month to close$/);
    expect((await run('list')).text).toBe('2026-09  running  until 2026-10-01T00:00:00.000Z');
  });
});

describe('a month', () => {
  beforeAll(async () => {
    await buy(world, top.id, { usd: '100' });
    await buy(world, left.id, { usd: '200' });
    await buy(world, right.id, { usd: '500' });
    world.clock.advance(30 * 24 * 3600);
    await setRates(world);
    ratesSince = world.clock.now().toISOString();
    await buy(world, left.id, { usd: '400' });
    await buy(world, right.id, { usd: '100' });
    world.clock.advance(20 * 24 * 3600);
  });

  it.each([
    [['close', '2026-11'], /^2026-11 is not over before 2026-12-01T00:00:00\.000Z$/],
    [['close', '2027-05'], /^2027-05 is not over/],
    [['close', '2026-11', '--dry-run'], /^2026-11 is not over/],
    [['close', '2026-10'], /^2026-09 is open; months must be closed in order$/],
    [['close', '2026-08'], /^2026-08 is before the first month with sales$/],
    [['close', '2026-9'], /^"2026-9" is not a month such as 2026-10$/],
    [['close', 'October'], /is not a month/],
    [['show', '2026-09'], /^2026-09 is not calculated; "months close 2026-09 --dry-run" shows/],
    [['show', '2026-13'], /is not a month/],
  ])('is refused: %j', async (line, text) => refused(line, text));

  it.each([
    [['close']],
    [['close', '2026-09', '--dryrun']],
    [['close', '2026-09', '2026-10']],
    [['list', 'all']],
    [['show', '2026-09', '--member']],
  ])('has wrong arguments: %j', async (line) => refused(line, /./, 2));

  it('can be tried without an effect, which is recorded', async () => {
    const before = await stored();
    const { code, text } = await run('close', '2026-09', '--dry-run');
    expect(code).toBe(0);
    expect(text).toMatch(/^2026-09 would have these totals; nothing has changed\n/);
    expect(text).toContain('1 members get 16 USDT and 4 PP; 0 of them are paid');
    expect(text).toContain(`1 USDT is 1 USD, since ${ratesSince}\n`);
    expect(text).toContain('\nTHE RATE OF USDT IS OUT OF DATE: set it with "rates set USDT USD"');
    expect(text).not.toContain('MONEY IS STOPPED');
    expect(await stored()).toEqual(before);
    expect(await acts()).toEqual(['month_tried olga 2026-09']);
  });

  it('is not begun while money is stopped, which the trial says', async () => {
    for (const stop of ['books_stopped_at', 'restored_at'] as const) {
      await world.db
        .updateTable('club_state')
        .set({ [stop]: world.clock.now() })
        .execute();
      await refused(['close', '2026-09', '--yes'], stop === 'restored_at' ? /restored show/ : /books/);
      expect((await run('close', '2026-09', '--dry-run')).text).toContain('\nMONEY IS STOPPED: ');
      await world.db
        .updateTable('club_state')
        .set({ [stop]: null })
        .execute();
    }
  });

  it('is not begun without a rate, nor by one that is out of date unless that is asked for', async () => {
    await refused(
      ['close', '2026-09'],
      new RegExp(`^the rate of USDT is out of date: 1 USD since ${ratesSince}; set it with "rates set USDT USD", or`),
    );
    await later('1 year');
    await refused(['close', '2026-09', '--yes'], /^there is no rate of USDT$/);
    await later('-1 year');
  });

  it('is calculated and paid, and every step is recorded', async () => {
    const { code, text } = await run('close', '2026-09', '--yes');
    expect({ code, text }).toEqual({
      code: 0,
      text: expect.stringContaining('1 members get 16 USDT and 4 PP; 1 of them are paid'),
    });
    expect(text).toContain('matched 200 USD, bonus 20 USD');
    expect(await balancesOf(world.db, top.id)).toMatchObject({ USDT: '16', PP: '4' });
    expect((await acts()).filter((act) => !act.startsWith('month_tried'))).toEqual([
      'month_input_closed olga 2026-09',
      'month_calculated olga 2026-09',
      'month_released olga 2026-09',
    ]);
    expect((await run('list')).text.split('\n')).toEqual([
      expect.stringMatching(/^2026-09 {2}released {2}since /),
      '2026-10  open, over since 2026-11-01T00:00:00.000Z',
      '2026-11  running  until 2026-12-01T00:00:00.000Z',
    ]);
    const { text: status } = await outcomeOf(world.services, { args: ['status'], operator: 'olga' });
    expect(status).toContain('NOT CLOSED: 2026-10, whose bonuses are not all paid; see: months list');
  });

  it('is closed once', async () =>
    refused(['close', '2026-09'], /^2026-09 is closed already: it was released at 2026-11-/));

  it('continues where it was interrupted, and is paid once', async () => {
    const call = { requestId: 'op-1', device: '' };
    await expect(
      closeMonth(payingNobody(world.services), { month: '2026-10', operator: 'olga', call }),
    ).rejects.toThrow('interrupted');
    expect((await run('list')).text).toContain('2026-10  calculated  since');
    // What is sold now counts in the next month.
    await buy(world, right.id, { usd: '7', at: new Date('2026-10-31T00:00:00Z') });
    await refused(['close', '2026-11'], /is not over/);
    expect((await run('close', '2026-10')).code).toBe(0);
    expect(await balancesOf(world.db, top.id)).toMatchObject({ USDT: '48', PP: '12' });
    expect((await acts()).filter((act) => act.endsWith('2026-10'))).toEqual([
      'month_input_closed olga 2026-10',
      'month_calculated olga 2026-10',
      'month_released olga 2026-10',
    ]);
    expect(await checkBooks(world.db, { now: world.clock.now(), full: true })).toEqual({ kind: 'agree' });
  });

  it('is shown for all and for one member', async () => {
    expect((await run('show', '2026-09')).text).toMatch(
      /^2026-09 is released\n {2}rules of version \d+\n {2}1 USDT is 1 USD, since \S+\n {2}1 seats with volume below them, 0 of members without a stake\n/,
    );
    const { reference } = await world.db
      .selectFrom('receipts')
      .select('reference')
      .where('kind', '=', 'binary_bonus')
      .orderBy('at')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect((await run('show', '2026-09', '--member', 'mika')).text.split('\n')).toEqual([
      'Mika in 2026-09',
      '  left   0 carried, 200 new',
      '  right  0 carried, 500 new',
      '  matched 200 USD, bonus 20 USD',
      `  16 USDT and 4 PP, receipt ${reference}; rounding 0 USD`,
    ]);
    expect((await run('show', '2026-10', '--member', 'MIKA')).text).toContain('  right  300 carried, 100 new');
    expect((await run('show', '2026-10', '--member', left.username)).text).toMatch(/has nothing in 2026-10/);
    expect(await run('show', '2026-10', '--member', 'nobody')).toEqual({
      code: 1,
      text: 'there is no member "nobody"',
    });
    expect((await acts()).filter((act) => act.startsWith('month_read'))).toHaveLength(4);
  });
});
