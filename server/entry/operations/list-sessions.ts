import { requireSession } from '#server/domain/sessions/require-session.ts';
import { listOpenSessions } from '#server/domain/sign-in/open-sessions.ts';
import type { Handler } from './handler.ts';

/** D-14: where the member is signed in. */
export const listSessions: Handler<'listSessions'> = async (services, call) => ({
  status: 200,
  body: await listOpenSessions(services.db, requireSession(call), services.clock.now()),
});
