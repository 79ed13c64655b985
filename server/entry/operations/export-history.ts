import { requireSession } from '#server/domain/sessions/require-session.ts';
import { historyCsv } from '#server/domain/wallet/csv.ts';
import { StreamedBody } from '#server/platform/contract/types.ts';
import type { Handler } from './handler.ts';
import { historyWanted } from '#server/domain/wallet/history-wanted.ts';

const DAY_LETTERS = 10;

/** D-12, D-29: one of the member's own histories as a file. */
export const exportHistory: Handler<'exportHistory'> = async ({ db, clock }, call) => {
  const { memberId } = requireSession(call);
  const { kind } = call.path;
  const name = `perch-${kind}-${clock.now().toISOString().slice(0, DAY_LETTERS)}.csv`;
  const body = new StreamedBody('text/csv', historyCsv(db, historyWanted(call, memberId)));
  return { status: 200, body, headers: { 'content-disposition': `attachment; filename="${name}"` } };
};
