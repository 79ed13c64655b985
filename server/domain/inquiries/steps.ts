// The steps of an inquiry (L-04): each under its lock, and only those of the lifecycle.
import { inquiryLifecycle, type InquiryEvent } from '#machines/lifecycles/inquiry.machine.ts';
import { initialStatus, statusAfter } from '#machines/lifecycles/lifecycle.ts';
import { audit, type AuditEvent, type MemberActKind } from '#server/platform/audit/audit.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import type { InquiriesTable } from '#server/platform/db/house-tables.ts';
import { tellMember } from '#server/platform/db/member-topics.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { shortReference } from '#server/domain/ledger/receipts.ts';
import { recordNotice } from '#server/domain/notices/record.ts';
import type { Services } from '#server/domain/services/services.ts';
import { MESSAGES } from './limits.ts';

export type Inquiry = InquiriesTable;
type Status = InquiriesTable['status'];

const LETTER = 'Q';

/** Thrown if an inquiry cannot take the step. */
export class InquiryRefused extends Error {
  override readonly name = 'InquiryRefused';
  readonly why: 'closed' | 'full';

  constructor(ticket: string, why: 'closed' | 'full') {
    super(
      why === 'closed'
        ? `inquiry ${ticket} is closed`
        : `inquiry ${ticket} holds ${MESSAGES} messages, as many as it may`,
    );
    this.why = why;
  }
}

/** Who takes a step. */
export interface Writer {
  call: AuditEvent['call'];
  sessionId: string | null;
  /** The operator's name; null for the member. */
  operator: string | null;
}

/** Opens an inquiry and mails its number to the member. */
export async function openInquiry(
  trx: Trx,
  services: Services,
  given: { memberId: string; category: Inquiry['category']; receiptId: string | null; text: string; writer: Writer },
): Promise<Inquiry> {
  const { memberId, category, receiptId, text, writer } = given;
  const at = services.clock.now();
  const id = services.random.uuid();
  const values = {
    id,
    member_id: memberId,
    category,
    status: initialStatus(inquiryLifecycle) as Status,
    receipt_id: receiptId,
    opened_at: at,
    updated_at: at,
  };
  const inquiry = await insertWithTicket(trx, services, values);
  await addMessage(trx, { inquiry, text, at, operator: null });
  await record(trx, inquiry, { kind: 'inquiry_sent', at, writer });
  await mailReceived(trx, services, inquiry, at);
  return inquiry;
}

/** The member adds a message, which is mailed to them: a thief would write in their name. @throws InquiryRefused */
export async function replyToInquiry(
  trx: Trx,
  services: Services,
  inquiry: Inquiry,
  { text, writer }: { text: string; writer: Writer },
): Promise<void> {
  const at = services.clock.now();
  await move(trx, inquiry, { event: 'REPLY', at });
  await addMessage(trx, { inquiry, text, at, operator: null });
  await record(trx, inquiry, { kind: 'inquiry_message_sent', at, writer });
  await mailReceived(trx, services, inquiry, at);
}

/** Support answers; the member is notified by mail, which does not contain the answer. @throws InquiryRefused */
export async function answerInquiry(
  trx: Trx,
  services: Services,
  inquiry: Inquiry,
  { text, writer }: { text: string; writer: Writer & { operator: string } },
): Promise<void> {
  const at = services.clock.now();
  await move(trx, inquiry, { event: 'ANSWER', at });
  const messageId = await addMessage(trx, { inquiry, text, at, operator: writer.operator });
  await record(trx, inquiry, { kind: 'inquiry_answered', at, writer });
  await recordNotice(trx, services, {
    kind: 'inquiryAnswered',
    memberId: inquiry.member_id,
    at,
    inquiryId: inquiry.id,
    messageId,
  });
  await enqueueMail(trx, services, {
    kind: 'inquiryAnswered',
    memberId: inquiry.member_id,
    device: null,
    now: at,
    values: { ticket: inquiry.ticket },
  });
}

/** Closes it. @throws InquiryRefused if it is closed already */
export async function closeInquiry(trx: Trx, services: Services, inquiry: Inquiry, writer: Writer): Promise<void> {
  const at = services.clock.now();
  await move(trx, inquiry, { event: 'CLOSE', at });
  await record(trx, inquiry, { kind: 'inquiry_closed', at, writer });
}

/** The inquiry of a ticket number, in any letter case, locked until the transaction ends; null if there is none. */
export async function lockInquiry(trx: Trx, ticket: string): Promise<Inquiry | null> {
  return (
    (await trx
      .selectFrom('inquiries')
      .selectAll()
      .where('ticket', '=', ticket.toUpperCase())
      .forUpdate()
      .executeTakeFirst()) ?? null
  );
}

async function mailReceived(trx: Trx, services: Services, inquiry: Inquiry, now: Date): Promise<void> {
  const { member_id: memberId, ticket } = inquiry;
  await enqueueMail(trx, services, { kind: 'inquiryReceived', memberId, device: null, now, values: { ticket } });
}

async function insertWithTicket(trx: Trx, services: Services, values: Omit<Inquiry, 'ticket'>): Promise<Inquiry> {
  for (;;) {
    const row = await trx
      .insertInto('inquiries')
      .values({ ...values, ticket: shortReference(services.random, LETTER) })
      .onConflict((conflict) => conflict.column('ticket').doNothing())
      .returningAll()
      .executeTakeFirst();
    // The number is taken: try another one.
    if (row !== undefined) return row;
  }
}

async function move(
  trx: Trx,
  inquiry: Inquiry,
  { event, at }: { event: InquiryEvent['type']; at: Date },
): Promise<void> {
  const status = statusAfter(inquiryLifecycle, inquiry.status, { type: event });
  if (status === null) throw new InquiryRefused(inquiry.ticket, 'closed');
  // The lifecycle's statuses are those of the table.
  await trx
    .updateTable('inquiries')
    .set({ status: status as Status, updated_at: at })
    .where('id', '=', inquiry.id)
    .execute();
  tellMember(trx, inquiry.member_id, 'inquiries');
}

async function addMessage(
  trx: Trx,
  message: { inquiry: Inquiry; text: string; at: Date; operator: string | null },
): Promise<bigint> {
  const { inquiry, text, at, operator } = message;
  const { count } = await trx
    .selectFrom('inquiry_messages')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('inquiry_id', '=', inquiry.id)
    .executeTakeFirstOrThrow();
  if (count >= BigInt(MESSAGES)) throw new InquiryRefused(inquiry.ticket, 'full');
  const { id } = await trx
    .insertInto('inquiry_messages')
    .values({ inquiry_id: inquiry.id, from_member: operator === null, at, body: text, operator })
    .returning('id')
    .executeTakeFirstOrThrow();
  tellMember(trx, inquiry.member_id, 'inquiries');
  return id;
}

async function record(
  trx: Trx,
  { ticket, member_id: memberId }: Inquiry,
  event: { kind: MemberActKind; at: Date; writer: Writer },
): Promise<void> {
  const { kind, at, writer } = event;
  const details: Record<string, string> = writer.operator === null ? { ticket } : { ticket, operator: writer.operator };
  await audit(trx, { kind, at, memberId, sessionId: writer.sessionId, call: writer.call, details });
}
