import { requireSession } from '#server/accounts/require-session.ts';
import { readMomentCursor } from '#server/contract/cursor.ts';
import { listHistory as readHistory } from '#server/receipts/history.ts';
import type { Handler } from './handler.ts';

/** D-12: one of the member's own histories, page by page. */
export const listHistory: Handler<'listHistory'> = async (services, call) => {
  const { memberId } = requireSession(call);
  const { from, to, status, asset, cursor } = call.query;
  const after = readMomentCursor(call, cursor);
  return { status: 200, body: await readHistory(services.db, { memberId, kind: call.path.kind, from, to, status, asset, after }) };
};
