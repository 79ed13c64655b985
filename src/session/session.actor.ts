import { createActor, type Actor } from 'xstate';
import { sessionMachine } from '#machines/session/session.machine.ts';
import type { Services } from '#src/services/services.ts';
import { sessionPorts } from './session.ports.ts';

/** The session machine of a page, which runs for as long as the page is there. */
export type SessionActor = Actor<typeof sessionMachine>;

/**
 * The session of the page with these services. `SessionProvider` starts it. It may start before anything is rendered,
 * so that the first picture is that of a member whose session is stored.
 */
export function createSession(services: Services): SessionActor {
  const { recorder } = services;
  const machine = sessionMachine.provide({
    actors: sessionPorts(services),
    actions: { forgetSession: () => services.session.forget() },
  });
  return createActor(machine, recorder === null ? {} : { inspect: recorder.inspect });
}
