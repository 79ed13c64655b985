// The lock of an inquiry: its member and support write and close at the same moment.
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { replyToOwnInquiry, closeOwnInquiry } from '#server/domain/inquiries/own.ts';
import { MESSAGES } from '#server/domain/inquiries/limits.ts';
import { answerInquiry, closeInquiry, lockInquiry, type Inquiry } from '#server/domain/inquiries/steps.ts';
import type { MemberSession } from '#server/platform/contract/types.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { runIn } from '#tests/api/support/operator-acts.ts';
import { rich } from '#tests/api/support/money.ts';
import type { Trial, Trials } from './trial.ts';
import { call, now, OPERATOR, sessionOf, within, world } from './club.ts';

const AT_INQUIRY = /from "inquiries" where "ticket" = \$1 for update$/;

type Opened = Readonly<{ session: MemberSession; ticket: string }>;
type Act = (trx: Trx, opened: Opened) => Promise<unknown>;

async function opened(): Promise<Opened> {
  const who = await rich(world, {});
  const { body } = await who.call('createInquiry', { body: { category: 'other', text: 'Where is my money?' } });
  return { session: await sessionOf(who), ticket: body.ticket };
}

async function locked(trx: Trx, ticket: string): Promise<Inquiry> {
  const inquiry = await lockInquiry(trx, ticket);
  if (inquiry === null) throw new Error('the inquiry is gone');
  return inquiry;
}

const reply: Act = (trx, { session, ticket }) =>
  replyToOwnInquiry(trx, world.services, call(session), { session, ticket, text: 'Still nothing.' });
const close: Act = (trx, { session, ticket }) =>
  closeOwnInquiry(trx, world.services, call(session), { session, ticket });
const answer: Act = async (trx, { ticket }) =>
  answerInquiry(trx, world.services, await locked(trx, ticket), { text: 'It is on its way.', writer: OPERATOR });
const end: Act = async (trx, { ticket }) => closeInquiry(trx, world.services, await locked(trx, ticket), OPERATOR);

async function found({ ticket }: Opened): Promise<readonly [status: string, messages: number]> {
  const { id, status } = await world.db
    .selectFrom('inquiries')
    .select(['id', 'status'])
    .where('ticket', '=', ticket)
    .executeTakeFirstOrThrow();
  return [status, (await messagesOf(id)).length];
}

const messagesOf = (id: string) =>
  world.db.selectFrom('inquiry_messages').select('id').where('inquiry_id', '=', id).execute();

/** One side's act; the other side's finds what came of it. */
function beside(
  [first, second]: readonly [Act, Act],
  [comesTo, ...left]: readonly [unknown, status: string, messages: number],
  before: (opened: Opened) => Promise<unknown> = () => Promise.resolve(),
) {
  return async (): Promise<Trial> => {
    const inquiry = await opened();
    await before(inquiry);
    return {
      first: (trx) => first(trx, inquiry),
      second: () => within((trx) => second(trx, inquiry)),
      waitsAt: AT_INQUIRY,
      comesTo,
      after: async () => expect(await found(inquiry)).toEqual(left),
    };
  };
}

/** Room for one more message. */
async function almostFull({ ticket }: Opened): Promise<void> {
  await within(async (trx) => {
    const { id } = await locked(trx, ticket);
    const message = { inquiry_id: id, from_member: true, at: now(), body: randomUUID(), operator: null };
    await trx
      .insertInto('inquiry_messages')
      .values(Array.from({ length: MESSAGES - 2 }, () => message))
      .execute();
  });
}

export const INQUIRIES: Trials = {
  'domain/inquiries/own.ts step: lockInquiry': beside([end, reply], ['inquiry_closed', 'closed', 1]),
  'entry/operator/inquiries.ts inquiryOf: lockInquiry': async () => {
    const inquiry = await opened();
    return {
      first: (trx) => close(trx, inquiry),
      second: async () => (await runIn(world)('inquiries', 'close', inquiry.ticket, '--yes')).text,
      waitsAt: AT_INQUIRY,
      comesTo: `inquiry ${inquiry.ticket} is closed`,
      after: async () => expect(await found(inquiry)).toEqual(['closed', 1]),
    };
  },
};

/** The other acts on an inquiry that meet under the same lock. */
export const MESSAGES_MET: Trials = {
  'an answer beside a closing by its member': beside([close, answer], ['InquiryRefused', 'closed', 1]),
  'an answer beside a reply': beside([reply, answer], [undefined, 'answered', 3]),
  'a reply beside an answer': beside([answer, reply], ['done', 'open', 3]),
  'a closing by its member beside an answer': beside([answer, close], ['done', 'closed', 2]),
  'a closing by its member beside one by support': beside([end, close], ['inquiry_closed', 'closed', 1]),
  'the last message that there is room for, answered first': beside(
    [answer, reply],
    ['inquiry_full', 'answered', MESSAGES],
    almostFull,
  ),
  'the last message that there is room for, replied first': beside(
    [reply, answer],
    ['InquiryRefused', 'open', MESSAGES],
    almostFull,
  ),
};
