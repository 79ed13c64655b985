import { requireSession } from '#server/domain/sessions/require-session.ts';
import { listHistory as readHistory } from '#server/domain/wallet/history.ts';
import { readMomentCursor } from '#server/platform/contract/cursor.ts';
import { historyWanted } from '#server/domain/wallet/history-wanted.ts';
import type { Handler } from './handler.ts';

/** D-12: one of the member's own histories, or all of them in one, page by page. */
export const listHistory: Handler<'listHistory'> = async (services, call) => {
  const { memberId } = requireSession(call);
  const { cursor } = call.query;
  const after = readMomentCursor(call, cursor);
  return {
    status: 200,
    body: await readHistory(services.db, { ...historyWanted(call, memberId), after }),
  };
};
