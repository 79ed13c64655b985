// The rates as server-sent events, for as long as the session lasts (D-07).
import { PassThrough, type Readable } from 'node:stream';
import { isSessionOpen, type MemberSession } from '#server/accounts/sessions.ts';
import type { Services } from '#server/services.ts';

const HEARTBEAT_MS = 15_000;
const SESSION_CHECK_MS = 5_000;

/**
 * The first event at once, another at each change, a comment in between so that nobody on the way takes the connection for dead.
 * It ends with the session, with the caller, and with the server.
 */
export function streamRateEvents(services: Services, options: { session: MemberSession; over: AbortSignal }): Readable {
  const { session, over } = options;
  const stream = new PassThrough();
  const write = (text: string) => {
    if (!stream.writableEnded) stream.write(text);
  };
  const unwatch = services.rateChanges.watch({
    changed: (rates) => write(`event: rates\ndata: ${JSON.stringify(rates)}\n\n`),
    failed: () => end(),
  });
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS).unref();
  const check = setInterval(() => {
    isSessionOpen(services.db, session.id, services.clock.now()).then((open) => (open ? undefined : end()), end);
  }, SESSION_CHECK_MS).unref();
  const end = () => {
    unwatch();
    clearInterval(heartbeat);
    clearInterval(check);
    stream.end();
  };
  over.addEventListener('abort', end, { once: true });
  if (over.aborted) end();
  return stream;
}
