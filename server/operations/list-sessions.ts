import { listOpenSessions } from '#server/accounts/open-sessions.ts';
import { requireSession } from '#server/accounts/require-session.ts';
import type { Handler } from './handler.ts';

/** D-14: where the member is signed in. */
export const listSessions: Handler<'listSessions'> = async (services, call) => ({
  status: 200,
  body: await listOpenSessions(services.db, requireSession(call), services.clock.now()),
});
