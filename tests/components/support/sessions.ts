import { createSession, type SessionActor } from '#src/session/session.actor.ts';
import type { Services } from '#src/services/services.ts';

const opened: SessionActor[] = [];

/** The session of a page that a test opens; it ends with the test, as with a page that is left. */
export function sessionOfTest(services: Services): SessionActor {
  const session = createSession(services);
  opened.push(session);
  return session;
}

/** Ends the sessions of the test's pages. */
export function endSessions(): void {
  for (const session of opened.splice(0)) session.stop();
}
