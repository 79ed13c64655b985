import { readAllowList } from '#server/domain/allow-list/allow-list.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** Whether the member's withdrawals go only to saved addresses. */
export const getAllowList: Handler<'getAllowList'> = async (services, call) => ({
  status: 200,
  body: await readAllowList(services.db, services, requireSession(call).memberId),
});
