// Plans and stakes (F-13, F-14, D-09, D-10): the responses of the five calls, and their effects.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { addRules } from '#server/domain/rules/add-rules.ts';
import { rulesAt } from '#server/domain/rules/rules.ts';
import { mailsTo } from '../support/mails.ts';
import { rich, setRates, signedIn, type Rich } from '../support/money.ts';
import { bought, chosen, DAY, daysPass } from '../support/stakes.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
beforeEach(() => setRates(world));
afterAll(() => world.close());
/** A member with a stake of stage 2 that has just unlocked: 5,000 USDT and 365 days at 0.06%. */
async function withMatured(): Promise<{ who: Rich; id: string }> {
  const buyer = await rich(world, { USDT: '6000' });
  const { id } = await bought(buyer, { stage: 2 });
  await daysPass(world, 365);
  return { who: await signedIn(world, buyer.member), id };
}

describe('the stakes of a member', () => {
  it('are listed as waiting, running and over, with their totals', async () => {
    const { who, id: matured } = await withMatured();
    const running = await bought(who, { stage: 8, amountUsd: '150' });
    const { body } = await who.call('listStakes');
    expect(body.totals).toEqual({ runningUsd: '150', maturedUsd: '5000', accruedMp: '1095', earnedMp: '1095' });
    expect(body.items).toMatchObject([
      { id: matured, state: 'matured', daysLeft: 0 },
      { id: running.id, state: 'running', daysLeft: 365 },
    ]);
    // A member's second code has to wait for a minute.
    world.clock.advance(60);
    const next = await chosen(who, matured, 'full');
    const after = (await who.call('listStakes')).body;
    expect(after.totals).toEqual({ runningUsd: '6245', maturedUsd: '0', accruedMp: '0', earnedMp: '1095' });
    expect(after.items.map((stake: { id: string }) => stake.id)).toEqual([next.id, running.id, matured]);
    expect((await who.call('listStakes', { query: { state: 'restaked' } })).body.items).toMatchObject([
      { id: matured, option: 'full', nextId: next.id },
    ]);
    expect((await who.callUnchecked('listStakes', { query: { state: 'sold' } })).status).toBe(400);
    expect((await who.call('listStakes', { query: { cursor: 'bm9uc2Vuc2U' } })).body).toMatchObject({
      code: 'invalid_request',
    });
    const other = await rich(world);
    expect((await other.call('listStakes')).body).toEqual({
      totals: { runningUsd: '0', maturedUsd: '0', accruedMp: '0', earnedMp: '0' },
      items: [],
      nextCursor: null,
    });
  });

  it('are listed page by page, each once', async () => {
    const who = await rich(world, { USDT: '10000' });
    const { id } = await bought(who, { stage: 8, amountUsd: '101' });
    const row = await world.db.selectFrom('stakes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const receipt = await world.db
      .selectFrom('receipts')
      .selectAll()
      .where('id', '=', row.receipt_id)
      .executeTakeFirstOrThrow();
    // A stake that is over has no balance, so the books aren't affected; only the number of stakes matters here.
    for (let index = 0; index < 60; index += 1) {
      const receiptId = randomUUID();
      await world.db
        .insertInto('receipts')
        .values({ ...receipt, id: receiptId, reference: `P-TEST-${index}`, details: JSON.stringify(receipt.details) })
        .execute();
      const over = {
        state: 'withdrawn',
        option: 'withdraw',
        days_accrued: row.days,
        ended_at: new Date(row.ends_at.getTime() + (index % 7)),
      } as const;
      await world.db
        .insertInto('stakes')
        .values({ ...row, ...over, id: randomUUID(), receipt_id: receiptId })
        .execute();
    }
    const first = (await who.call('listStakes')).body;
    const second = (await who.call('listStakes', { query: { cursor: first.nextCursor } })).body;
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([50, 11, null]);
    expect(new Set([...first.items, ...second.items].map((stake: { id: string }) => stake.id)).size).toBe(61);
    expect(first.items[0].id).toBe(id);
  });
});

describe('what can be chosen for a stake', () => {
  it('is shown while it runs, and not possible yet', async () => {
    const who = await rich(world, { USDT: '6000' });
    const { id } = await bought(who, { stage: 2 });
    const { status, body } = await who.call('getStakeOptions', { path: { id } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ secondFactor: 'email', stake: { id, state: 'running' } });
    expect(
      body.choices.map(({ option, possible }: { option: string; possible: boolean }) => [option, possible]),
    ).toEqual([
      ['full', false],
      ['mpOnly', false],
      ['withdraw', false],
    ]);
    expect((await who.call('createRestake', { body: { stakeId: id, option: 'full' } })).body).toMatchObject({
      status: 409,
      code: 'stake_not_matured',
    });
    expect((await (await rich(world)).call('getStakeOptions', { path: { id } })).body).toMatchObject({
      status: 404,
      code: 'not_found',
    });
    expect((await who.call('getStakeOptions', { path: { id: 'nonsense' } })).status).toBe(400);
  });

  it('divides principal and MP as each option says', async () => {
    const { who, id } = await withMatured();
    const { choices } = (await who.call('getStakeOptions', { path: { id } })).body;
    const endsAt = new Date(world.clock.now().getTime() + 90 * DAY * 1000).toISOString();
    expect(choices).toEqual([
      {
        option: 'full',
        possible: true,
        stakedUsdt: '5000',
        stakedMp: '1095',
        amountUsd: '6095',
        returnedUsdt: '0',
        returnedMp: '0',
        days: 90,
        endsAt,
        dailyRate: '0.0006',
      },
      {
        option: 'mpOnly',
        possible: true,
        stakedUsdt: '0',
        stakedMp: '1095',
        amountUsd: '1095',
        returnedUsdt: '5000',
        returnedMp: '0',
        days: 90,
        endsAt,
        dailyRate: '0.0006',
      },
      {
        option: 'withdraw',
        possible: true,
        stakedUsdt: '0',
        stakedMp: '0',
        amountUsd: '0',
        returnedUsdt: '5000',
        returnedMp: '1095',
        days: null,
        endsAt: null,
        dailyRate: null,
      },
    ]);
  });
});

describe('a restake', () => {
  it('of all of it moves no money and has its receipt', async () => {
    const { who, id } = await withMatured();
    const draft = (await who.call('createRestake', { body: { stakeId: id, option: 'full' } })).body;
    expect(draft).toMatchObject({
      state: 'open',
      secondFactor: 'email',
      stake: { id, state: 'matured' },
      choice: { option: 'full', amountUsd: '6095', days: 90 },
    });
    const { receiptId } = (await who.confirm(draft.id)).body;
    expect([await who.balance('USDT'), await who.balance('MP')]).toEqual(['1000', '0']);
    const receipt = (await who.call('getReceipt', { path: { id: receiptId } })).body;
    expect(receipt).toMatchObject({
      kind: 'restake',
      asset: 'MP',
      amount: '-1095',
      counterAsset: null,
      stage: 2,
      ruleVersion: draft.ruleVersion,
      journals: [],
    });
    expect(receipt.stake).toMatchObject({
      state: 'running',
      previousId: id,
      stakedUsdt: '5000',
      stakedMp: '1095',
      amountUsd: '6095',
      accruedMp: '0',
      days: 90,
    });
    for (const kind of ['purchase', 'mpReward'] as const)
      expect((await who.call('listHistory', { path: { kind } })).body.items[0]).toMatchObject({ id: receiptId });
    expect((await mailsTo(world, who.member.email, 'stakeRestaked'))[0]?.body).toContain(receipt.reference);
    expect(await world.auditOf(who.member)).toContain('stake_restaked');
  });

  it('of the MP returns the principal', async () => {
    const { who, id } = await withMatured();
    const next = await chosen(who, id, 'mpOnly');
    expect(next).toMatchObject({ stakedUsdt: '0', stakedMp: '1095', amountUsd: '1095', previousId: id });
    expect([await who.balance('USDT'), await who.balance('MP')]).toEqual(['6000', '0']);
    const receipt = (await who.call('getReceipt', { path: { id: next.receiptId } })).body;
    expect(receipt).toMatchObject({ amount: '-1095', counterAsset: 'USDT', counterAmount: '5000' });
    expect(receipt.journals).toHaveLength(1);
    expect(
      (await who.call('getWallet')).body.balances.find(({ asset }: { asset: string }) => asset === 'MP'),
    ).toMatchObject({ available: '0', staked: '1095' });
  });

  it('can be a withdrawal of both', async () => {
    const { who, id } = await withMatured();
    const stake = await chosen(who, id, 'withdraw');
    expect(stake).toMatchObject({ id, state: 'withdrawn', option: 'withdraw', nextId: null });
    expect([await who.balance('USDT'), await who.balance('MP')]).toEqual(['6000', '1095']);
    const [item] = (await who.call('listHistory', { path: { kind: 'mpReward' } })).body.items;
    expect(item).toMatchObject({
      kind: 'stakeWithdrawal',
      asset: 'USDT',
      amount: '5000',
      counterAsset: 'MP',
      counterAmount: '1095',
      stage: 2,
    });
    expect((await mailsTo(world, who.member.email, 'stakeWithdrawn'))[0]?.body).toContain('1,095.00 MP');
    expect(
      (await who.call('getStakeOptions', { path: { id } })).body.choices.every(
        ({ possible }: { possible: boolean }) => !possible,
      ),
    ).toBe(true);
  });

  it.each([
    ['of nobody’s stake', { stakeId: randomUUID() }, 404, 'not_found'],
    ['of a stake without a form', { stakeId: 'mine' }, 400, 'invalid_request'],
    ['by no option of the three', { option: 'half' }, 400, 'invalid_request'],
  ])('%s is refused', async (_what, changes, status, code) => {
    const who = await rich(world);
    expect(
      (await who.callUnchecked('createRestake', { body: { stakeId: randomUUID(), option: 'full', ...changes } })).body,
    ).toMatchObject({
      status,
      code,
    });
  });

  it('of another member’s stake is not found, and a decided one is not decided again', async () => {
    const { who, id } = await withMatured();
    const other = await rich(world);
    expect((await other.call('createRestake', { body: { stakeId: id, option: 'withdraw' } })).body).toMatchObject({
      status: 404,
      code: 'not_found',
    });
    const draft = (await who.call('createRestake', { body: { stakeId: id, option: 'full' } })).body;
    await world.db
      .updateTable('drafts')
      .set({ second_factor: 'none', state: 'open' })
      .where('id', '=', draft.id)
      .execute();
    // A second draft of the same choice, as if it had not been voided.
    const { id: _id, ...kept } = await world.db
      .selectFrom('drafts')
      .selectAll()
      .where('id', '=', draft.id)
      .executeTakeFirstOrThrow();
    expect((await who.call('confirmDraft', { path: { id: draft.id }, body: { code: null } })).body.state).toBe(
      'executed',
    );
    const second = randomUUID();
    await world.db
      .insertInto('drafts')
      .values({ ...kept, id: second, terms: JSON.stringify(kept.terms) })
      .execute();
    expect((await who.call('confirmDraft', { path: { id: second }, body: { code: null } })).body).toMatchObject({
      status: 409,
      code: 'stake_not_matured',
    });
    expect((await who.call('createRestake', { body: { stakeId: id, option: 'withdraw' } })).body.code).toBe(
      'stake_not_matured',
    );
  });

  it('of MP is refused if there are none', async () => {
    const now = world.clock.now();
    const { stages } = await rulesAt(world.db, now);
    await addRules(world.db, {
      changes: { stages: stages.map((stage) => ({ ...stage, dailyRate: '0' })) },
      effectiveFrom: now,
      now,
    });
    const { who, id } = await withMatured();
    expect(
      (await who.call('getStakeOptions', { path: { id } })).body.choices.map(
        ({ possible }: { possible: boolean }) => possible,
      ),
    ).toEqual([true, false, true]);
    expect((await who.call('createRestake', { body: { stakeId: id, option: 'mpOnly' } })).body).toMatchObject({
      status: 409,
      code: 'nothing_to_move',
    });
    expect(await chosen(who, id, 'withdraw')).toMatchObject({ state: 'withdrawn', accruedMp: '0' });
    const later = world.clock.now();
    await addRules(world.db, { changes: { stages }, effectiveFrom: later, now: later });
  });
});

describe('the books', () => {
  it('agree at the end', async () => {
    expect(await checkBooks(world.db, { now: world.clock.now(), full: true })).toEqual({ kind: 'agree' });
  });
});
