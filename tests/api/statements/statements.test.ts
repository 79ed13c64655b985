// Statements (D-29): what was in a wallet, what moved and what is in it, of a month or a year, as figures and as CSV.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, sum } from '#money/amount.ts';
import { MOST_LINES } from '#server/domain/statements/statement.ts';
import { requestTo } from '../support/call.ts';
import { rich, type Rich } from '../support/money.ts';
import { movedMember, type Moves } from '../support/moved.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let who: Rich;
let other: Rich;
let receive: Moves['receive'];
beforeAll(async () => {
  world = await createWorld();
  ({ who, other, receive } = await movedMember(world));
});
afterAll(() => world.close());

const TOKYO = 'Asia/Tokyo';
const of = async (period: string, { by = who, timeZone = TOKYO }: { by?: Rich; timeZone?: string } = {}) =>
  by.call('getStatement', { path: { period }, query: { timeZone } });
const figuresOf = async (...asked: Parameters<typeof of>) => {
  const { status, body } = await of(...asked);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
interface Figures {
  asset: string;
  opening: string;
  in: string;
  out: string;
  fees: string;
  closing: string;
  kinds: { kind: string; in: string; out: string }[];
}
const assetOf = (body: { assets: Figures[] }, asset: string) => body.assets.find((each) => each.asset === asset);
const linesOf = async (period: string, culture?: string) => {
  const { body } = await who.call('exportStatementCsv', { path: { period }, query: { timeZone: TOKYO }, culture });
  return (body as string)
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
};

describe('the periods of statements', () => {
  it('begin with the month of joining and end with the present one, newest first', async () => {
    const asked = await who.call('listStatementPeriods', { query: { timeZone: TOKYO } });
    expect(asked.body).toEqual({ months: ['2026-11', '2026-10', '2026-09', '2026-08'], years: ['2026'] });
    expect((await who.call('listStatementPeriods', { query: { timeZone: 'Mars/Olympus' } })).status).toBe(400);
    expect((await world.browser().call('listStatementPeriods')).status).toBe(401);
  });

  it('are those of the zone that is asked for', async () => {
    const joined = await rich(world, {});
    const january = new Date('2025-12-31T16:00:00Z');
    await world.db.updateTable('members').set({ joined_at: january }).where('id', '=', joined.member.id).execute();
    const years = async (timeZone: string) =>
      (await joined.call('listStatementPeriods', { query: { timeZone } })).body.years;
    expect([await years(TOKYO), await years('UTC')]).toEqual([['2026'], ['2026', '2025']]);
  });
});

describe('a statement', () => {
  it('has every kind of movement of its month, and comes from the opening to the closing balance', async () => {
    const body = await figuresOf('2026-09');
    expect(body).toMatchObject({
      period: '2026-09',
      timeZone: TOKYO,
      from: '2026-09-01',
      to: '2026-09-30',
      madeAt: world.clock.now().toISOString(),
      isOver: true,
      lines: 18,
    });
    expect(assetOf(body, 'USDT')).toEqual({
      asset: 'USDT',
      opening: '1000',
      in: '612.500001',
      out: '-642.345678',
      fees: '11',
      closing: '970.154323',
      kinds: [
        { kind: 'transferIn', in: '5.000001', out: '0' },
        { kind: 'deposit', in: '200.5', out: '0' },
        { kind: 'withdrawal', in: '0', out: '-210' },
        { kind: 'withdrawalReturned', in: '100', out: '0' },
        { kind: 'transferOut', in: '0', out: '-12.345678' },
        { kind: 'exchange', in: '0', out: '-100' },
        { kind: 'purchase', in: '0', out: '-320' },
        { kind: 'restake', in: '100', out: '0' },
        { kind: 'stakeWithdrawal', in: '200', out: '0' },
        { kind: 'referralBonus', in: '4', out: '0' },
        { kind: 'binaryBonus', in: '3', out: '0' },
      ],
    });
    expect((body.assets as Figures[]).map(({ asset }) => asset)).toEqual(['USDT', 'BTC', 'MP', 'PP']);
    expect(assetOf(body, 'BTC')).toMatchObject({ opening: '0', in: '0.00153076', out: '0', closing: '0.00153076' });
    expect(assetOf(body, 'MP')).toMatchObject({ in: '1.5', closing: '1.5' });
    expect(assetOf(body, 'PP')).toMatchObject({ in: '2', closing: '2' });
    for (const { opening, in: came, out, closing, kinds } of body.assets as Figures[]) {
      expect(add(add(opening, came), out)).toBe(closing);
      expect(sum(kinds.map((kind) => add(kind.in, kind.out)))).toBe(add(came, out));
    }
  });

  it('has what was elsewhere when the period ended on lines of its own, and in no balance', async () => {
    expect((await figuresOf('2026-09')).elsewhere).toEqual([
      { place: 'withdrawals', asset: 'USDT', amount: '60' },
      { place: 'deposits', asset: 'BTC', amount: '0.5' },
      { place: 'heldDeposits', asset: 'USDT', amount: '3' },
      { place: 'stakes', asset: 'USDT', amount: '20' },
    ]);
    const october = await figuresOf('2026-10');
    expect(october.elsewhere).toEqual([{ place: 'stakes', asset: 'USDT', amount: '20' }]);
    // What had been elsewhere arrives: the refused withdrawal with its fee, the held deposit, the confirmed one.
    expect(assetOf(october, 'USDT')).toMatchObject({
      opening: '970.154323',
      in: '72',
      fees: '-6',
      closing: '1042.154323',
    });
    expect(assetOf(october, 'BTC')).toMatchObject({ opening: '0.00153076', in: '0.5', closing: '0.50153076' });
  });

  it('ends a second before midnight of the zone', async () => {
    expect(assetOf(await figuresOf('2026-08'), 'USDT')).toMatchObject({ opening: '0', in: '1000', closing: '1000' });
    // In UTC, what came at Tokyo's midnight is of the day before, and so of the earlier month.
    expect(assetOf(await figuresOf('2026-08', { timeZone: 'UTC' }), 'USDT')).toMatchObject({ closing: '1005' });
    expect(assetOf(await figuresOf('2026-09', { timeZone: 'UTC' }), 'USDT')).toMatchObject({ closing: '979.154323' });
  });

  it('begins where the one before ended, and a year has what its months have', async () => {
    const months = ['2026-08', '2026-09', '2026-10', '2026-11'];
    const all = [];
    for (const month of months) all.push(await figuresOf(month));
    for (const [place, later] of all.slice(1).entries())
      for (const { asset, closing } of (all[place] as { assets: Figures[] }).assets)
        expect(assetOf(later, asset)?.opening, `${months[place + 1]} ${asset}`).toBe(closing);
    const year = await figuresOf('2026');
    expect(year).toMatchObject({ from: '2026-01-01', to: '2026-12-31', isOver: false });
    expect(year.lines).toBe(all.reduce((lines, each) => lines + each.lines, 0));
    for (const { asset, in: came, closing } of year.assets as Figures[]) {
      expect(came).toBe(sum(all.map((each) => assetOf(each, asset)?.in ?? '0')));
      expect(closing).toBe(await who.balance(asset as 'USDT'));
    }
  });

  it('of a month without movements has the balances', async () => {
    const november = await figuresOf('2026-11');
    expect(november).toMatchObject({ lines: 0, isOver: false });
    expect(assetOf(november, 'USDT')).toEqual({
      asset: 'USDT',
      opening: '1042.154323',
      in: '0',
      out: '0',
      fees: '0',
      closing: '1042.154323',
      kinds: [],
    });
    const poor = await rich(world, {});
    expect(await figuresOf('2026-11', { by: poor })).toMatchObject({ lines: 0, assets: [], elsewhere: [] });
  });

  it('is of the member who asks, and of no other', async () => {
    expect(assetOf(await figuresOf('2026-11', { by: other }), 'USDT')).toMatchObject({ closing: '498.345677' });
    const stranger = await rich(world, {});
    expect((await figuresOf('2026-11', { by: stranger })).assets).toEqual([]);
    for (const operation of ['getStatement', 'exportStatementCsv', 'exportStatementPdf'] as const)
      expect((await world.browser().call(operation, { path: { period: '2026-09' } })).status, operation).toBe(401);
  });

  it('is refused of a period that is to come, that was over before the member joined, or that is none', async () => {
    for (const period of ['2026-12', '2027', '2026-07', '2025', '2000', '2999'])
      expect((await of(period)).body, period).toMatchObject({ status: 404, code: 'not_found' });
    for (const period of ['2026-13', '2026-00', '26', '2026-9', '1999', 'all'])
      expect((await who.callUnchecked('getStatement', { path: { period } })).status, period).toBe(400);
    expect((await of('2026-09', { timeZone: 'Tokyo' })).status).toBe(400);
  });
});

describe('a statement as CSV', () => {
  it.each(['2026-11', '2026'])('has no line in the future, though %s is not over', async (period) => {
    const [, ...lines] = await linesOf(period);
    const moments = lines.map(([, , , utc = '']) => utc);
    const now = world.clock.now().toISOString();
    expect(moments.filter((moment) => moment > now)).toEqual([]);
    expect(moments.filter((moment) => moment === now).length).toBeGreaterThan(0);
  });

  it('has a balance after each line, which is the closing one at the end', async () => {
    const [head, ...lines] = await linesOf('2026-09');
    expect(head).toEqual([
      'Line',
      'Date',
      'Time zone',
      'Date in UTC',
      'Reference',
      'Kind',
      'Other member',
      'Asset',
      'Amount',
      'Fee',
      'Balance',
    ]);
    expect(lines.every((line) => line.length === 11)).toBe(true);
    const body = await figuresOf('2026-09');
    for (const { asset, opening, closing } of body.assets as Figures[]) {
      const own = lines.filter((line) => line[7] === asset && !/Staked|Held|process|confirmed/.test(line[0] ?? ''));
      expect([own[0]?.[0], own[0]?.[10], own.at(-1)?.[0], own.at(-1)?.[10]]).toEqual([
        'Opening balance',
        opening,
        'Closing balance',
        closing,
      ]);
      let balance = opening;
      for (const line of own.slice(1, -1)) expect(line[10]).toBe((balance = add(balance, line[8] ?? '')));
      const moments = own.map((line) => line[3] ?? '');
      expect(moments).toEqual(moments.toSorted());
    }
    expect(lines.filter(([, date]) => date === '2026-09-01 00:00:00')).toHaveLength(5);
    expect(lines.some(([, date, zone]) => date === '2026-09-30 23:59:59' && zone === TOKYO)).toBe(true);
    const [sent] = lines.filter((line) => line[5] === 'Transfer sent');
    expect(sent?.slice(6)).toEqual(['"Other"', 'USDT', '-12.345678', '', expect.any(String)]);
    expect(lines.filter((line) => line[9] !== '').map((line) => [line[8], line[9]])).toEqual([
      ['-100', '10'],
      ['100', '-10'],
      ['-50', '5'],
      ['-60', '6'],
    ]);
    expect(lines.slice(-4).map((line) => [line[0], line[7], line[8], line[10]])).toEqual([
      ['Withdrawals in process', 'USDT', '60', ''],
      ['Deposits being confirmed', 'BTC', '0.5', ''],
      ['Held deposits', 'USDT', '3', ''],
      ['Staked', 'USDT', '20', ''],
    ]);
  });

  it('is named after the club and its period, and in the language of the call', async () => {
    const { headers, body } = await who.call('exportStatementCsv', { path: { period: '2026' }, culture: 'ja-JP' });
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="perch-statement-2026.csv"',
    });
    expect((body as string).startsWith('\uFEFF行,取引日時,タイムゾーン,')).toBe(true);
    expect((await linesOf('2026-09', 'zh-CN'))[1]?.[0]).toBe('期初余额');
  });

  it('has names that a spreadsheet would run as text', async () => {
    const { who: member } = await movedMember(world, { other: '=1+1' });
    const { body } = await member.call('exportStatementCsv', {
      path: { period: '2026-10' },
      query: { timeZone: TOKYO },
    });
    expect(body).toContain(`,"'=1+1",USDT,9,,979.154323\r\n`);
  });
});

describe('a statement that cannot be given', () => {
  it('is refused when more has moved than it has room for, and says so', async () => {
    const busy = await rich(world, { USDT: '1' });
    const { rows } = await sql<{ id: bigint }>`SELECT id FROM accounts WHERE member_id = ${busy.member.id}`.execute(
      world.db,
    );
    await sql.raw('SET session_replication_role = replica').execute(world.db);
    await sql`WITH made AS (
        INSERT INTO journals (at, kind, key) SELECT ${world.clock.now()}, 'opening', 'busy ' || place
        FROM generate_series(1, ${MOST_LINES}::integer) AS place RETURNING id)
      INSERT INTO postings (journal_id, account_id, asset, amount, balance_after)
      SELECT id, ${rows[0]?.id}, 'USDT', 1, 1 FROM made`.execute(world.db);
    await sql.raw('SET session_replication_role = origin').execute(world.db);
    for (const operation of ['getStatement', 'exportStatementCsv', 'exportStatementPdf'] as const)
      expect((await busy.call(operation, { path: { period: '2026-11' } })).body, operation).toMatchObject({
        status: 409,
        code: 'statement_too_long',
      });
  });

  it('is never shown if it does not add up; support finds why by the reference', async () => {
    const tampered = await rich(world, { USDT: '100' });
    await sql`UPDATE accounts SET balance = 101 WHERE member_id = ${tampered.member.id}`.execute(world.db);
    for (const operation of ['getStatement', 'exportStatementCsv', 'exportStatementPdf'] as const) {
      const answer = await world.app.inject({
        ...requestTo(operation, { path: { period: '2026-11' } }),
        headers: { authorization: `Bearer ${tampered.token}` },
      });
      const problem = answer.json<{ code: string; reference: string }>();
      expect([answer.statusCode, problem.code]).toEqual([500, 'internal']);
      expect(answer.body.replace(problem.reference, '')).not.toContain('10');
      const [found] = world
        .logs()
        .split('\n')
        .filter((line) => line.includes(problem.reference) && line.includes("doesn't add up"));
      expect(found).toContain('USDT has 101 and not 100');
    }
  });

  it('is throttled like the files of histories', async () => {
    const strict = await createWorld({ on: world, config: { rateLimitScale: 1 } });
    const eager = await rich(strict, {});
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1)
      statuses.push(
        (await eager.call('exportStatementCsv', { path: { period: '2026-11' } })).status,
        (await eager.call('exportHistory', { path: { kind: 'all' } })).status,
      );
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    expect(statuses.slice(0, 10).every((status) => status === 200)).toBe(true);
  });

  it('is of one moment, whatever moves while it is read', async () => {
    const before = assetOf(await figuresOf('2026-11'), 'USDT')?.closing ?? '';
    const many = await Promise.all([
      ...Array.from({ length: 6 }, () => of('2026-11')),
      ...Array.from({ length: 6 }, () => receive(world.clock.now().toISOString(), '1')),
    ]);
    expect(many.slice(0, 6).map((answer) => (answer as { status: number }).status)).toEqual([
      200, 200, 200, 200, 200, 200,
    ]);
    expect(assetOf(await figuresOf('2026-11'), 'USDT')?.closing).toBe(add(before, '6'));
  });
});
