// What the operator's command promises: no slip is live at once, no payment is recorded unseen, nothing printed is no answer, and a
// wrong folder makes no second club.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '#server/operator/commands.ts';
import { outcomeOf } from '#server/operator/outcome.ts';
import { ethereumAddress } from './support/chain.ts';
import { rich, setRates } from './support/money.ts';
import { createWorld, type World } from './support/world.ts';

let world: World;
const folder = mkdtempSync(join(tmpdir(), 'perch-promises-'));
beforeAll(async () => void (world = await createWorld()));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world.close();
});

const run = (...args: string[]) => outcomeOf(world.services, { args, operator: 'olga', folder });

/** What is there from the beginning. */
const EMPTY: Readonly<Record<string, RegExp>> = { 'news list': /^1 {2}published .* Welcome to the news of Perch$/, 'months list': /^2026-11 {2}running/ };

describe('on an empty club', () => {
  it.each(Object.keys(commands).filter((name) => name.endsWith(' list')))('"%s" answers in a sentence', async (name) => {
    expect(await run(...name.split(' '))).toEqual({ code: 0, text: expect.stringMatching(EMPTY[name] ?? /^No \w+ .*[.D]$/) });
  });

  it('the help of a command that takes a file shows one that it takes', async () => {
    for (const [args, file] of [[['news', 'add'], 'news.md'], [['contents', 'set', 'terms', '--culture', 'en-US'], 'terms.md']] as const) {
      const [name = '', verb = ''] = args;
      const { text } = await run(name, verb, '--help');
      writeFileSync(join(folder, file), text.slice(text.indexOf('Such as:\n') + 'Such as:\n'.length));
      expect(await run(...args, file)).toMatchObject({ code: 0 });
    }
    for (const [name, { usage, more }] of Object.entries(commands)) if (usage.includes('FILE')) expect([name, more?.join(' ')]).toEqual([name, expect.stringContaining('FILE is ')]);
  });
});

describe('a rate', () => {
  it('far from the one before needs a second thought', async () => {
    await setRates(world, { BTC: '64000' });
    world.clock.advance(1);
    expect(await run('rates', 'set', 'BTC', '6')).toEqual({ code: 1, text: '1 BTC is 64000 USD and would be 6 USD (-99.99%); a change of more than 10% needs --yes' });
    expect((await run('rates', 'set', 'BTC', '70400.01')).code).toBe(1);
    expect((await run('rates', 'set', 'BTC', '57599.99')).code).toBe(1);
    expect((await run('rates', 'list')).text).toContain('BTC   64000 USD');
    expect((await run('rates', 'set', 'BTC', '70400')).text).toMatch(/^1 BTC is 70400 USD from .*, before 64000 \(\+10.00%\)$/);
    world.clock.advance(1);
    expect((await run('rates', 'set', 'BTC', '6', '--yes')).code).toBe(0);
    world.clock.advance(1);
    expect((await run('rates', 'set', 'BTC', '64000', '--yes')).code).toBe(0);
    expect((await run('rates', 'set', 'ETH', '3200')).code).toBe(0);
  });
});

describe('a withdrawal', () => {
  const HOURS_240 = 240 * 3600;
  const tx = (byte: string) => `0x${byte.repeat(32)}`;
  let moved = 0;

  async function approved() {
    await setRates(world);
    const address = ethereumAddress();
    const who = await rich(world);
    const draft = await who.post('/withdrawals', { asset: 'USDT', network: 'ethereum', address, amount: '400' });
    const { receiptId } = (await who.confirm(draft.body.id)).body;
    const { reference } = (await who.get(`/receipts/${receiptId}`)).body;
    const early = await run('withdrawals', 'complete', reference, '--tx', tx('ee'), '--yes');
    expect(early).toEqual({ code: 1, text: "a withdrawal that is inProcess can't be completed" });
    await run('withdrawals', 'approve', reference);
    expect((await run('withdrawals', 'complete', reference, '--tx', tx('ee'), '--yes')).text).toMatch(/^it is due at .* and can't be completed sooner$/);
    world.clock.advance(HOURS_240);
    moved += HOURS_240;
    return { reference, address, complete: (tx: string, ...more: string[]) => run('withdrawals', 'complete', reference, '--tx', tx, ...more) };
  }
  afterAll(() => world.clock.advance(-moved));

  it('is completed by the transaction that has paid it, deep enough, and by no other', async () => {
    const { reference, address, complete } = await approved();
    world.payments.set(tx('aa'), { kind: 'missing' });
    world.payments.set(tx('ab'), { kind: 'found', amount: '359.999999', confirmations: 50 });
    world.payments.set(tx('ac'), { kind: 'found', amount: '360.000000', confirmations: 11 });
    world.payments.set(tx('ad'), { kind: 'unreachable', reason: 'the node gave no answer' });
    expect(await complete(tx('AA'), '--yes')).toEqual({ code: 1, text: `the node of ethereum knows no transaction ${tx('aa')}` });
    expect(await complete(tx('ab'), '--yes')).toEqual({ code: 1, text: `transaction ${tx('ab')} pays 359.999999 USDT to ${address}, and 360 USDT are due` });
    expect(await complete(tx('ac'), '--yes')).toEqual({ code: 1, text: `transaction ${tx('ac')} has 11 of 12 confirmations; wait for the others` });
    expect(await complete(tx('ad'), '--yes')).toEqual({ code: 1, text: "the node of ethereum can't say anything of the transaction now: the node gave no answer; try again later" });
    expect(await complete('0xab', '--yes')).toEqual({ code: 1, text: '"0xab" is not the id of a transaction of ethereum: 0x and 64 hexadecimal digits' });
    world.payments.set(tx('ac'), { kind: 'found', amount: '360.000000', confirmations: 12 });
    expect(await complete(tx('AC'))).toEqual({ code: 0, text: `${reference} is completed; the transaction was checked on the chain` });
    const second = await approved();
    for (const typed of [tx('ac'), tx('AC'), 'ac'.repeat(32)]) expect(await second.complete(typed)).toEqual({ code: 1, text: `transaction ${tx('ac')} has paid ${reference} already` });
  });

  it('is completed unchecked where a contract may have sent the ether, deep enough, and the audit says so', async () => {
    const { reference, complete } = await approved();
    world.payments.set(tx('b0'), { kind: 'unseen', confirmations: 11 });
    expect(await complete(tx('b0'), '--yes')).toMatchObject({ code: 1, text: expect.stringContaining('has 11 of 12 confirmations') });
    world.payments.set(tx('b0'), { kind: 'unseen', confirmations: 12 });
    const unchecked = `transaction ${tx('b0')} calls a contract, and no node says to whom a contract sends ether`;
    expect(await complete(tx('b0'))).toEqual({ code: 1, text: `the payment can't be checked: ${unchecked}; look at it yourself, then record it with --yes` });
    expect(await complete(tx('b0'), '--yes')).toEqual({ code: 0, text: `${reference} is completed; UNCHECKED: ${unchecked}` });
    const { details } = await world.db.selectFrom('audit_events').select('details').where('kind', '=', 'withdrawal_completed').orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect(details).toMatchObject({ operator: 'olga', reference, unchecked });
  });

  it('is not completed by what came in', async () => {
    const { complete } = await approved();
    const other = await rich(world);
    const { address } = (await other.post('/deposits', { asset: 'USDT', network: 'ethereum', amount: '500' })).body;
    const issued = await world.db.selectFrom('chain_addresses').select('id').where('address', '=', address).executeTakeFirstOrThrow();
    const at = world.clock.now();
    await world.db
      .insertInto('chain_sightings')
      .values({ id: world.services.random.uuid(), network: 'ethereum', tx_id: tx('de'), output_index: 0, address_id: issued.id, asset: 'USDT', amount: '360', block_height: 7n, block_hash: '0x07', first_seen_at: at, confirmations: 12, final_at: null, dropped_at: null })
      .execute();
    expect(await complete(tx('DE'), '--yes')).toEqual({ code: 1, text: `transaction ${tx('de')} is a deposit to ${address}` });
  });
});

it('a folder without a club stays without one, and the command says how to name the right one', async () => {
  const elsewhere = join(folder, 'elsewhere');
  const ran = promisify(execFile)(process.execPath, ['--import', 'tsx', 'server/operator/main.ts', 'withdrawals', 'list'], { env: { ...process.env, NODE_ENV: 'development', DATA_DIR: elsewhere, DATABASE_URL: '' } });
  await expect(ran).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(`there is no club in ${elsewhere}, and none was made; name its folder, as in DATA_DIR=`) });
  expect(readdirSync(folder)).not.toContain('elsewhere');
}, 60_000);
