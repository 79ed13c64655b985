import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from '#server/platform/contract/problems.ts';

/** How long a caller has to read the answer and to close its side, which it may never do. */
const LINGER_MS = 1_000;

/**
 * Ends a connection whose request could not be parsed (not HTTP, headers too large, too slow), also with a problem.
 *
 * @returns whether there was a request
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): boolean {
  if (error.code === 'ECONNRESET' || socket.destroyed) return false;
  // Browsers open connections ahead. Anything sent on one that was not used yet would be taken for the answer to its
  // next request.
  const isUnused = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
  if (isUnused || !socket.writable) {
    socket.destroy(error);
    return !isUnused;
  }
  const problem = new Problem('invalid_request');
  const body = JSON.stringify(problem.body('unread'));
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'content-type: application/problem+json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  // Closed at once, the answer might be lost: what is still on its way from the caller would make the system reset it.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  return true;
}
