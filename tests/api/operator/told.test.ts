// Whom an operator's act tells: what is mailed and shown under the bell is what the table of acts says, and the answer
// of the command says it too.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { OPERATOR_ACTS, type OperatorAct } from '#server/entry/operator/acts.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { toldText } from '#server/entry/operator/told.ts';
import { payment } from '#fixtures/club/chain.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { rich, setRates } from '../support/money.ts';
import { buy } from '../support/sales.ts';
import { ofEarlierKey } from '../support/retired.ts';
import { createWorld, type World } from '../support/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'perch-told-'));
let world: World;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const operator = (...args: string[]) => outcomeOf(world.services, { args, operator: 'olga', folder });

/** What makes an act possible: the rest of its command line, and whom it is about. */
interface Ready {
  readonly about: TestMember;
  readonly words: readonly string[];
}

async function withdrawal(...words: string[]): Promise<Ready> {
  const who = await rich(world);
  const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
  const draft = await who.call('createWithdrawal', {
    body: { asset: 'USDT', network: 'ethereum', address, amount: '400' },
  });
  const { receiptId } = (await who.confirm(draft.body.id)).body;
  const { reference } = (await who.call('getReceipt', { path: { id: receiptId } })).body;
  return { about: who.member, words: [reference, ...words] };
}

async function someone(): Promise<Ready> {
  const about = await world.member();
  return { about, words: [about.username, '--reason', 'asked'] };
}

const READY: Readonly<Record<string, () => Promise<Ready>>> = {
  'members freeze': someone,
  'members end-sessions': someone,
  'members thaw': async () => {
    const ready = await someone();
    expect(await operator('members', 'freeze', ...ready.words)).toMatchObject({ code: 0 });
    return ready;
  },
  'deposits approve': async () => {
    const who = await rich(world, {});
    const body = { asset: 'USDT', network: 'ethereum', amount: '300' } as const;
    const { address, reference } = (await who.call('createDeposit', { body })).body;
    const paid = await payment(world, createPaymentListener(world.services), { address, asset: 'USDT', amount: '50' });
    await paid.seen();
    await paid.final();
    return { about: who.member, words: [reference] };
  },
  'deposits retire': async () => {
    const who = await rich(world, {});
    const body = { asset: 'USDT', network: 'ethereum', amount: '300' } as const;
    const { address } = (await who.call('createDeposit', { body })).body;
    return { about: who.member, words: [await ofEarlierKey(world, address), '--reason', 'it has leaked', '--yes'] };
  },
  'withdrawals approve': () => withdrawal(),
  'withdrawals refuse': () => withdrawal('--reason', 'notRequested'),
  'withdrawals complete': async () => {
    const { about, words } = await withdrawal();
    expect(await operator('withdrawals', 'approve', ...words)).toMatchObject({ code: 0 });
    world.clock.advance(240 * 3600);
    return { about, words: [...words, '--tx', `0x${'ab'.repeat(32)}`, '--yes'] };
  },
  'inquiries answer': async () => {
    const who = await rich(world, {});
    const { ticket } = (await who.call('createInquiry', { body: { category: 'security', text: 'Who was that?' } }))
      .body;
    writeFileSync(join(folder, 'answer.txt'), 'It was you.');
    return { about: who.member, words: [ticket, 'answer.txt'] };
  },
  'months close': async () => {
    const about = await world.member();
    for (const side of ['left', 'right'] as const)
      await buy(world, (await world.member({ below: about.seatNo, side })).id, { usd: '200' });
    await buy(world, about.id, { usd: '200' });
    const month = world.clock.now().toISOString().slice(0, 7);
    world.clock.advance(40 * 24 * 3600);
    await setRates(world);
    return { about, words: [month] };
  },
};

/** Acts of several steps, or after a restore; their own tests compare mails and answers. */
const ELSEWHERE = ['members root', 'members unbind', 'members address', 'restored payout', 'restored address'];

/** How an act calls those it tells, if not `the member`. */
const ADDRESSED: Readonly<Record<string, string>> = {
  'deposits retire': 'their member',
  'months close': 'each member who is paid',
};

const tellers = Object.entries(OPERATOR_ACTS).flatMap(([name, act]) =>
  act !== 'neither' && act.tells.length + act.lists.length > 0 ? [name] : [],
);

/** What was mailed and shown to a member since: a function that says it. */
async function watched({ id }: TestMember) {
  const rowsOf = (table: 'mails' | 'notices') =>
    world.db.selectFrom(table).select(['id', 'kind']).where('member_id', '=', id).execute();
  const kindsSince = async (table: 'mails' | 'notices') => {
    const before = new Set((await rowsOf(table)).map((row) => String(row.id)));
    return async () =>
      (await rowsOf(table)).flatMap((row): string[] => (before.has(String(row.id)) ? [] : [row.kind])).toSorted();
  };
  const [mails, notices] = [await kindsSince('mails'), await kindsSince('notices')];
  return async () => ({ mails: await mails(), notices: await notices() });
}

describe('an operator’s act', () => {
  it('that tells a member is one of those below', () => {
    expect(tellers.toSorted()).toEqual([...Object.keys(READY), ...ELSEWHERE].toSorted());
  });

  it.each(Object.keys(READY))('%s tells what the table says, and says so', async (name) => {
    const act = OPERATOR_ACTS[name] as OperatorAct;
    const ready = READY[name];
    if (ready === undefined) throw new RangeError(name);
    const { about, words } = await ready();
    const since = await watched(about);
    const { code, text } = await operator(...name.split(' '), ...words);
    expect(code, text).toBe(0);
    const { mails, notices } = await since();
    if (act.kind === 'account') {
      expect(mails.length).toBeGreaterThan(0);
      expect(act.tells).toEqual(expect.arrayContaining(mails));
      expect(act.lists).toEqual(expect.arrayContaining(notices));
      expect(text).toContain('the member is notified by email');
      return;
    }
    expect(mails).toEqual(act.tells.toSorted());
    expect(notices).toEqual(act.lists.toSorted());
    expect(text).toContain(toldText(name, ADDRESSED[name] ?? 'the member'));
  });

  it('says of mails that members may switch off that they may', () => {
    expect(toldText('withdrawals approve')).toBe('the member is shown it under the bell');
    expect(toldText('withdrawals refuse')).toBe(
      'the member is shown it under the bell, and notified by email unless they chose otherwise',
    );
    expect(() => toldText('withdrawals list')).toThrow('withdrawals list tells no one');
    expect(() => toldText('rates set')).toThrow('rates set tells no one');
  });
});
