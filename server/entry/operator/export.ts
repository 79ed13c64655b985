// A history of all members as CSV, for the operator.
import { sql } from 'kysely';
import type { Receipt } from '#server/domain/ledger/history.ts';
import { RECEIPTS_OF, type HistoryKind } from '#server/domain/receipts/kinds.ts';
import { COLUMNS, csvLine, rowCells } from '#server/domain/wallet/csv.ts';
import { withUsernames } from '#server/domain/wallet/rows.ts';
import { audit } from '#server/platform/audit/audit.ts';
import type { Db } from '#server/platform/db/kysely.ts';
import { readArguments, readDays, type CommandLine, type Commands } from './command.ts';
import { Refused } from './errors.ts';
import { nearestName } from '#server/platform/system/nearest.ts';

export const exportCommands: Commands = {
  export: {
    usage: 'export HISTORY [--from DAY] [--to DAY]',
    help: 'a history of all members as CSV',
    run: exportHistories,
  },
};

const ROWS_AT_A_TIME = 1000;

interface Wanted {
  kind: HistoryKind;
  from: Date | undefined;
  before: Date | undefined;
}

/** Oldest first, with each member's username before the columns of the members' file. */
async function exportHistories({ services, operator, call, args }: CommandLine): Promise<string[]> {
  const { words, valued } = readArguments(args, { words: [1, 1], valued: ['--from', '--to'] });
  const { from, before } = readDays(valued);
  const wanted = { kind: readKind(words[0] ?? ''), from, before };
  const { db, clock } = services;
  await audit(db, {
    kind: 'history_exported',
    at: clock.now(),
    memberId: null,
    call,
    details: { operator, kind: wanted.kind },
  });
  const lines = [csvLine(['username', ...COLUMNS])];
  let after: (Receipt & { username: string }) | null = null;
  for (;;) {
    const rows: (Receipt & { username: string })[] = await page(db, wanted, after);
    const usernames = new Map(rows.map(({ id, username }) => [id, username]));
    for (const row of await withUsernames(db, rows))
      lines.push(csvLine([{ written: usernames.get(row.id) ?? '' }, ...rowCells(row)]));
    after = rows.at(-1) ?? null;
    // The printer adds the last line end.
    if (rows.length < ROWS_AT_A_TIME) return [lines.join('').trimEnd()];
  }
}

function readKind(typed: string): HistoryKind {
  const kinds = Object.keys(RECEIPTS_OF) as HistoryKind[];
  const kind = kinds.find((candidate) => candidate === typed);
  if (kind !== undefined) return kind;
  const meant = nearestName(typed, kinds);
  throw new Refused(
    `there is no history ${JSON.stringify(typed)}; ${meant === null ? `there are ${kinds.join(', ')}` : `did you mean ${meant}?`}`,
  );
}

async function page(
  db: Db,
  { kind, from, before }: Wanted,
  after: { at: Date; id: string } | null,
): Promise<(Receipt & { username: string })[]> {
  const { kinds, asset } = RECEIPTS_OF[kind];
  const { rows } = await sql<Receipt & { username: string }>`
    SELECT receipt.*, member.username FROM receipts AS receipt JOIN members AS member ON member.id = receipt.member_id
    WHERE ${kinds.length === 0 ? sql`true` : sql`receipt.kind = ANY(${kinds}::text[])`}
      ${asset === undefined ? sql`` : sql`AND (receipt.asset = ${asset} OR receipt.counter_asset = ${asset})`}
      ${from === undefined ? sql`` : sql`AND receipt.at >= ${from}`} ${before === undefined ? sql`` : sql`AND receipt.at < ${before}`}
      ${after === null ? sql`` : sql`AND (receipt.at, receipt.id) > (${after.at}::timestamptz, ${after.id}::uuid)`}
    ORDER BY receipt.at, receipt.id LIMIT ${ROWS_AT_A_TIME}`.execute(db);
  return rows;
}
