import { requireSession } from '#server/domain/sessions/require-session.ts';
import { listOwnActivity } from '#server/platform/audit/activity.ts';
import type { Handler } from './handler.ts';

/** S-24: members read their own part of the audit. */
export const listActivity: Handler<'listActivity'> = async (services, call) => ({
  status: 200,
  body: await listOwnActivity(services.db, call, { session: requireSession(call), cursor: call.query.cursor }),
});
