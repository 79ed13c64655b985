// What the operator's command promises: no mistake takes effect at once, no payment is recorded unchecked, an empty
// result is a sentence, and a wrong folder creates no second club.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { depositLifecycle } from '#machines/lifecycles/deposit.machine.ts';
import { withdrawalLifecycle } from '#machines/lifecycles/withdrawal.machine.ts';
import { readDailyRates } from '#server/domain/rules/daily-rates.ts';
import { rulesAt } from '#server/domain/rules/rules.ts';
import { commands } from '#server/entry/operator/commands.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { STANDINGS } from '#server/entry/operator/records.ts';
import { cleanEnvironment } from '#tests/provision/environment.ts';
import { ethereumAddress } from '#fixtures/club/chain.ts';
import { rich, setRates } from '../support/money.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
const TOLD = 'the member is shown it under the bell, and notified by email unless they chose otherwise';
const folder = mkdtempSync(join(tmpdir(), 'perch-promises-'));
beforeAll(async () => void (world = await createWorld()));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world.close();
});

const run = (...args: string[]) => outcomeOf(world.services, { args, operator: 'olga', folder });

/** What exists from the beginning. */
const EMPTY: Readonly<Record<string, RegExp>> = {
  'news list': /^1 {2}published .* Welcome to Perch news$/,
  'months list': /^2026-11 {2}running/,
};

describe('on an empty club', () => {
  it.each(Object.keys(commands).filter((name) => name.endsWith(' list')))(
    '"%s" answers in a sentence',
    async (name) => {
      expect(await run(...name.split(' '))).toEqual({
        code: 0,
        text: expect.stringMatching(EMPTY[name] ?? /^No \w+ .*[.D]$/),
      });
    },
  );

  it('the help of a command that takes a file has a valid example', async () => {
    for (const [args, file] of [
      [['news', 'add'], 'news.md'],
      [['contents', 'set', 'terms', '--culture', 'en-US'], 'terms.md'],
    ] as const) {
      const [name = '', verb = ''] = args;
      const { text } = await run(name, verb, '--help');
      writeFileSync(join(folder, file), text.slice(text.indexOf('For example:\n') + 'For example:\n'.length));
      expect(await run(...args, file)).toMatchObject({ code: 0 });
    }
    for (const [name, { usage, more }] of Object.entries(commands))
      if (usage.includes('FILE')) expect([name, more?.join(' ')]).toEqual([name, expect.stringContaining('FILE is ')]);
  });
});

describe('a rate', () => {
  it('far from the one before needs confirmation', async () => {
    await setRates(world, { BTC: '64000' });
    world.clock.advance(1);
    expect(await run('rates', 'set', 'BTC', '6')).toEqual({
      code: 1,
      text: '1 BTC is 64000 USD and would be 6 USD (-99.99%); a change of more than 10% needs --yes',
    });
    expect((await run('rates', 'set', 'BTC', '70400.01')).code).toBe(1);
    expect((await run('rates', 'set', 'BTC', '57599.99')).code).toBe(1);
    expect((await run('rates', 'list')).text).toContain('BTC   64000 USD');
    expect((await run('rates', 'set', 'BTC', '70400')).text).toMatch(
      /^1 BTC is 70400 USD from .*, before 64000 \(\+10.00%\)$/,
    );
    world.clock.advance(1);
    expect((await run('rates', 'set', 'BTC', '6', '--yes')).code).toBe(0);
    world.clock.advance(1);
    expect((await run('rates', 'set', 'BTC', '64000', '--yes')).code).toBe(0);
    expect((await run('rates', 'set', 'ETH', '3200')).code).toBe(0);
  });
});

describe('rules', () => {
  const HOUR = 3600;
  const later = (hours: number) => new Date(world.clock.now().getTime() + hours * HOUR * 1000).toISOString();
  const set = (...words: string[]) => run('rules', 'set', ...words);
  const newest = async () =>
    (await world.db.selectFrom('rules').select('version').orderBy('version', 'desc').executeTakeFirstOrThrow()).version;
  const minimumAt = async (hours: number) => (await rulesAt(world.db, new Date(later(hours)))).minimumDepositUsd;

  it('out of bounds are refused, whatever is confirmed', async () => {
    const version = await newest();
    for (const typed of ['withdrawalFeeRate=1.5', 'withdrawalFeeRate=1', 'exchangeSpread=2', 'stages.2.dailyRate=1']) {
      expect(await set(typed, '--from', later(1), '--yes')).toMatchObject({
        code: 1,
        text: expect.stringContaining('must be a share from 0 to less than 1'),
      });
    }
    expect((await set('minimumDepositUsd=1000000000000000', '--from', later(1), '--yes')).text).toMatch(
      /^minimumDepositUsd must be an amount /,
    );
    expect((await set('draftMinutes=1441', '--from', later(1), '--yes')).text).toBe(
      'draftMinutes must be a whole number from 1 to 1440; 1441 is not',
    );
    expect(await newest()).toBe(version);
  });

  it('far from those before need confirmation', async () => {
    const version = await newest();
    expect(await set('withdrawalFeeRate=0.9', 'minimumDepositUsd=100000000', '--from', later(1))).toEqual({
      code: 1,
      text: 'minimumDepositUsd is 100 and would be 100000000 (+99,999,900.00%); withdrawalFeeRate is 0.10 and would be 0.9 (+800.00%); this needs --yes',
    });
    for (const [typed, said] of [
      ['stages.2.dailyRate=0.006', 'stages.2.dailyRate is 0.0006 and would be 0.006 (+900.00%)'],
      ['restakeVolumeShare=0.01', 'restakeVolumeShare is 0 and would be 0.01'],
      ['binaryCapUsd=5', 'binaryCapUsd is null and would be 5'],
      ['riskVersion=999999', 'riskVersion is 1 and would be 999999, which is not the next one'],
      ['stakeDays=328', 'stakeDays is 365 and would be 328 (-10.14%)'],
    ] as const) {
      expect(await set(typed, '--from', later(1))).toEqual({ code: 1, text: `${said}; this needs --yes` });
    }
    expect(await newest()).toBe(version);
    expect(
      (await set('withdrawalFeeRate=0.11', 'minimumDepositUsd=90', 'riskVersion=2', '--from', later(1))).code,
    ).toBe(0);
    expect((await set('withdrawalFeeRate=0.2', '--from', later(1), '--yes')).text).toContain(
      'withdrawalFeeRate: 0.11 → 0.2',
    );
    expect((await set('withdrawalFeeRate=0.105', '--from', later(2), '--yes')).code).toBe(0);
    // By itself it is a small step, but not for members, who had 10% before.
    expect(await set('withdrawalFeeRate=0.115', '--from', later(3))).toEqual({
      code: 1,
      text: 'withdrawalFeeRate is 0.10 and would be 0.115 (+15.00%); this needs --yes',
    });
    expect((await set('riskVersion=3', '--from', later(3))).code).toBe(0);
    // What an earlier step has changed needs no second confirmation.
    expect((await set('minimumDepositUsd=92', '--from', later(3))).code).toBe(0);
    for (let step = 0; step < 5; step += 1)
      expect((await run('rules', 'withdraw', String((await newest()) - step))).code).toBe(0);
  });

  it('begin within a year', async () => {
    expect(await set('minimumDepositUsd=90', '--from', '2099-01-01T00:00:00Z')).toMatchObject({
      code: 1,
      text: expect.stringMatching(/^rules can be set at most 366 days ahead, until 2027-/),
    });
    expect((await set('minimumDepositUsd=90', '--from', later(366 * 24 + 1))).code).toBe(1);
    expect((await set('minimumDepositUsd=90', '--from', later(366 * 24))).code).toBe(0);
    expect((await run('rules', 'withdraw', String(await newest()))).code).toBe(0);
  });

  it('that have not begun can be withdrawn, the last first, and others can be set before them', async () => {
    await set('minimumDepositUsd=110', '--from', later(24));
    const first = await newest();
    await set('riskVersion=2', '--from', later(48));
    const second = await newest();
    expect((await set('minimumDepositUsd=105', '--from', later(12))).text).toMatch(
      new RegExp(`^version ${second} begins later, .* with: rules withdraw ${second}$`),
    );
    expect(await run('rules', 'withdraw', String(first))).toEqual({
      code: 1,
      text: `version ${second} follows version ${first} and contains its changes too; withdraw it first with: rules withdraw ${second}`,
    });
    expect((await run('rules', 'withdraw', String(second))).code).toBe(0);
    expect(await minimumAt(25)).toBe('110');
    expect(await run('rules', 'withdraw', String(first))).toEqual({
      code: 0,
      text: `version ${first}, which was to begin at ${later(24)}, is withdrawn; version 4 stays in force, without\n  minimumDepositUsd: 100 → 110`,
    });
    expect(await minimumAt(25)).toBe('100');
    expect((await run('rules', 'show')).text).not.toContain('→');
    expect(
      await world.db
        .selectFrom('audit_events')
        .select('details')
        .where('kind', '=', 'rules_withdrawn')
        .orderBy('id', 'desc')
        .executeTakeFirst(),
    ).toEqual({ details: { operator: 'olga', version: first, from: later(24) } });
    expect((await set('minimumDepositUsd=105', '--from', later(12))).text).toMatch(
      new RegExp(`^version ${second + 1} is in force`),
    );
    world.clock.advance(12 * HOUR);
    expect((await world.browser().call('getRules')).body).toMatchObject({
      version: second + 1,
      minimumDepositUsd: '105',
    });
    world.clock.advance(36 * HOUR);
    expect((await readDailyRates(world.db).then((rates) => rates(1, world.clock.now()))).ruleVersion).toBe(second + 1);
    expect((await run('rules', 'withdraw', String(second + 1))).text).toMatch(
      new RegExp(`^version ${second + 1} has been in force since `),
    );
    world.clock.advance(-48 * HOUR);
    expect((await run('rules', 'withdraw', String(second + 1))).code).toBe(0);
    expect((await run('rules', 'withdraw', String(first))).text).toMatch(/was withdrawn at .* already$/);
    expect((await run('rules', 'withdraw', '999')).text).toBe('there is no version 999 of the rules');
    expect((await run('rules', 'withdraw', 'last')).text).toBe(
      '"last" is not the number of a version; rules show names them',
    );
    await expect(
      world.db.updateTable('rules').set({ withdrawn_at: null }).where('version', '=', first).execute(),
    ).rejects.toThrow('append-only');
    await expect(
      world.db.updateTable('rules').set({ withdrawn_at: world.clock.now() }).where('version', '=', 4).execute(),
    ).rejects.toThrow('check');
  });
});

describe('what is not a command', () => {
  it.each([
    ['frobnicate', /^there is no command "frobnicate"; all commands are listed by: npm run operator -- help$/],
    [
      'withdrawals aprove',
      /\n {2}withdrawals approve REFERENCE\n[^]*\nthere is no command "withdrawals aprove"; did you mean "withdrawals approve"\?$/,
    ],
    ['maintenance', /\n {2}maintenance off\n"maintenance" needs a second word: on, off$/],
    ['maintenance --help', /\n"maintenance" needs a second word: on, off$/],
  ])('"%s" is reported at the end, below only the commands of its area', async (typed, told) => {
    const { code, text } = await run(...typed.split(' '));
    expect([code, text]).toEqual([2, expect.stringMatching(told)]);
    expect(text.split('\n').length).toBeLessThan(8);
  });
});

it('a record that refuses a step says so in words, in every status', () => {
  for (const machine of [depositLifecycle, withdrawalLifecycle])
    expect(Object.keys(STANDINGS[machine.id as keyof typeof STANDINGS]).sort()).toEqual(
      Object.keys(machine.states).sort(),
    );
});

describe('a withdrawal', () => {
  const HOURS_240 = 240 * 3600;
  const tx = (byte: string) => `0x${byte.repeat(32)}`;
  let moved = 0;

  async function approved() {
    await setRates(world);
    const address = ethereumAddress();
    const who = await rich(world);
    const draft = await who.call('createWithdrawal', {
      body: { asset: 'USDT', network: 'ethereum', address, amount: '400' },
    });
    const { receiptId } = (await who.confirm(draft.body.id)).body;
    const { reference } = (await who.call('getReceipt', { path: { id: receiptId } })).body;
    const early = await run('withdrawals', 'complete', reference, '--tx', tx('ee'), '--yes');
    expect(early).toEqual({ code: 1, text: `${reference} waits for a decision; it can only be approved or refused` });
    await run('withdrawals', 'approve', reference);
    expect((await run('withdrawals', 'complete', reference, '--tx', tx('ee'), '--yes')).text).toMatch(
      /^it is due at .* and can't be completed sooner$/,
    );
    world.clock.advance(HOURS_240);
    moved += HOURS_240;
    return {
      reference,
      address,
      complete: (tx: string, ...more: string[]) => run('withdrawals', 'complete', reference, '--tx', tx, ...more),
    };
  }
  afterAll(() => world.clock.advance(-moved));

  it('is completed by the transaction that has paid it, with enough confirmations, and by no other', async () => {
    const { reference, address, complete } = await approved();
    world.payments.set(tx('aa'), { kind: 'missing' });
    world.payments.set(tx('ab'), { kind: 'found', amount: '359.999999', confirmations: 50 });
    world.payments.set(tx('ac'), { kind: 'found', amount: '360.000000', confirmations: 11 });
    world.payments.set(tx('ad'), { kind: 'unreachable', reason: 'the node gave no answer' });
    expect(await complete(tx('AA'), '--yes')).toEqual({
      code: 1,
      text: `the node of ethereum knows no transaction ${tx('aa')}`,
    });
    expect(await complete(tx('ab'), '--yes')).toEqual({
      code: 1,
      text: `transaction ${tx('ab')} pays 359.999999 USDT to ${address}, and 360 USDT are due`,
    });
    expect(await complete(tx('ac'), '--yes')).toEqual({
      code: 1,
      text: `transaction ${tx('ac')} has 11 of 12 confirmations; wait for the others`,
    });
    expect(await complete(tx('ad'), '--yes')).toEqual({
      code: 1,
      text: "the node of ethereum can't say anything of the transaction now: the node gave no answer; try again later",
    });
    expect(await complete('0xab', '--yes')).toEqual({
      code: 1,
      text: '"0xab" is not the id of a transaction of ethereum: 0x and 64 hexadecimal digits',
    });
    world.payments.set(tx('ac'), { kind: 'found', amount: '360.000000', confirmations: 12 });
    expect(await complete(tx('AC'))).toEqual({
      code: 0,
      text: `${reference} is completed; the transaction was checked on the chain\n${TOLD}`,
    });
    const second = await approved();
    for (const typed of [tx('ac'), tx('AC'), 'ac'.repeat(32)])
      expect(await second.complete(typed)).toEqual({
        code: 1,
        text: `transaction ${tx('ac')} has paid ${reference} already`,
      });
  });

  it('is completed unchecked if a contract may have sent the ether, with enough confirmations, and the audit says so', async () => {
    const { reference, complete } = await approved();
    world.payments.set(tx('b0'), { kind: 'unseen', confirmations: 11 });
    expect(await complete(tx('b0'), '--yes')).toMatchObject({
      code: 1,
      text: expect.stringContaining('has 11 of 12 confirmations'),
    });
    world.payments.set(tx('b0'), { kind: 'unseen', confirmations: 12 });
    const unchecked = `transaction ${tx('b0')} calls a contract, and no node says to whom a contract sends ether`;
    expect(await complete(tx('b0'))).toEqual({
      code: 1,
      text: `the payment cannot be checked: ${unchecked}; look at it yourself, then record it with --yes`,
    });
    expect(await complete(tx('b0'), '--yes')).toEqual({
      code: 0,
      text: `${reference} is completed; UNCHECKED: ${unchecked}\n${TOLD}`,
    });
    const { details } = await world.db
      .selectFrom('audit_events')
      .select('details')
      .where('kind', '=', 'withdrawal_completed')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(details).toMatchObject({ operator: 'olga', reference, unchecked });
  });

  it('is not completed by an incoming payment', async () => {
    const { complete } = await approved();
    const other = await rich(world);
    const { address } = (
      await other.call('createDeposit', { body: { asset: 'USDT', network: 'ethereum', amount: '500' } })
    ).body;
    const issued = await world.db
      .selectFrom('chain_addresses')
      .select('id')
      .where('address', '=', address)
      .executeTakeFirstOrThrow();
    const at = world.clock.now();
    await world.db
      .insertInto('chain_sightings')
      .values({
        id: world.services.random.uuid(),
        network: 'ethereum',
        tx_id: tx('de'),
        output_index: 0,
        address_id: issued.id,
        asset: 'USDT',
        amount: '360',
        block_height: 7n,
        block_hash: '0x07',
        first_seen_at: at,
        confirmations: 12,
        final_at: null,
        dropped_at: null,
      })
      .execute();
    expect(await complete(tx('DE'), '--yes')).toEqual({
      code: 1,
      text: `transaction ${tx('de')} is a deposit to ${address}`,
    });
  });
});

it('a folder without a club stays without one, and the command says how to name the right one', async () => {
  const elsewhere = join(folder, 'elsewhere');
  const ran = promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'server/entry/operator/main.ts', 'withdrawals', 'list'],
    { env: { ...cleanEnvironment(), DATA_DIR: elsewhere } },
  );
  await expect(ran).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      `there is no club in ${elsewhere}, and none was made; name its folder, as in DATA_DIR=`,
    ),
  });
  expect(readdirSync(folder)).not.toContain('elsewhere');
});
