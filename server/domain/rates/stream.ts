// The rates as server-sent events, for as long as the session lasts (D-07).
import { PassThrough, type Readable } from 'node:stream';
import type { Services } from '#server/domain/services/services.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { MemberSession } from '#server/platform/contract/types.ts';

const HEARTBEAT_MS = 15_000;
/**
 * How much may be buffered for a client that does not read; beyond that the stream ends, and the client opens another.
 */
const MOST_UNREAD_BYTES = 64 * 1024;
/** When a caller who got no stream may try again; until then it reads the rates without one. */
const RETRY_SECONDS = 30;

/**
 * The first event is sent at once, another at each change, with comments in between so that proxies keep the connection
 * open. It ends with the session, with the caller, and with the server.
 *
 * @throws Problem too_many_requests if the session or its member has as many streams as it may, and unavailable if the
 *   process has
 */
export function streamRateEvents(services: Services, options: { session: MemberSession; over: AbortSignal }): Readable {
  const { session, over } = options;
  if (services.rateChanges.isFull()) throw new Problem('unavailable', { retryAfterSeconds: RETRY_SECONDS });
  const stream = new PassThrough();
  let lastWrite = performance.now();
  const write = (text: string) => {
    if (stream.writableEnded) return;
    if (stream.writableLength > MOST_UNREAD_BYTES) return end();
    stream.write(text);
    lastWrite = performance.now();
  };
  const unwatch = services.rateChanges.watch({
    sessionId: session.id,
    memberId: session.memberId,
    changed: (rates) => write(`event: rates\ndata: ${JSON.stringify(rates)}\n\n`),
    looked: () => {
      if (performance.now() - lastWrite >= HEARTBEAT_MS) write(': still here\n\n');
    },
    over: () => end(),
    failed: () => end(),
  });
  if (unwatch === null) throw new Problem('too_many_requests', { retryAfterSeconds: RETRY_SECONDS });
  const end = () => {
    unwatch();
    stream.end();
  };
  over.addEventListener('abort', end, { once: true });
  if (over.aborted) end();
  return stream;
}
