// A member's statement for the operator: every posting of the member's wallets with the balance after it.
import { sql } from 'kysely';
import { audit } from '#server/platform/audit/audit.ts';
import { nameKey } from '#server/domain/members/members.ts';
import { csvLine, harmless } from '#server/domain/wallet/csv.ts';
import { readArguments, readDays, type CommandLine, type Commands } from './command.ts';
import { Refused } from './errors.ts';

export const statementCommands: Commands = {
  'member statement': {
    usage: 'member statement USERNAME [--from DAY] [--to DAY] [--csv]',
    help: "every posting of a member's wallets, with balances",
    run: statement,
  },
};

interface Line {
  journal_id: bigint;
  at: Date;
  kind: string;
  reference: string | null;
  asset: string;
  amount: string;
  balance_after: string;
}

const COLUMNS = ['journal', 'at_utc', 'kind', 'reference', 'asset', 'amount', 'balance_after'];

/** In the order in which the balances changed. */
async function statement({ services, operator, call, args }: CommandLine): Promise<string[]> {
  const { words, valued, plain } = readArguments(args, { words: [1, 1], valued: ['--from', '--to'], plain: ['--csv'] });
  const { from, before } = readDays(valued);
  const [typed = ''] = words;
  const { db, clock } = services;
  const member = await db
    .selectFrom('members')
    .select(['id', 'username'])
    .where('username_key', '=', nameKey(typed))
    .executeTakeFirst();
  if (member === undefined) throw new Refused(`there is no member ${JSON.stringify(typed)}`);
  const { rows } = await sql<Line>`
    SELECT journal.id AS journal_id, journal.at, journal.kind, receipt.reference, posting.asset,
      trim_scale(posting.amount)::text AS amount, trim_scale(posting.balance_after)::text AS balance_after
    FROM accounts AS account
      JOIN postings AS posting ON posting.account_id = account.id
      JOIN journals AS journal ON journal.id = posting.journal_id
      LEFT JOIN receipts AS receipt ON receipt.member_id = account.member_id AND (receipt.id = journal.receipt_id OR receipt.origin_id = journal.receipt_id)
    WHERE account.member_id = ${member.id}
      ${from === undefined ? sql`` : sql`AND journal.at >= ${from}`} ${before === undefined ? sql`` : sql`AND journal.at < ${before}`}
    ORDER BY journal.id, posting.asset`.execute(db);
  await audit(db, {
    kind: 'statement_read',
    at: clock.now(),
    memberId: null,
    call,
    details: { operator, memberId: member.id },
  });
  const cells = rows.map((row) => [
    String(row.journal_id),
    row.at.toISOString(),
    row.kind,
    row.reference ?? '',
    row.asset,
    row.amount,
    row.balance_after,
  ]);
  // The printer adds the last line end.
  if (plain.has('--csv'))
    return [
      [COLUMNS, ...cells]
        .map((line) => csvLine(line))
        .join('')
        .trimEnd(),
    ];
  const title = `${harmless(member.username)}: ${rows.length === 0 ? 'nothing has moved' : `${rows.length} postings`}`;
  return [
    title,
    ...cells.map(([journal = '', at, kind = '', reference = '', asset = '', amount = '', balance]) =>
      [
        at,
        journal.padStart(6),
        kind.padEnd(20),
        reference.padEnd(11),
        amount.padStart(24),
        asset.padEnd(4),
        balance,
      ].join('  '),
    ),
  ];
}
