// The operator's commands: sent through a socket that only the owner can open, refused without an effect, recorded with
// the operator's name.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rulesAt, storedRulesAt } from '#server/domain/rules/rules.ts';
import { askServer, openOperatorChannel } from '#server/entry/operator/channel.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { rich, setRates } from '../support/money.ts';
import { bought, DAY, daysPass } from '../support/stakes.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
});
afterAll(() => world.close());

const run = (...args: string[]) => outcomeOf(world.services, { args, operator: 'olga' });
const acts = () => world.db.selectFrom('audit_events').select(['kind', 'details']).orderBy('id').execute();

async function withdrawal() {
  const who = await rich(world);
  const draft = await who.call('createWithdrawal', {
    body: {
      asset: 'USDT',
      network: 'ethereum',
      address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
      amount: '400',
    },
  });
  const { body } = await who.confirm(draft.body.id);
  const { reference } = (await who.call('getReceipt', { path: { id: body.receiptId } })).body;
  const statusOf = () =>
    world.db.selectFrom('receipts').select('status').where('id', '=', body.receiptId).executeTakeFirstOrThrow();
  return { who, reference, status: async () => (await statusOf()).status };
}

const TOLD = 'the member is shown it under the bell, and notified by email unless they chose otherwise';
const TX = `0x${'ab'.repeat(32)}`;

describe('the operator', () => {
  it('lists, approves and completes a withdrawal; each act is recorded by name', async () => {
    const { reference, status } = await withdrawal();
    expect((await run('withdrawals', 'list')).text).toContain(`${reference}  inProcess`);
    expect(await run('withdrawals', 'approve', reference.toLowerCase())).toEqual({
      code: 0,
      text: `${reference} is approved; the member is shown it under the bell`,
    });
    expect(await status()).toBe('approved');
    expect(await run('withdrawals', 'approve', reference)).toEqual({
      code: 1,
      text: `${reference} is approved already; it can only be completed, or refused before it is paid`,
    });
    expect((await run('withdrawals', 'complete', reference, '--tx', TX, '--yes')).text).toMatch(
      /^it is due at .* and can't be completed sooner$/,
    );
    world.clock.advance(240 * 3600);
    expect(await run('withdrawals', 'complete', reference, '--tx', TX)).toEqual({
      code: 1,
      text: 'the payment cannot be checked: no node of ethereum is set; look at it yourself, then record it with --yes',
    });
    expect(await run('withdrawals', 'complete', reference, '--tx', TX, '--yes')).toEqual({
      code: 0,
      text: `${reference} is completed; UNCHECKED: no node of ethereum is set\n${TOLD}`,
    });
    expect(await status()).toBe('completed');
    world.clock.advance(-240 * 3600);
    expect((await acts()).filter(({ details }) => details.operator === 'olga').map(({ kind }) => kind)).toEqual([
      'withdrawal_approved',
      'withdrawal_completed',
    ]);
  });

  it('refuses a withdrawal, and its money returns', async () => {
    const { who, reference } = await withdrawal();
    expect((await run('withdrawals', 'refuse', reference, '--reason', 'notRequested')).code).toBe(0);
    expect(await who.balance('USDT')).toBe('10000');
  });

  it('takes an approval back only if told that it is not paid', async () => {
    const { who, reference, status } = await withdrawal();
    await run('withdrawals', 'approve', reference);
    const refuse = (...rest: string[]) => run('withdrawals', 'refuse', reference, '--reason', 'notRequested', ...rest);
    expect(await refuse()).toEqual({
      code: 1,
      text: 'it is approved, and may be paid already: make sure that it is not, and never pay it; then --yes',
    });
    expect([await status(), await who.balance('USDT')]).toEqual(['approved', '9600']);
    expect((await refuse('--yes')).code).toBe(0);
    expect([await status(), await who.balance('USDT')]).toEqual(['notApproved', '10000']);
    expect((await refuse('--yes')).text).toBe(
      `${reference} is refused already, and its money has returned; nothing more can be done with it`,
    );
  });

  it.each([
    [[], '--reason is missing'],
    [['--reason', 'mood'], '"mood" is not a reason; one of addressUnusable, notRequested'],
  ])('refuses no withdrawal without a known reason: %j', async (options, told) => {
    const { reference, status } = await withdrawal();
    const { code, text } = await run('withdrawals', 'refuse', reference, ...options);
    expect([code, text]).toEqual([2, expect.stringContaining(told)]);
    expect(await status()).toBe('inProcess');
  });

  it.each([
    [['withdrawals', 'approve', 'W-0000-0000'], 1],
    [['deposits', 'approve', 'D-0000-0000'], 1],
    [['rates', 'set', 'DOGE', '1'], 1],
    [['rates', 'set', 'BTC', '-1'], 1],
    [['rates', 'set', 'BTC', 'many'], 1],
    [['rates', 'currency', 'GBP', '1'], 1],
    [['rates', 'currency', 'USD', '1'], 1],
    [['rates', 'currency', 'JPY', '0'], 1],
    [['rates', 'currency', 'JPY', '1e2'], 1],
    [['rates', 'currency', 'JPY'], 2],
    [['maintenance', 'on', '--until', 'soon'], 1],
    [['rates', 'set', 'BTC'], 2],
    [['withdrawals', 'complete', 'W-0000-0000'], 2],
    [['withdrawals', 'approve'], 2],
    [['rules', 'set', 'withdrawalFee=0.2', '--from', '2027-01-01T00:00:00Z'], 1],
    [['rules', 'set', 'withdrawalFeeRate=much', '--from', '2027-01-01T00:00:00Z'], 1],
    [['rules', 'set', 'stakeDays="365"', '--from', '2027-01-01T00:00:00Z'], 1],
    [['rules', 'set', 'stakeDays=many', '--from', '2027-01-01T00:00:00Z'], 1],
    [['rules', 'set', 'stakeDays=0', '--from', '2027-01-01T00:00:00Z'], 1],
    [['rules', 'set', 'stakeDays=365', '--from', '2027-01-01T00:00:00Z'], 1],
    [['rules', 'set', 'stakeDays=100', 'stakeDays=200', '--from', '2027-01-01T00:00:00Z'], 1],
    [['rules', 'set', 'stakeDays=100', '--from', '2020-01-01T00:00:00Z'], 1],
    [['rules', 'set', 'stakeDays=100', '--from', '2027-01-01'], 1],
    [['rules', 'set', 'version=9', '--from', '2027-01-01T00:00:00Z'], 1],
    [['rules', 'set', 'stakeDays', '--from', '2027-01-01T00:00:00Z'], 2],
    [['rules', 'set', 'stakeDays=100'], 2],
    [['rules', 'set', '--from', '2027-01-01T00:00:00Z'], 2],
    [['rules', 'show', 'all'], 2],
    [['rules', 'set', 'stages.9.dailyRate=0.1', '--from', '2027-01-01T00:00:00Z'], 1],
    [['rules', 'set', 'stages.2.name=gold', '--from', '2027-01-01T00:00:00Z'], 1],
    [['rules', 'set', 'stakeDays.2.dailyRate=1', '--from', '2027-01-01T00:00:00Z'], 1],
    [['rules', 'set', 'stages.2.dailyRate=-1', '--from', '2027-01-01T00:00:00Z'], 1],
    [['rules', 'set', 'stages.2.dailyRate=1', 'stages.2.dailyRate=2', '--from', '2027-01-01T00:00:00Z'], 1],
    [['rules', 'set', 'stages=[]', 'stages.2.dailyRate=2', '--from', '2027-01-01T00:00:00Z'], 1],
    [['rules', 'set', 'stages=5', '--from', '2027-01-01T00:00:00Z'], 1],
    [['rules', 'set', 'stages=[null]', '--from', '2027-01-01T00:00:00Z'], 1],
    [['stakes', 'list', '--state', 'sleeping'], 1],
    [['stakes', 'list', '--member', 'nobody-of-this-name'], 1],
    [['stakes', 'list', 'all'], 2],
    [['member', 'statement', 'nobody-of-this-name'], 1],
    [['member', 'statement'], 2],
    [['member', 'statement', 'x', '--from', '2026-02-30'], 1],
    [['member', 'statement', 'x', '--from', '2026-02-02', '--to', '2026-02-01'], 1],
    [['member', 'statement', 'x', '--form', '2026-02-02'], 2],
    [['export', 'gossip'], 1],
    [['export', 'transfer', '--from'], 2],
    [['export'], 2],
    [['pay', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', '1'], 1],
    [['pay', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', '1', 'DOGE'], 1],
    [['pay', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'], 2],
    [['toString'], 2],
    [['nonsense', 'now'], 2],
    [[], 2],
  ])('%j changes nothing', async (args, code) => {
    const state = async () => ({
      acts: await acts(),
      rules: await world.db.selectFrom('rules').selectAll().orderBy('version').execute(),
    });
    const before = await state();
    expect(await run(...args)).toMatchObject({ code, text: expect.stringMatching(/./) });
    expect(await state()).toEqual(before);
  });

  it('shows the rules and changes them from a given time; what changes is printed and recorded', async () => {
    const from = new Date(world.clock.now().getTime() + 3600_000).toISOString();
    const set = await run(
      'rules',
      'set',
      'withdrawalFeeRate=0.12',
      '--yes',
      '--from',
      from,
      'depositConfirmations={"bitcoin": 3, "ethereum": 12}',
    );
    expect(set).toMatchObject({ code: 0, text: expect.stringContaining('withdrawalFeeRate: 0.10 → 0.12') });
    expect(set.text).toContain('depositConfirmations: {"bitcoin":1,"ethereum":1} → {"bitcoin":3,"ethereum":12}');
    expect((await rulesAt(world.db, world.clock.now())).withdrawalFeeRate).toBe('0.10');
    const shown = (await run('rules', 'show')).text;
    expect(shown).toContain('  withdrawalFeeRate=0.10\n');
    expect(shown).toContain(`from ${from}\n  withdrawalFeeRate: 0.10 → 0.12`);
    const { version, withdrawalFeeRate } = await rulesAt(world.db, new Date(from));
    expect(withdrawalFeeRate).toBe('0.12');
    expect((await acts()).at(-1)).toMatchObject({
      kind: 'rules_set',
      details: { operator: 'olga', version, from, changed: 'withdrawalFeeRate depositConfirmations' },
    });
  });

  it('changes the daily rate of one stage from a given time; the others stay, and what is still a default is still marked so', async () => {
    const from = new Date(world.clock.now().getTime() + 7200_000);
    const before = await storedRulesAt(world.db, from);
    expect(
      await run(
        'rules',
        'set',
        'stages.2.dailyRate=0.0007',
        'stages.3.amountUsd=12000',
        '--from',
        from.toISOString(),
        '--yes',
      ),
    ).toEqual({
      code: 0,
      text: [
        `version ${before.version + 1} is in force from ${from.toISOString()}`,
        '  stages.2.dailyRate: 0.0006 → 0.0007',
        '  stages.3.amountUsd: 10000 → 12000',
      ].join('\n'),
    });
    const { values, defaults } = await storedRulesAt(world.db, from);
    expect(values.stages.map(({ dailyRate, amountUsd }) => [dailyRate, amountUsd]).slice(0, 3)).toEqual([
      ['0.0005', '1000'],
      ['0.0007', '5000'],
      ['0.0007', '12000'],
    ]);
    expect(before.defaults.filter((name) => !defaults.includes(name))).toEqual(['stages.2.dailyRate']);
    expect((await rulesAt(world.db, world.clock.now())).stages[1]?.dailyRate).toBe('0.0006');
    expect((await acts()).at(-1)).toMatchObject({
      kind: 'rules_set',
      details: { operator: 'olga', from: from.toISOString(), changed: 'stages' },
    });
  });

  it('lists stakes by their end, of one member or in one state, and marks what is late', async () => {
    const [first, second] = [await rich(world, { USDT: '500' }, { username: 'Staker' }), await rich(world)];
    const [later, { id }] = [await bought(second), await bought(first, { stage: 8, amountUsd: '200' })];
    const { reference } = (
      await first.call('getReceipt', {
        path: { id: (await first.call('getStakeOptions', { path: { id } })).body.stake.receiptId },
      })
    ).body;
    expect((await run('stakes', 'list')).text.split('\n')).toHaveLength(2);
    expect((await run('stakes', 'list', '--member', 'STAKER', '--state', 'running')).text).toBe(
      `${reference}  running  Staker  stage 8  200 USDT + 0 MP (0 accrued)  day 0 of 365  until ${later.endsAt}`,
    );
    expect((await run('stakes', 'list', '--state', 'withdrawn')).text).toBe('No stake is found.');
    await daysPass(world, 10);
    expect((await run('stakes', 'list', '--member', 'staker')).text).toContain(
      '200 USDT + 1 MP (1 accrued)  day 10 of 365',
    );
    world.clock.advance(400 * DAY);
    expect((await run('stakes', 'list', '--member', 'staker')).text).toMatch(/ OVERDUE$/);
    world.clock.advance(-410 * DAY);
  });

  it('prints every posting of a member with the balance after it, and the histories of all', async () => {
    const { who, reference } = await withdrawal();
    const other = await rich(world, { USDT: '5' }, { username: '=Other' });
    await run('withdrawals', 'refuse', reference, '--reason', 'notRequested');
    const lines = (await run('member', 'statement', who.member.username.toUpperCase(), '--csv')).text
      .split('\r\n')
      .map((line) => line.split(','));
    expect(lines[0]).toEqual(['journal', 'at_utc', 'kind', 'reference', 'asset', 'amount', 'balance_after']);
    expect(lines.slice(1).map(([, , kind, of, ...amounts]) => [kind, of === reference, ...amounts])).toEqual([
      ['opening', false, 'USDT', '10000', '10000'],
      ['withdrawal_accepted', true, 'USDT', '-400', '9600'],
      ['withdrawal_returned', true, 'USDT', '400', '10000'],
    ]);
    const today = world.clock.now().toISOString().slice(0, 10);
    expect((await run('member', 'statement', who.member.username, '--to', '2026-01-01')).text).toMatch(
      /: nothing has moved$/,
    );
    expect((await run('member', 'statement', who.member.username, '--from', today, '--to', today)).text).toMatch(
      /: 3 postings\n/,
    );
    const exported = (await run('export', 'depositWithdrawal')).text.split('\r\n');
    expect(exported[0]).toMatch(/^username,reference,kind,status,at_utc/);
    expect(exported.filter((line) => line.startsWith(`"${who.member.username}",`))).toHaveLength(2);
    expect(exported.filter((line) => line.startsWith(`"'=Other",`))).toHaveLength(1);
    expect((await run('export', 'depositWithdrawal', '--to', '2026-01-01')).text.split('\r\n')).toHaveLength(1);
    const [read, told] = (await acts()).filter(({ kind }) => kind === 'statement_read' || kind === 'history_exported');
    expect([read?.details, told?.kind]).toEqual([{ operator: 'olga', memberId: who.member.id }, 'statement_read']);
    expect((await acts()).at(-1)).toMatchObject({
      kind: 'history_exported',
      details: { operator: 'olga', kind: 'depositWithdrawal' },
    });
    // What operators read of members is not in the members' own list.
    expect((await who.call('listActivity')).status).toBe(200);
    expect(await other.balance('USDT')).toBe('5');
  });

  it.each([
    [['withdrawls', 'list'], 'did you mean "withdrawals list"?'],
    [['rule', 'show'], 'did you mean "rules show"?'],
    [['exprot', 'transfer'], 'did you mean "export"?'],
    [['rules', 'set', 'stakDays=1', '--from', '2027-01-01T00:00:00Z'], 'did you mean stakeDays?'],
    [['export', 'transfers'], 'did you mean transfer?'],
    [['stakes', 'list', '--state', 'runing'], 'did you mean running?'],
    [['withdrawals', 'approve'], 'Usage: npm run operator -- [--as NAME] withdrawals approve REFERENCE'],
  ])('%j gets a suggestion', async (args, text) => {
    expect((await run(...args)).text).toContain(text);
  });

  it('sets a rate, closes and opens the club, checks the books', async () => {
    world.clock.advance(1);
    expect((await run('rates', 'set', 'btc', '69000')).code).toBe(0);
    expect((await run('rates', 'list')).text).toContain('69000 USD');
    expect((await run('maintenance', 'on')).code).toBe(0);
    expect((await world.browser().call('getRules')).status).toBe(503);
    expect(await run('maintenance', 'off')).toEqual({ code: 0, text: 'the club is open' });
    expect(await run('books', 'check')).toEqual({ code: 0, text: 'the books agree' });
    expect((await acts()).slice(-4).map(({ kind }) => kind)).toEqual([
      'rate_set',
      'maintenance_set',
      'maintenance_set',
      'books_checked',
    ]);
  });

  it('reaches the running server by a socket that only its owner can open; without a server there is none', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'perch-operator-'));
    expect(await askServer(dataDir, { args: ['books', 'check'], operator: 'olga' })).toBeNull();
    const close = await openOperatorChannel(world.services, {
      dataDir,
      log: () => undefined,
      onError: () => undefined,
    });
    expect(statSync(join(dataDir, 'operator.sock')).mode & 0o777).toBe(0o600);
    expect(await askServer(dataDir, { args: ['books', 'check'], operator: 'olga' })).toEqual({
      code: 0,
      text: 'the books agree',
      club: expect.stringMatching(/^club https:\/\/wallet\.example, data in \//),
    });
    expect(await askServer(dataDir, { args: ['nonsense'], operator: 'olga' })).toMatchObject({ code: 2 });
    await close();
    rmSync(dataDir, { recursive: true });
  });
});
