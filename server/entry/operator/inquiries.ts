// Inquiries from the command line: read, answered and closed.
import { LONGEST_TEXT } from '#server/domain/inquiries/limits.ts';
import { answerInquiry, closeInquiry, lockInquiry, type Inquiry } from '#server/domain/inquiries/steps.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { inTransaction, type Trx } from '#server/platform/db/kysely.ts';
import { readArguments, type CommandLine, type Commands } from './command.ts';
import { Refused } from './errors.ts';
import { readTextFile } from './file.ts';
import { toldText } from './told.ts';

export const inquiryCommands: Commands = {
  'inquiries list': {
    usage: 'inquiries list [--all]',
    help: 'inquiries that wait for an answer, or all',
    empty: 'No inquiry waits for an answer.',
    run: listInquiries,
  },
  'inquiries show': { usage: 'inquiries show TICKET', help: 'an inquiry with its messages', run: showInquiry },
  'inquiries answer': {
    usage: 'inquiries answer TICKET FILE',
    help: 'answer an inquiry with the text of a file',
    more: ['FILE is plain UTF-8 text in the language of the member, which "inquiries show" prints.'],
    run: answer,
  },
  'inquiries close': {
    usage: 'inquiries close TICKET [--yes]',
    help: 'close an inquiry',
    more: [
      'The member is not notified that it is closed. One that was never answered is closed only with --yes, such as spam or an inquiry that was sent twice.',
    ],
    run: close,
  },
};

/** Inquiries that wait for an answer, oldest first; with `--all` every one. */
async function listInquiries({ services, args }: CommandLine): Promise<string[]> {
  const { plain } = readArguments(args, { words: [0, 0], plain: ['--all'] });
  let query = services.db
    .selectFrom('inquiries')
    .innerJoin('members', 'members.id', 'inquiries.member_id')
    .select([
      'inquiries.ticket',
      'inquiries.status',
      'inquiries.category',
      'inquiries.updated_at',
      'members.username',
      'members.culture',
    ])
    .orderBy('inquiries.updated_at');
  if (!plain.has('--all')) query = query.where('inquiries.status', '=', 'open');
  const rows = await query.execute();
  return rows.map((row) =>
    [row.ticket, row.status, row.updated_at.toISOString(), row.category, row.username, row.culture].join('  '),
  );
}

/** An inquiry with its messages; that an operator read it is recorded. */
async function showInquiry({ services, operator, call, args }: CommandLine): Promise<string[]> {
  const {
    words: [ticket = ''],
  } = readArguments(args, { words: [1, 1] });
  return inTransaction(services.db, async (trx) => {
    const inquiry = await inquiryOf(trx, ticket);
    const { username, culture } = await trx
      .selectFrom('members')
      .select(['username', 'culture'])
      .where('id', '=', inquiry.member_id)
      .executeTakeFirstOrThrow();
    const receipt =
      inquiry.receipt_id === null
        ? null
        : await trx
            .selectFrom('receipts')
            .select('reference')
            .where('id', '=', inquiry.receipt_id)
            .executeTakeFirstOrThrow();
    const messages = await trx
      .selectFrom('inquiry_messages')
      .selectAll()
      .where('inquiry_id', '=', inquiry.id)
      .orderBy('id')
      .execute();
    // The operator did it, so it is not part of the member's own activity list.
    await audit(trx, {
      kind: 'inquiry_read',
      at: services.clock.now(),
      memberId: null,
      call,
      details: { operator, ticket: inquiry.ticket },
    });
    return [
      [
        inquiry.ticket,
        inquiry.status,
        inquiry.category,
        username,
        culture,
        ...(receipt === null ? [] : [`about ${receipt.reference}`]),
      ].join('  '),
      ...messages.flatMap(({ at, operator: by, body }) => [
        '',
        `${at.toISOString()}  ${by === null ? username : `${by} (support)`}`,
        ...body.split('\n').map((line) => `  ${line}`),
      ]),
    ];
  });
}

/** Answers with the text of a file. */
async function answer(asked: CommandLine): Promise<string[]> {
  const { services, operator, call, args } = asked;
  const {
    words: [ticket = '', file = ''],
  } = readArguments(args, { words: [2, 2] });
  const text = (await readTextFile(asked, file))
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .trim();
  if (text === '') throw new Refused('the answer is empty');
  if (text.length > LONGEST_TEXT) throw new Refused(`the answer is longer than ${LONGEST_TEXT} characters`);
  if (text.includes('\u0000')) throw new Refused('the file is not text');
  return inTransaction(services.db, async (trx) => {
    const inquiry = await inquiryOf(trx, ticket);
    await answerInquiry(trx, services, inquiry, { text, writer: { call, sessionId: null, operator } });
    return [`${inquiry.ticket} is answered; ${toldText('inquiries answer')}`];
  });
}

/** Closes an inquiry; one without any answer, of which the member would never hear, only with `--yes`. */
async function close({ services, operator, call, args }: CommandLine): Promise<string[]> {
  const {
    words: [ticket = ''],
    plain,
  } = readArguments(args, { words: [1, 1], plain: ['--yes'] });
  return inTransaction(services.db, async (trx) => {
    const inquiry = await inquiryOf(trx, ticket);
    if (inquiry.status !== 'closed' && !plain.has('--yes') && !(await isAnswered(trx, inquiry)))
      throw new Refused(
        `inquiry ${inquiry.ticket} was never answered, and the member is not notified that it is closed; answer it first, or close it with --yes`,
      );
    await closeInquiry(trx, services, inquiry, { call, sessionId: null, operator });
    return [`${inquiry.ticket} is closed`];
  });
}

/** Whether support has ever written in it. */
async function isAnswered(trx: Trx, { id }: Inquiry): Promise<boolean> {
  const answer = await trx
    .selectFrom('inquiry_messages')
    .select('id')
    .where('inquiry_id', '=', id)
    .where('from_member', '=', false)
    .limit(1)
    .executeTakeFirst();
  return answer !== undefined;
}

async function inquiryOf(trx: Trx, ticket: string): Promise<Inquiry> {
  const inquiry = await lockInquiry(trx, ticket);
  if (inquiry === null) throw new Refused(`there is no inquiry ${ticket}`);
  return inquiry;
}
