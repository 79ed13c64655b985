// A member's own inquiries; another member's inquiry is not found.
import type { components } from '#openapi/api.gen.d.ts';
import { lockMember } from '#server/domain/members/members.ts';
import { inquiryText } from '#server/domain/members/person.ts';
import { cursorAfterMoment, readMomentCursor } from '#server/platform/contract/cursor.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import type { Services } from '#server/domain/services/services.ts';
import { fieldSentence } from '#server/platform/texts/texts.ts';
import { OPEN_INQUIRIES } from './limits.ts';
import {
  closeInquiry,
  InquiryRefused,
  lockInquiry,
  openInquiry,
  replyToInquiry,
  type Inquiry,
  type Writer,
} from './steps.ts';

type Schemas = components['schemas'];
type Done = Promise<CallResult<Schemas['Inquiry']>>;

const PAGE = 20;

/**
 * The member's own inquiries, newest first. @throws Problem invalid_request if the cursor does not belong to this list
 */
export async function listOwnInquiries(
  db: Db,
  call: CallContext,
  wanted: { memberId: string; cursor: string | undefined },
): Promise<Schemas['InquiryPage']> {
  const after = readMomentCursor(call, wanted.cursor);
  let query = db
    .selectFrom('inquiries')
    .selectAll()
    .where('member_id', '=', wanted.memberId)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE + 1);
  if (after !== null)
    query = query.where((where) => where(where.refTuple('opened_at', 'id'), '<', where.tuple(after.at, after.id)));
  const rows = await query.execute();
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  const items = await Promise.all(page.map((row) => shownItem(db, row)));
  return {
    items,
    nextCursor:
      rows.length > PAGE && last !== undefined ? cursorAfterMoment({ at: last.opened_at, id: last.id }) : null,
  };
}

/** One with its messages. @throws Problem not_found */
export async function showOwnInquiry(
  db: Db | Trx,
  own: { memberId: string; ticket: string },
): Promise<Schemas['Inquiry']> {
  const row = await db
    .selectFrom('inquiries')
    .selectAll()
    .where('ticket', '=', own.ticket.toUpperCase())
    .where('member_id', '=', own.memberId)
    .executeTakeFirst();
  if (row === undefined) throw new Problem('not_found');
  const messages = await db
    .selectFrom('inquiry_messages')
    .select(['from_member', 'at', 'body'])
    .where('inquiry_id', '=', row.id)
    .orderBy('id')
    .execute();
  return {
    ...(await shownItem(db, row)),
    messages: messages.map(({ from_member: fromMember, at, body }) => ({
      from: fromMember ? 'member' : 'support',
      at: at.toISOString(),
      text: body,
    })),
  };
}

/** Opens an inquiry (F-15). @throws Problem receipt_not_found, too_many_inquiries, invalid_request */
export async function openOwnInquiry(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { session: MemberSession } & Schemas['InquiryWanted'],
): Done {
  const { session, category, receipt } = given;
  // Two at once must not both find room for one.
  const { id: memberId } = await lockMember(trx, session.memberId);
  const text = inquiryText(call, given.text);
  const receiptId = receipt === undefined ? null : await ownReceipt(trx, call, { memberId, reference: receipt });
  const { open } = await trx
    .selectFrom('inquiries')
    .select((select) => select.fn.countAll<bigint>().as('open'))
    .where('member_id', '=', memberId)
    .where('status', '<>', 'closed')
    .executeTakeFirstOrThrow();
  if (open >= BigInt(OPEN_INQUIRIES)) throw new Problem('too_many_inquiries');
  const inquiry = await openInquiry(trx, services, {
    memberId,
    category,
    receiptId,
    text,
    writer: writerOf(call, session),
  });
  return { kind: 'done', body: await showOwnInquiry(trx, { memberId, ticket: inquiry.ticket }) };
}

/** Adds a message. @throws Problem not_found, inquiry_closed, inquiry_full, invalid_request */
export async function replyToOwnInquiry(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { session: MemberSession; ticket: string; text: string },
): Done {
  const text = inquiryText(call, given.text);
  return step(trx, given, (inquiry) =>
    replyToInquiry(trx, services, inquiry, { text, writer: writerOf(call, given.session) }),
  );
}

/** Closes one. @throws Problem not_found, inquiry_closed */
export async function closeOwnInquiry(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { session: MemberSession; ticket: string },
): Done {
  return step(trx, given, (inquiry) => closeInquiry(trx, services, inquiry, writerOf(call, given.session)));
}

async function step(
  trx: Trx,
  { session, ticket }: { session: MemberSession; ticket: string },
  take: (inquiry: Inquiry) => Promise<void>,
): Done {
  const inquiry = await lockInquiry(trx, ticket);
  if (inquiry === null || inquiry.member_id !== session.memberId) throw new Problem('not_found');
  try {
    await take(inquiry);
  } catch (error) {
    if (error instanceof InquiryRefused) throw new Problem(error.why === 'closed' ? 'inquiry_closed' : 'inquiry_full');
    throw error;
  }
  return { kind: 'done', body: await showOwnInquiry(trx, { memberId: session.memberId, ticket }) };
}

function writerOf(call: CallContext, session: MemberSession): Writer {
  return { call, sessionId: session.id, operator: null };
}

async function ownReceipt(
  trx: Trx,
  call: CallContext,
  { memberId, reference }: { memberId: string; reference: string },
): Promise<string> {
  const wanted = reference.normalize('NFKC').replaceAll('\u0000', '').trim().toUpperCase();
  const row = await trx
    .selectFrom('receipts')
    .select('id')
    .where('reference', '=', wanted)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (row === undefined)
    throw new Problem('receipt_not_found', { errors: { receipt: [fieldSentence(call.culture, 'receiptNotFound')] } });
  return row.id;
}

async function shownItem(db: Db | Trx, row: Inquiry): Promise<Schemas['InquiryItem']> {
  const receipt =
    row.receipt_id === null
      ? undefined
      : await db.selectFrom('receipts').select(['id', 'reference']).where('id', '=', row.receipt_id).executeTakeFirst();
  return {
    ticket: row.ticket,
    category: row.category,
    status: row.status,
    receipt: receipt ?? null,
    openedAt: row.opened_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
