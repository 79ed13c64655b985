// Inquiries (F-15, L-04): opened once, both sides write to them, and another member's are invisible.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerInquiry, closeInquiry, lockInquiry } from '#server/domain/inquiries/steps.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { rich, setRates, type Rich } from '../support/money.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
});
afterAll(() => world.close());

const WANTED = { category: 'withdrawal', text: 'When will it be paid out?' } as const;
const support = { call: { requestId: 'test', device: '' }, sessionId: null, operator: 'olga' };

async function onTicket(ticket: string, act: 'answer' | 'close', text = 'Tomorrow.'): Promise<void> {
  await inTransaction(world.db, async (trx) => {
    const inquiry = await lockInquiry(trx, ticket);
    if (inquiry === null) throw new Error('there is no such inquiry');
    if (act === 'answer') await answerInquiry(trx, world.services, inquiry, { text, writer: support });
    else await closeInquiry(trx, world.services, inquiry, support);
  });
}

async function opened(who: Rich, wanted: object = {}) {
  const answer = await who.call('createInquiry', { body: { ...WANTED, ...wanted } });
  expect(answer.status).toBe(200);
  return answer.body as { ticket: string };
}

async function receiptOf(who: Rich): Promise<{ id: string; reference: string }> {
  const draft = await who.call('createWithdrawal', {
    body: {
      asset: 'USDT',
      network: 'ethereum',
      address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
      amount: '400',
    },
  });
  const { receiptId: id } = (await who.confirm(draft.body.id)).body;
  return { id, reference: (await who.call('getReceipt', { path: { id } })).body.reference };
}

describe('an inquiry', () => {
  it('gets a ticket number, a mail and an audit entry', async () => {
    const who = await rich(world, {});
    const { body } = await who.call('createInquiry', {
      body: { ...WANTED, text: '  When?\r\nToday\u202E or\u0007 not  ' },
    });
    expect(body).toMatchObject({
      ticket: expect.stringMatching(/^Q-[2-9A-Z]{4}-[2-9A-Z]{4}$/),
      status: 'open',
      receipt: null,
      messages: [{ from: 'member', text: 'When?\nToday  or  not' }],
    });
    expect((await who.call('getInquiry', { path: { id: body.ticket.toLowerCase() } })).body).toEqual(body);
    const mail = (await world.mailsOf(who.member)).find(({ kind }) => kind === 'inquiryReceived');
    expect(mail).toMatchObject({ subject: expect.stringContaining(body.ticket) });
    expect(mail?.body).not.toContain('Today');
    expect(await world.auditOf(who.member)).toContain('inquiry_sent');
    expect((await who.call('listActivity')).body.items[0]).toMatchObject({ kind: 'inquiry_sent' });
  });

  it('is opened once under a key, and again under another', async () => {
    const who = await rich(world, {});
    const key = randomUUID();
    const [first, second] = [
      await who.call('createInquiry', { body: WANTED, key }),
      await who.call('createInquiry', { body: WANTED, key }),
    ];
    expect(second).toMatchObject({ status: 200, body: first.body, headers: { 'idempotency-replayed': 'true' } });
    expect((await who.call('createInquiry', { body: { ...WANTED, text: 'Other' }, key })).body.code).toBe(
      'idempotency_key_reused',
    );
    expect((await who.browser.call('createInquiry', { body: WANTED, token: who.token })).body).toMatchObject({
      code: 'invalid_request',
    });
    expect((await who.call('listInquiries')).body.items).toHaveLength(1);
  });

  it('can only be about the member’s own receipt, in any case', async () => {
    const [who, other] = [await rich(world), await rich(world)];
    const { id, reference } = await receiptOf(who);
    expect(await opened(who, { receipt: ` ${reference.toLowerCase()} ` })).toMatchObject({
      receipt: { id, reference },
    });
    for (const receipt of [(await receiptOf(other)).reference, 'W-0000-0000', 'x\u0000']) {
      expect((await who.call('createInquiry', { body: { ...WANTED, receipt } })).body).toMatchObject({
        code: 'receipt_not_found',
        errors: { receipt: ['You have no receipt with this reference.'] },
      });
    }
    expect((await who.call('listInquiries')).body.items).toHaveLength(1);
  });

  it.each([
    [{ category: 'weather', text: 'x' }, 'category'],
    [{ category: 'other' }, 'text'],
    [{ category: 'other', text: '' }, 'text'],
    [{ category: 'other', text: ' \n ' }, 'text'],
    [{ category: 'other', text: '\u202E\u0007' }, 'text'],
    [{ category: 'other', text: 'x'.repeat(4001) }, 'text'],
    [{ category: 'other', text: 'x', html: '<b>' }, 'html'],
    [{ category: 'other', text: 'x', receipt: '' }, 'receipt'],
  ])('%j is refused', async (wanted, field) => {
    const who = await rich(world, {});
    expect((await who.callUnchecked('createInquiry', { body: wanted })).body).toMatchObject({
      code: 'invalid_request',
      errors: { [field]: [expect.any(String)] },
    });
    expect((await who.call('listInquiries')).body.items).toEqual([]);
  });

  it('takes messages from both sides until it is closed', async () => {
    const who = await rich(world, {});
    const { ticket } = await opened(who);
    const status = async () => (await who.call('getInquiry', { path: { id: ticket } })).body.status;
    expect(
      (await who.call('addInquiryMessage', { path: { id: ticket }, body: { text: 'One more thing' } })).body.status,
    ).toBe('open');
    await onTicket(ticket, 'answer', 'A secret answer');
    expect(await status()).toBe('answered');
    // A thief who has a session could write, too: the member is mailed of each message.
    const received = (await world.mailsOf(who.member)).filter(({ kind }) => kind === 'inquiryReceived');
    expect(received).toHaveLength(2);
    expect(received.every(({ subject }) => subject.includes(ticket))).toBe(true);
    expect(JSON.stringify(received)).not.toContain('One more thing');
    const mail = (await world.mailsOf(who.member)).find(({ kind }) => kind === 'inquiryAnswered');
    expect(mail?.subject).toContain(ticket);
    expect(mail?.body).not.toContain('A secret answer');
    expect(
      (await who.call('addInquiryMessage', { path: { id: ticket }, body: { text: 'Thank you' } })).body,
    ).toMatchObject({
      status: 'open',
    });
    expect((await who.call('closeInquiry', { path: { id: ticket } })).body).toMatchObject({ status: 'closed' });
    expect(
      (await who.call('getInquiry', { path: { id: ticket } })).body.messages.map(
        ({ from, text }: { from: string; text: string }) => [from, text],
      ),
    ).toEqual([
      ['member', WANTED.text],
      ['member', 'One more thing'],
      ['support', 'A secret answer'],
      ['member', 'Thank you'],
    ]);
    expect(
      (await who.call('addInquiryMessage', { path: { id: ticket }, body: { text: 'Still there?' } })).body.code,
    ).toBe('inquiry_closed');
    expect((await who.call('closeInquiry', { path: { id: ticket } })).body.code).toBe('inquiry_closed');
    await expect(onTicket(ticket, 'answer')).rejects.toThrow(`inquiry ${ticket} is closed`);
    expect(await world.auditOf(who.member)).toEqual([
      'signed_in',
      'inquiry_sent',
      'inquiry_message_sent',
      'inquiry_answered',
      'inquiry_message_sent',
      'inquiry_closed',
    ]);
  });

  it('of another member is not found', async () => {
    const [who, other] = [await rich(world, {}), await rich(world, {})];
    const { ticket } = await opened(who);
    expect((await other.call('getInquiry', { path: { id: ticket } })).body.code).toBe('not_found');
    expect((await other.call('addInquiryMessage', { path: { id: ticket }, body: { text: 'x' } })).body.code).toBe(
      'not_found',
    );
    expect((await other.call('closeInquiry', { path: { id: ticket } })).body.code).toBe('not_found');
    expect((await other.call('listInquiries')).body.items).toEqual([]);
    expect((await who.call('getInquiry', { path: { id: ticket } })).body).toMatchObject({
      status: 'open',
      messages: [{}],
    });
    expect((await who.call('getInquiry', { path: { id: 'Q-0000-0000' } })).body.code).toBe('not_found');
    expect((await who.call('getInquiry', { path: { id: 'nothing' } })).body.code).toBe('invalid_request');
    expect((await world.browser().call('listInquiries')).body.code).toBe('session_ended');
  });

  it('is one of at most ten that wait, with at most a hundred messages', async () => {
    const who = await rich(world, {});
    const tickets = [];
    for (let number = 0; number < 10; number += 1) tickets.push((await opened(who)).ticket);
    expect((await who.call('createInquiry', { body: WANTED })).body.code).toBe('too_many_inquiries');
    const [first = '', second = ''] = tickets;
    await onTicket(first, 'close');
    expect((await who.call('createInquiry', { body: WANTED })).status).toBe(200);
    for (let number = 1; number < 100; number += 1) await onTicket(second, 'answer');
    expect((await who.call('addInquiryMessage', { path: { id: second }, body: { text: 'x' } })).body.code).toBe(
      'inquiry_full',
    );
    expect((await who.call('getInquiry', { path: { id: second } })).body).toMatchObject({ status: 'answered' });
    expect((await who.call('closeInquiry', { path: { id: second } })).body.status).toBe('closed');
  });

  it('is listed newest first, page by page', async () => {
    const who = await rich(world, {});
    const tickets: string[] = [];
    for (let number = 0; number < 21; number += 1) {
      world.clock.advance(1);
      const { ticket } = await opened(who);
      tickets.unshift(ticket);
      if (number > 8) await onTicket(ticket, 'close');
    }
    const first = (await who.call('listInquiries')).body;
    const second = (await who.call('listInquiries', { query: { cursor: first.nextCursor } })).body;
    expect([...first.items, ...second.items].map(({ ticket }: { ticket: string }) => ticket)).toEqual(tickets);
    expect(second.nextCursor).toBeNull();
    expect((await who.call('listInquiries', { query: { cursor: 'bm8' } })).body.code).toBe('invalid_request');
  });

  it('keeps its messages exactly as written', async () => {
    await expect(world.db.updateTable('inquiry_messages').set({ body: 'x' }).execute()).rejects.toThrow(/append-only/);
    await expect(world.db.deleteFrom('inquiry_messages').execute()).rejects.toThrow(/append-only/);
  });
});
