import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balancesOf } from '#server/domain/ledger/balances.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { currencyRatesAt, setCurrencyRate } from '#server/domain/rates/currencies.ts';
import { ratesAt } from '#server/domain/rates/rates.ts';
import { renewDemoRates } from '#server/entry/demo/renew-rates.ts';
import { planOpenings } from '#server/entry/demo/balances.ts';
import { fillDemoClub } from '#server/entry/demo/fill.ts';
import { demoMemberId, planDemoClub } from '#server/entry/demo/plan.ts';
import { DEMO_PASSWORD, DEMO_RECOVERY_CODES, DEMO_TOTP_SECRET } from '#server/entry/demo/sign-ins.ts';
import { codeOfKey } from '#fixtures/club/members.ts';
import { jobsOf } from '../support/jobs.ts';
import { runJobs } from '../support/stakes.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ config: { demo: true } });
  await fillDemoClub(world.services);
});
afterAll(() => world.close());

const DEMO = { username: 'demo', password: DEMO_PASSWORD };
const DEMO_TWO_FACTOR = { username: 'demo2fa', password: DEMO_PASSWORD };

/** What one USD is in each currency. */
const perUsd = async () =>
  Object.fromEntries((await currencyRatesAt(world.db, world.clock.now())).map((rate) => [rate.currency, rate.perUsd]));

describe('the demo club', () => {
  it('lets demo in with the password alone', async () => {
    const browser = world.browser();
    const { body } = await browser.signIn(DEMO);
    expect((await browser.call('getUserInfo', { token: body.accessToken })).body).toMatchObject({
      name: 'Mika Sato',
      username: 'demo',
      twoFactorEnabled: false,
    });
    expect((await browser.call('getStatus')).body.demo).toBe(true);
  });

  it('lets demo2fa in with a code of its key, and with each recovery code once', async () => {
    const browser = world.browser();
    await browser.signIn(DEMO_TWO_FACTOR);
    const code = codeOfKey(DEMO_TOTP_SECRET, world.clock.now());
    expect((await browser.call('verifyTwoFactor', { body: { method: 'totp', code } })).status).toBe(200);
    for (const recoveryCode of DEMO_RECOVERY_CODES) {
      await browser.signIn(DEMO_TWO_FACTOR);
      expect(
        (await browser.call('verifyTwoFactor', { body: { method: 'recoveryCode', code: recoveryCode } })).status,
      ).toBe(200);
    }
    await browser.signIn(DEMO_TWO_FACTOR);
    expect(
      (await browser.call('verifyTwoFactor', { body: { method: 'recoveryCode', code: 'DEMO-CODE-0000-0001' } })).status,
    ).toBe(400);
  });

  it('has 200 members in one tree, and only two of them have a password', async () => {
    const { rows } = await sql<{ members: bigint; seats: bigint; passwords: bigint; roots: bigint; names: bigint }>`
      SELECT count(*) AS members, count(s.seat_no) AS seats, count(m.password_hash) AS passwords,
        count(*) FILTER (WHERE s.parent_no IS NULL) AS roots, count(DISTINCT m.name) AS names
      FROM members m LEFT JOIN seats s ON s.member_id = m.id`.execute(world.db);
    expect(rows[0]).toEqual({ members: 200n, seats: 200n, passwords: 2n, roots: 1n, names: 200n });
    const { rows: depths } = await sql<{ deepest: number }>`SELECT max(depth) AS deepest FROM seats`.execute(world.db);
    expect(depths[0]?.deepest).toBeGreaterThan(8);
  });

  it('has seats below and above both demo members', async () => {
    for (const username of ['demo', 'demo2fa']) {
      const { rows } = await sql<{ below: bigint; above: bigint }>`
        WITH RECURSIVE own AS (SELECT s.* FROM seats s JOIN members m ON m.id = s.member_id WHERE m.username = ${username}),
        below AS (SELECT seat_no FROM own UNION ALL SELECT s.seat_no FROM seats s JOIN below b ON s.parent_no = b.seat_no)
        SELECT (SELECT count(*) - 1 FROM below) AS below, depth AS above FROM own`.execute(world.db);
      expect(Number(rows[0]?.below), username).toBeGreaterThan(2);
      expect(Number(rows[0]?.above), username).toBeGreaterThan(0);
    }
  });

  it('begins with balances that agree with the books', async () => {
    const held = async (username: string) =>
      Object.entries(await balancesOf(world.db, demoMemberId(username))).filter(([, amount]) => amount !== '0');
    // 12,500 USDT, and what referrals and two months of sales have earned.
    expect(await held('demo')).toEqual([
      ['USDT', '12610.08'],
      ['BTC', '0.25'],
      ['ETH', '3'],
      ['MSPC', '5000'],
      ['PP', '15.02'],
    ]);
    expect(await held('demo2fa')).toEqual([
      ['USDT', '4000'],
      ['BTC', '0.05'],
    ]);
    expect(await checkBooks(world.db, { now: world.clock.now(), full: true })).toEqual({ kind: 'agree' });
    const { rows } = await sql<{
      holders: bigint;
    }>`SELECT count(DISTINCT member_id) AS holders FROM accounts WHERE balance > 0`.execute(world.db);
    expect(Number(rows[0]?.holders)).toBeGreaterThan(40);
    expect(planOpenings(planDemoClub())).toEqual(planOpenings(planDemoClub()));
    expect([...(await ratesAt(world.db, world.clock.now())).keys()]).toEqual([
      'USDT',
      'BTC',
      'ETH',
      'MSPC',
      'MP',
      'PP',
    ]);
    expect(await perUsd()).toEqual({ JPY: '155.2', CNY: '7.24', EUR: '0.9215' });
  });

  it('renews its rates of currencies, and leaves to an operator what an operator has set', async () => {
    const at = async () =>
      Object.fromEntries((await currencyRatesAt(world.db, world.clock.now())).map((rate) => [rate.currency, rate.at]));
    const filled = await at();
    world.clock.advance(29 * 60);
    await renewDemoRates(world.services);
    expect(await at()).toEqual(filled);
    const set = world.clock.now();
    const own = { currency: 'JPY', perUsd: '160', at: set, source: 'operator', setBy: 'olga' } as const;
    await setCurrencyRate(world.db, own);
    world.clock.advance(31 * 60);
    await renewDemoRates(world.services);
    const now = world.clock.now();
    expect(await at()).toEqual({ JPY: set, CNY: now, EUR: now });
    expect(await perUsd()).toEqual({ JPY: '160', CNY: '7.24', EUR: '0.9215' });
    world.clock.advance(-60 * 60);
  });

  it('has new rates half a minute after its machine has woken', () => {
    const jobs = jobsOf(world);
    expect(jobs.find(({ name }) => name === 'renew-demo-rates')?.everySeconds).toBe(30);
  });

  it('has stakes that run, wait for a choice and were restaked, once the jobs of a start have run', async () => {
    await runJobs(world);
    expect(await checkBooks(world.db, { now: world.clock.now() })).toEqual({ kind: 'agree' });
    const { body } = await world.browser().signIn(DEMO);
    const own = (await world.browser().call('listStakes', { token: body.accessToken })).body;
    expect(own.items).toMatchObject([
      { state: 'matured', stage: 2, amountUsd: '5000', accruedMp: '1095', daysLeft: 0 },
      { state: 'running', stage: 1, amountUsd: '1182.5', accruedMp: '35.475', days: 90, daysLeft: 30 },
      { state: 'running', stage: 8, amountUsd: '250', accruedMp: '25', daysLeft: 165 },
      { state: 'restaked', stage: 1, accruedMp: '182.5', option: 'full' },
    ]);
    expect(
      (await world.browser().call('getWallet', { token: body.accessToken })).body.balances.map(
        ({ staked }: { staked: string }) => staked,
      ),
    ).toEqual(['6250', '0', '0', '0', '1337.975', '0']);
    expect(
      (await world.browser().call('listHistory', { path: { kind: 'stakingReward' }, token: body.accessToken })).body
        .items,
    ).toHaveLength(50);
    // Of what the bell lists, only the stake that waits is news.
    expect((await world.browser().call('listNotices', { token: body.accessToken })).body).toMatchObject({
      unread: 1,
      items: [
        { kind: 'stakeFree', stage: 2, read: false },
        { kind: 'binaryBonus', amount: '36.4', counterAmount: '9.1', read: true },
        { kind: 'stakeFree', stage: 1, read: true },
        { kind: 'binaryBonus', amount: '23.68', counterAmount: '5.92', read: true },
        { kind: 'referralBonus', amount: '50', counterAmount: null, read: true },
      ],
    });
    const states = await world.db
      .selectFrom('stakes')
      .select(['state', sql<number>`count(*)::integer`.as('count')])
      .groupBy('state')
      .execute();
    expect(Object.fromEntries(states.map(({ state, count }) => [state, count]))).toEqual({
      running: 24,
      matured: 1,
      restaked: 1,
    });
    const { rows } = await sql<{
      due: bigint;
    }>`SELECT count(*) AS due FROM stakes WHERE state = 'running' AND next_at <= ${world.clock.now()}`.execute(
      world.db,
    );
    expect(rows[0]?.due).toBe(0n);
  });

  it('has sold plans for months, and closed all months that are over', async () => {
    const token = (await world.browser().signIn(DEMO)).body.accessToken;
    const { call } = world.browser().as({ token });
    const { items } = (await call('listSalesMonths')).body;
    expect(items.slice(0, 4)).toMatchObject([
      {
        month: '2026-11',
        state: 'open',
        outcome: 'running',
        left: { newUsd: '290', carriedAfterUsd: '290' },
        right: { carriedBeforeUsd: '2564' },
        asOf: '2026-11-21T04:00:00.000Z',
      },
      { month: '2026-10', state: 'released', outcome: 'nothingMatched' },
      {
        month: '2026-09',
        state: 'released',
        outcome: 'paid',
        left: { newUsd: '455' },
        right: { newUsd: '874' },
        paidUsdt: '36.4',
        paidPp: '9.1',
        asOf: '2026-10-01T08:00:00.000Z',
      },
      {
        month: '2026-08',
        state: 'released',
        outcome: 'paid',
        left: { newUsd: '296' },
        paidUsdt: '23.68',
        paidPp: '5.92',
      },
    ]);
    expect((await call('getReceipt', { path: { id: items[2].receiptId } })).body).toMatchObject({
      kind: 'binaryBonus',
      bonusMonth: '2026-09',
      at: '2026-10-01T08:00:00.000Z',
    });
    expect((await call('getReferralEarnings')).body.totals).toEqual({
      introduced: 1,
      purchasesUsd: '1000',
      earnedUsdt: '50',
      thisMonthUsdt: '0',
    });
    expect((await call('getCommunityInfo')).body.volumesAt).toBe('2026-11-21T04:00:00.000Z');
    const unclosed = await world.db
      .selectFrom('bonus_periods')
      .select('month')
      .where('state', '<>', 'released')
      .execute();
    expect(unclosed).toEqual([]);
    const { count } = await world.db
      .selectFrom('volumes')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow();
    const purchases = await world.db.selectFrom('stakes').select('id').where('previous_id', 'is', null).execute();
    expect(Number(count)).toBe(purchases.length);
  });

  it('lets nobody else in', async () => {
    const answer = await world.browser().signIn({ username: 'perch', password: DEMO_PASSWORD });
    expect(answer.body.code).toBe('invalid_login');
  });

  it('is filled once, with the same plan every time', async () => {
    expect(await fillDemoClub(world.services)).toBe(false);
    expect(planDemoClub()).toEqual(planDemoClub());
  });

  it('is not filled into a club that has members', async () => {
    const other = await createWorld({ config: { demo: true } });
    await other.member();
    expect(await fillDemoClub(other.services)).toBe(false);
    expect((await other.browser().call('getStatus')).body.demo).toBe(false);
    await other.close();
  });

  it('has an introducer for everybody, who joined before', async () => {
    const { rows } = await sql<{ wrong: bigint; without: bigint }>`
      SELECT count(*) FILTER (WHERE i.joined_at > m.joined_at) AS wrong, count(*) FILTER (WHERE i.id IS NULL) AS without
      FROM members m LEFT JOIN members i ON i.id = m.introducer_id`.execute(world.db);
    expect(rows[0]).toEqual({ wrong: 0n, without: 1n });
  });
});
