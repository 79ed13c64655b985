// Notices of a member: written with the event that they tell, once each; listed and marked on every device alike.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { answerInquiry, lockInquiry } from '#server/domain/inquiries/steps.ts';
import { holdMoney } from '#server/domain/members/hold.ts';
import { recordNotice } from '#server/domain/notices/record.ts';
import { completeWithdrawal } from '#server/domain/withdrawals/steps.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { payment } from '#fixtures/club/chain.ts';
import { memberEvents } from '../support/member-events.ts';
import { rich, setRates, signedIn, type Rich } from '../support/money.ts';
import { accepted, approve, HOURS_240, OPERATOR, refuse } from '../support/withdrawals.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
});
afterAll(() => world.close());

interface Shown {
  readonly id: string;
  readonly kind: string;
  readonly read: boolean;
  readonly amount: string | null;
  readonly asset: string | null;
  readonly receiptId: string | null;
  readonly ticket: string | null;
  readonly heldUntil: string | null;
}

const noticesOf = async (who: Rich): Promise<Shown[]> => (await who.call('listNotices')).body.items;
const unreadOf = async (who: Rich): Promise<number> => (await who.call('countNotices')).body.unread;

async function held(who: Rich, count: number): Promise<void> {
  for (let place = 0; place < count; place += 1) {
    const until = new Date(world.clock.now().getTime() + place);
    await inTransaction(world.db, (trx) =>
      recordNotice(trx, world.services, { kind: 'moneyHeld', memberId: who.member.id, at: world.clock.now(), until }),
    );
  }
}

describe('a notice', () => {
  it.each([
    ['500', 'depositCredited'],
    ['1', 'depositHeld'],
  ])('of a payment of %s USDT says that it was seen, and then %s', async (amount, kind) => {
    const who = await rich(world);
    const { body } = await who.call('createDeposit', { body: { asset: 'USDT', network: 'ethereum', amount: '500' } });
    const listener = createPaymentListener(world.services);
    const paid = await payment(world, listener, { address: body.address, asset: 'USDT', amount });
    await paid.seen();
    await paid.final();
    const told = { asset: 'USDT', amount, receiptId: body.id, stage: null, ticket: null, heldUntil: null, read: false };
    expect(await noticesOf(who)).toMatchObject([
      { kind, ...told },
      { kind: 'depositSeen', ...told },
    ]);
  });

  it('of a payment that was dropped and seen again is told again', async () => {
    const who = await rich(world);
    const { body } = await who.call('createDeposit', { body: { asset: 'USDT', network: 'ethereum', amount: '500' } });
    const listener = createPaymentListener(world.services);
    const paid = await payment(world, listener, { address: body.address, asset: 'USDT', amount: '500' });
    await paid.seen();
    await paid.dropped();
    await paid.seen();
    expect((await noticesOf(who)).map(({ kind }) => kind)).toEqual(['depositSeen', 'depositSeen']);
  });

  it('of a withdrawal says that it is approved and what was paid out, or that it was refused', async () => {
    const [paid, refused] = [await accepted(world), await accepted(world)];
    await approve(world, paid.id);
    await refuse(world, refused.id);
    expect(await noticesOf(refused.who)).toMatchObject([
      { kind: 'withdrawalRefused', asset: 'USDT', amount: '400', receiptId: refused.id },
    ]);
    world.clock.advance(HOURS_240);
    await inTransaction(world.db, (trx) =>
      completeWithdrawal(trx, world.services, {
        id: paid.id,
        actor: { ...OPERATOR, operator: null },
        transactionId: `0x${'7'.repeat(64)}`,
      }),
    );
    await setRates(world);
    const again = await signedIn(world, paid.who.member);
    expect(await noticesOf(again)).toMatchObject([
      { kind: 'withdrawalPaid', asset: 'USDT', amount: '360', receiptId: paid.id },
      { kind: 'withdrawalApproved', amount: '400' },
    ]);
  });

  it('of a transfer is the recipient’s, with the recipient’s own receipt', async () => {
    const [from, to] = [await rich(world), await rich(world)];
    const { body } = await from.call('createTransfer', {
      body: { recipient: to.member.username, asset: 'USDT', amount: '5', note: 'Thanks' },
    });
    await from.confirm(body.id);
    expect(await noticesOf(from)).toEqual([]);
    const [told] = await noticesOf(to);
    expect(told).toMatchObject({ kind: 'transferReceived', asset: 'USDT', amount: '5' });
    expect((await to.call('getReceipt', { path: { id: told?.receiptId ?? '' } })).body).toMatchObject({
      kind: 'transferIn',
    });
  });

  it('of support has the ticket, once for each answer, and a hold has its end', async () => {
    const who = await rich(world);
    const { ticket } = (await who.call('createInquiry', { body: { category: 'other', text: 'When?' } })).body;
    for (const text of ['Soon.', 'Now.'])
      await inTransaction(world.db, async (trx) => {
        const inquiry = await lockInquiry(trx, ticket);
        if (inquiry === null) throw new Error('the inquiry is gone');
        await answerInquiry(trx, world.services, inquiry, { text, writer: OPERATOR });
      });
    const until = await inTransaction(world.db, (trx) => holdMoney(trx, world.services, who.member.id));
    expect(await noticesOf(who)).toMatchObject([
      { kind: 'moneyHeld', heldUntil: until.toISOString(), receiptId: null, amount: null },
      { kind: 'inquiryAnswered', ticket },
      { kind: 'inquiryAnswered', ticket },
    ]);
  });

  it('is written once for an event, and not at all for one that was undone', async () => {
    const who = await rich(world);
    const until = world.clock.now();
    const hold = { kind: 'moneyHeld', memberId: who.member.id, at: until, until } as const;
    await expect(
      inTransaction(world.db, async (trx) => {
        await recordNotice(trx, world.services, hold);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await noticesOf(who)).toEqual([]);
    for (let time = 0; time < 2; time += 1)
      await inTransaction(world.db, (trx) => recordNotice(trx, world.services, hold));
    expect(await noticesOf(who)).toHaveLength(1);
  });
});

describe('the list', () => {
  it('has pages of twenty, and counts what is unread on all of them', async () => {
    const who = await rich(world);
    await held(who, 25);
    const { body: first } = await who.call('listNotices');
    expect([first.items.length, first.unread]).toEqual([20, 25]);
    const { body: second } = await who.call('listNotices', { query: { cursor: first.nextCursor } });
    expect([second.items.length, second.nextCursor]).toEqual([5, null]);
    expect(new Set([...first.items, ...second.items].map(({ id }: Shown) => id)).size).toBe(25);
  });

  it('is marked on all devices: one notice, or one with all that are older, and never what came after', async () => {
    const who = await rich(world);
    const other = await signedIn(world, who.member);
    await held(who, 4);
    const [newest, second, third] = await noticesOf(who);
    const events = await memberEvents(world, other.token);
    await events.next();
    const mark = (id = '', older = false, key: string = randomUUID()) =>
      who.call('readNotice', { path: { id }, body: { older }, key });
    expect((await mark(third?.id)).body).toEqual({ unread: 3 });
    await events.untilTold('notices');
    const key = randomUUID();
    expect((await mark(second?.id, true, key)).body).toEqual({ unread: 1 });
    expect((await mark(second?.id, true, key)).body).toEqual({ unread: 1 });
    expect(await unreadOf(other)).toBe(1);
    expect((await noticesOf(other)).map(({ id, read }) => [id === newest?.id, read])).toEqual([
      [true, false],
      [false, true],
      [false, true],
      [false, true],
    ]);
    events.close();
  });

  it('is nobody else’s', async () => {
    const [who, other] = [await rich(world), await rich(world)];
    await held(who, 1);
    const [notice] = await noticesOf(who);
    expect(await noticesOf(other)).toEqual([]);
    const answer = await other.call('readNotice', { path: { id: notice?.id ?? '' }, body: { older: false } });
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    const cursor = Buffer.from(notice?.id ?? '').toString('base64url');
    expect((await other.call('listNotices', { query: { cursor } })).status).toBe(400);
    expect(await unreadOf(who)).toBe(1);
    for (const operation of ['listNotices', 'countNotices'] as const)
      expect((await world.browser().call(operation)).status).toBe(401);
  });
});
