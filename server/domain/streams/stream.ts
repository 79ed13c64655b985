// Server-sent events, for as long as the session lasts: the rates (D-07), and what of the member's own has changed.
import { PassThrough, type Readable } from 'node:stream';
import type { MemberMarks, Watcher } from '#server/domain/services/changes.ts';
import type { Services } from '#server/domain/services/services.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { MemberSession } from '#server/platform/contract/types.ts';
import { changedSince, eventId } from './marks.ts';

const HEARTBEAT_MS = 15_000;
/**
 * How much may be buffered for a client that does not read; beyond that the stream ends, and the client opens another.
 */
const MOST_UNREAD_BYTES = 64 * 1024;
/** When a caller who got no stream may try again; until then it asks without one. */
const RETRY_SECONDS = 30;

interface StreamOptions {
  session: MemberSession;
  over: AbortSignal;
}

/**
 * The rates: the first event is sent at once, another at each change.
 *
 * @throws Problem too_many_requests if the session or its member has as many streams as it may, and unavailable if the
 *   process has
 */
export function streamRateEvents(services: Services, options: StreamOptions): Readable {
  return openStream(services, options, (write) => ({
    follows: 'rates',
    changed: (rates) => write(`event: rates\ndata: ${JSON.stringify(rates)}\n\n`),
  }));
}

/**
 * What of the member's own has changed, by its name alone. The first event is sent at once: it names what has changed
 * since the caller's last event, or nothing if there was none. The id of an event is the state that it leaves, so any
 * process can resume after any id.
 *
 * @throws Problem as `streamRateEvents`
 */
export function streamMemberEvents(services: Services, options: StreamOptions & { lastId: string | null }): Readable {
  let lastId = options.lastId;
  return openStream(services, options, (write) => ({
    follows: 'member',
    changed: (marks: MemberMarks) => {
      const changed = lastId === null ? [] : changedSince(lastId, marks);
      lastId = eventId(marks);
      write(`id: ${lastId}\nevent: changed\ndata: ${JSON.stringify({ changed })}\n\n`);
    },
  }));
}

type Followed = Watcher extends infer Each ? (Each extends Watcher ? Pick<Each, 'follows' | 'changed'> : never) : never;

/**
 * Comments between the events keep the connection open through proxies. The stream ends with the session, with the
 * caller, and with the server.
 */
function openStream(
  services: Services,
  { session, over }: StreamOptions,
  followed: (write: (text: string) => void) => Followed,
): Readable {
  if (services.changes.isFull()) throw new Problem('unavailable', { retryAfterSeconds: RETRY_SECONDS });
  const stream = new PassThrough();
  let lastWrite = performance.now();
  const write = (text: string) => {
    if (stream.writableEnded) return;
    if (stream.writableLength > MOST_UNREAD_BYTES) return end();
    stream.write(text);
    lastWrite = performance.now();
  };
  const unwatch = services.changes.watch({
    ...followed(write),
    sessionId: session.id,
    memberId: session.memberId,
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
