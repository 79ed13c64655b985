// Books that were stopped: the operator reads why, corrects them, and reopens them; members are told and served.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { watchBooks } from '#server/entry/jobs/watch-books.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { payment } from '#fixtures/club/chain.ts';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { accepted } from '../support/withdrawals.ts';
import { rich, setRates, signedIn, type Rich } from '../support/money.ts';
import { bought } from '../support/stakes.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let who: Rich;
let other: Rich;
let stakeId: string;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
  [who, other] = [await rich(world), await rich(world)];
  stakeId = (await bought(who, { stage: 1 })).id;
});
afterAll(() => world.close());

const run = (...args: string[]) => outcomeOf(world.services, { args, operator: 'olga' });
const staked = (usdt: string) =>
  world.db.updateTable('stakes').set({ staked_usdt: usdt }).where('id', '=', stakeId).execute();
const watch = () => watchBooks(world.services, { full: false });
const acts = async (kind: 'books_reopened' | 'books_corrected') =>
  (
    await world.db
      .selectFrom('audit_events')
      .select(['kind', 'details'])
      .where('kind', '=', kind)
      .orderBy('id')
      .execute()
  ).map(({ details }) => details);

async function send(): Promise<{ status: number; code?: string }> {
  // No two codes within a minute, and no session lasts forever.
  world.clock.advance(60);
  who = await signedIn(world, who.member);
  const draft = await who.call('createTransfer', {
    body: {
      recipient: other.member.username,
      asset: 'USDT',
      amount: '1',
      note: 'Thanks',
    },
  });
  return draft.status === 200
    ? who.confirm(draft.body.id).then(({ status, body }) => ({ status, code: body.code }))
    : { status: draft.status, code: draft.body.code };
}

describe('books that were stopped', () => {
  it('let no operator move money, whatever waits for a decision', async () => {
    const waiting = async () => {
      const person = await rich(world);
      const listener = createPaymentListener(world.services);
      const asked = (
        await person.call('createDeposit', { body: { asset: 'USDT', network: 'ethereum', amount: '150' } })
      ).body;
      const paid = await payment(world, listener, { address: asked.address, asset: 'USDT', amount: '99' });
      await paid.seen();
      await paid.final();
      const { who: payee, id } = await accepted(world);
      const { body: receipt } = await payee.call('getReceipt', { path: { id } });
      return { person, deposit: asked.reference, withdrawal: receipt.reference };
    };
    const { person, deposit, withdrawal } = await waiting();
    await world.db.updateTable('club_state').set({ books_stopped_at: world.clock.now() }).execute();
    const acts = [
      ['deposits', 'approve', deposit],
      ['withdrawals', 'refuse', withdrawal, '--reason', 'notRequested'],
    ];
    for (const act of acts)
      expect(await run(...act)).toMatchObject({
        code: 1,
        text: expect.stringContaining('the books have been stopped'),
      });
    expect(await person.balance('USDT')).toBe('10000');
    await world.db.updateTable('club_state').set({ books_stopped_at: null }).execute();
    for (const act of acts) expect(await run(...act)).toMatchObject({ code: 0 });
    expect(await person.balance('USDT')).toBe('10099');
  });

  it('say what was found and since when; once they agree, an operator opens them by name, and members move money again', async () => {
    expect(await send()).toMatchObject({ status: 200 });
    await staked('1001');
    const since = world.clock.now().toISOString();
    await expect(watch()).rejects.toThrow('the books disagree');
    expect(await send()).toEqual({ status: 503, code: 'books_stopped' });
    world.clock.advance(600);
    const stopped = await run('books', 'check');
    expect(stopped).toEqual({
      code: 1,
      text: `the books disagree, and money has been stopped since ${since}:\n  stakes come to 1001 USDT, the club holds 1000 for them`,
    });
    expect(await run('books', 'reopen')).toEqual({
      code: 1,
      text: 'the books still disagree, and money stays stopped:\n  stakes come to 1001 USDT, the club holds 1000 for them',
    });
    expect(await send()).toEqual({ status: 503, code: 'books_stopped' });
    expect(await acts('books_reopened')).toEqual([]);
    await staked('1000');
    expect(await run('books', 'check')).toEqual({
      code: 1,
      text: `the books agree now, but money has been stopped since ${since}:\n  stakes come to 1001 USDT, the club holds 1000 for them\nLet it move again with: books reopen`,
    });
    expect(await send()).toEqual({ status: 503, code: 'books_stopped' });
    expect(await run('books', 'reopen')).toEqual({
      code: 0,
      text: 'the books agree; money moves again after 13 minutes',
    });
    expect(await acts('books_reopened')).toEqual([{ operator: 'olga', stoppedAt: since, findings: 1 }]);
    expect(await send()).toMatchObject({ status: 200 });
    expect(await run('books', 'check')).toEqual({ code: 0, text: 'the books agree' });
    expect(await run('books', 'reopen')).toEqual({ code: 1, text: 'money is not stopped' });
  });

  it('refuse a correction that makes them disagree, or disagree more', async () => {
    const correct = (amount: string, from: string, to: string, asset = 'USDT') =>
      run('books', 'correct', amount, asset, from, to, '--reason', 'a slip');
    const journals = async () => (await world.db.selectFrom('journals').select('id').execute()).length;
    const before = await journals();
    for (const [from, to, holds] of [
      ['stakes', 'fees', '999'],
      ['fees', 'stakes', '1001'],
    ] as const) {
      expect(await correct('1', from, to)).toEqual({
        code: 1,
        text: `then the books would disagree, so nothing is posted: stakes come to 1000 USDT, the club holds ${holds} for them`,
      });
    }
    expect((await correct('1', 'fees', 'stakes', 'BTC')).text).toContain(
      'stakes come to 0 BTC, the club holds 1 for them',
    );
    expect(await journals()).toBe(before);
    expect((await run('books', 'check')).code).toBe(0);
    expect((await correct('1', 'fees', 'rewards')).code).toBe(0);
    expect((await correct('1', 'rewards', 'fees')).code).toBe(0);

    await staked('1003');
    expect(await correct('0.5', 'stakes', 'fees')).toMatchObject({
      code: 1,
      text: expect.stringContaining('the club holds 999.5 for them'),
    });
    expect((await correct('7', 'fees', 'stakes')).code).toBe(1);
    expect((await correct('2', 'fees', 'stakes')).code).toBe(0);
    expect((await correct('1', 'fees', 'stakes')).code).toBe(0);
    await staked('1000');
    expect((await correct('3', 'stakes', 'fees')).code).toBe(0);
    expect((await run('books', 'check')).code).toBe(0);
  });

  it('are corrected by a correcting journal, and the check does not stop them again for what is corrected', async () => {
    await staked('1000.5');
    await expect(watch()).rejects.toThrow('the books disagree');
    expect(
      await run('books', 'correct', '0.5', 'usdt', 'rewards', 'stakes', '--reason', 'day 12 was accrued twice'),
    ).toMatchObject({ code: 0, text: expect.stringMatching(/^journal \d+ moves 0.5 USDT from rewards to stakes$/) });
    expect((await acts('books_corrected')).slice(-1)).toEqual([
      {
        operator: 'olga',
        journal: expect.any(String),
        amount: '0.5',
        asset: 'USDT',
        from: 'rewards',
        to: 'stakes',
        reason: 'day 12 was accrued twice',
      },
    ]);
    expect((await run('books', 'reopen')).code).toBe(0);
    await watch();
    await watchBooks(world.services, { full: true });
    expect(await send()).toMatchObject({ status: 200 });
    expect(await checkBooks(world.db, { now: world.clock.now(), full: true })).toEqual({ kind: 'agree' });
  });

  it.each([
    [['books', 'correct', '1', 'USDT', 'rewards', 'stakes'], 2],
    [['books', 'correct', '1', 'USDT', 'rewards', 'rewards', '--reason', 'x'], 1],
    [['books', 'correct', '1', 'USDT', 'wallet', 'stakes', '--reason', 'x'], 1],
    [['books', 'correct', '-1', 'USDT', 'rewards', 'stakes', '--reason', 'x'], 1],
    [['books', 'correct', '0.0000001', 'USDT', 'rewards', 'stakes', '--reason', 'x'], 1],
    [['books', 'correct', '1', 'DOGE', 'rewards', 'stakes', '--reason', 'x'], 1],
    [['books', 'reopen', 'now'], 2],
  ])('%j changes nothing', async (args, code) => {
    const state = () =>
      Promise.all([
        world.db.selectFrom('journals').select('id').execute(),
        world.db.selectFrom('audit_events').select('id').execute(),
      ]);
    const before = await state();
    expect(await run(...args)).toMatchObject({ code, text: expect.stringMatching(/./) });
    expect(await state()).toEqual(before);
  });
});
