// A member's statement for the operator: every posting of the member's wallets with the balance after it.
import { audit } from '#server/platform/audit/audit.ts';
import { walletLines } from '#server/domain/ledger/statement.ts';
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
  const lines = await walletLines(db, { memberId: member.id, from, before });
  await audit(db, {
    kind: 'statement_read',
    at: clock.now(),
    memberId: null,
    call,
    details: { operator, memberId: member.id },
  });
  const cells = lines.map(({ journalId, at, journal, receipt, asset, amount, balanceAfter }) => [
    String(journalId),
    at.toISOString(),
    journal,
    receipt?.reference ?? '',
    asset,
    amount,
    balanceAfter,
  ]);
  // The printer adds the last line end.
  if (plain.has('--csv'))
    return [
      [COLUMNS, ...cells]
        .map((line) => csvLine(line))
        .join('')
        .trimEnd(),
    ];
  const title = `${harmless(member.username)}: ${lines.length === 0 ? 'nothing has moved' : `${lines.length} postings`}`;
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
