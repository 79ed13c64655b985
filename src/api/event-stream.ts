// Server-sent events read from a plain response: the browser's own EventSource can't send the bearer token.

/** One event of a stream. */
export interface ServerEvent {
  /** `message` if the server gave no name. */
  readonly event: string;
  readonly data: string;
  /** The last id that the server gave; empty before the first. */
  readonly id: string;
}

/** Nothing, not even a comment, has arrived for too long: the connection counts as lost. */
export class SilentStream extends Error {
  override readonly name = 'SilentStream';
}

/** Three times the longest silence of the server. */
const LONGEST_SILENCE_MS = 45_000;

/** The body piece by piece, as it arrives. Rejects if reading fails, or with `SilentStream`. */
export async function* readPieces<TPiece>(
  body: ReadableStream<TPiece>,
  longestSilence = LONGEST_SILENCE_MS,
): AsyncGenerator<TPiece, void, undefined> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await withinSilence(reader.read(), longestSilence);
      if (done) return;
      yield value;
    }
  } finally {
    // A reader that stops closes the connection; a connection that is already broken has nothing to close.
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * The events of a `text/event-stream`, parsed as the HTML standard says: three types of line ends, comments are
 * ignored, an event without its final blank line is dropped. Ends with the stream. Rejects as `readPieces` does.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  longestSilence = LONGEST_SILENCE_MS,
): AsyncGenerator<ServerEvent, void, undefined> {
  const decoder = new TextDecoder();
  const parser = createParser();
  for await (const piece of readPieces(body, longestSilence)) yield* parser(decoder.decode(piece, { stream: true }));
}

function withinSilence<T>(reading: Promise<T>, longest: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new SilentStream(`Nothing came for ${longest} ms.`)), longest);
    reading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Takes the text piece by piece and returns the events that each piece completes. */
function createParser(): (piece: string) => ServerEvent[] {
  let rest = '';
  let event = '';
  let data: string[] = [];
  let id = '';
  const endOfEvent = (): ServerEvent[] => {
    const complete = data.length === 0 ? [] : [{ event: event === '' ? 'message' : event, data: data.join('\n'), id }];
    event = '';
    data = [];
    return complete;
  };
  const take = (line: string): ServerEvent[] => {
    if (line === '') return endOfEvent();
    const [, field = '', value = ''] = /^([^:]*)(?::[ ]?(.*))?$/s.exec(line) ?? [];
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
    if (field === 'id' && !value.includes('\0')) id = value;
    return [];
  };
  return (piece) => {
    const text = rest + piece;
    // A carriage return at the very end may be the first half of a line break.
    const whole = text.endsWith('\r') ? text.slice(0, -1) : text;
    const lines = whole.split(/\r\n|\r|\n/);
    rest = (lines.pop() ?? '') + text.slice(whole.length);
    return lines.flatMap(take);
  };
}
