// Calls to other machines: the feed of rates, nodes, push services. None of them is trusted with our memory or time.

/** What another machine answered. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** As text; empty if nothing was to be read. */
  readonly body: string;
}

/** More was answered than may be read. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}

/** What is sent, and what is accepted in return. */
export interface Call extends Pick<RequestInit, 'method' | 'headers' | 'body'> {
  /** For the whole of it, the answer included. */
  readonly timeoutMs: number;
  /** How many bytes of an answer with a status are read; of none, nothing is. */
  readonly mostBytes: (status: number) => number;
}

/**
 * Calls another machine and reads its answer up to a limit, after which the connection is given up: a body that was
 * read as a whole before its length is known could fill the memory, and a compressed one with few bytes on the wire. A
 * redirect is an error, since it would lead to where nobody allowed.
 *
 * @throws AnswerTooLong
 * @throws Error if no answer came
 */
export async function callOut(url: string, { timeoutMs, mostBytes, ...init }: Call): Promise<Answer> {
  const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  const { status, headers, body } = answer;
  return { status, headers, body: body === null ? '' : await textOf(body, mostBytes(status)) };
}

async function textOf(body: ReadableStream<Uint8Array>, mostBytes: number): Promise<string> {
  if (mostBytes === 0) {
    await body.cancel();
    return '';
  }
  const reader = body.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.byteLength;
    if (length > mostBytes) {
      await reader.cancel();
      throw new AnswerTooLong(`the answer is longer than ${mostBytes} bytes`);
    }
    parts.push(read.value);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}
