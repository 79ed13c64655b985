import { describe, expect, it, vi } from 'vitest';
import { readEvents, SilentStream, type ServerEvent } from '#src/api/event-stream.ts';

/** The reader of server-sent events, however the network splits them. */

function streamOf(
  pieces: readonly Uint8Array[],
  { ends = true, cancelled = () => undefined }: { ends?: boolean; cancelled?: () => void } = {},
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      if (ends) controller.close();
    },
    cancel: cancelled,
  });
}

async function eventsOf(text: string, size = text.length): Promise<ServerEvent[]> {
  const bytes = new TextEncoder().encode(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.slice(index * size, (index + 1) * size),
  );
  const events: ServerEvent[] = [];
  for await (const event of readEvents(streamOf(pieces))) events.push(event);
  return events;
}

const TEXT =
  ': hello\r\nevent: rates\r\ndata: {"a":"é 🪺"}\r\n\r\nid: 7\nretry: 10\ndata:first\ndata: second\n\n: still here\n\nevent: alone\n\ndata\r\rdata: never ended';
const EVENTS = [
  { event: 'rates', data: '{"a":"é 🪺"}', id: '' },
  { event: 'message', data: 'first\nsecond', id: '7' },
  { event: 'message', data: '', id: '7' },
];

describe('a stream of events', () => {
  it.each([1, 2, 3, 7, 1000])('is read alike in pieces of %i bytes', async (size) => {
    expect(await eventsOf(TEXT, size)).toEqual(EVENTS);
  });

  it('ignores a name without data', async () => {
    expect(await eventsOf('event: rates\n\n')).toEqual([]);
  });

  it('is closed when its reader stops', async () => {
    const cancelled = vi.fn();
    for await (const event of readEvents(
      streamOf([new TextEncoder().encode('data: 1\n\ndata: 2\n\n')], { ends: false, cancelled }),
    )) {
      expect(event.data).toBe('1');
      break;
    }
    expect(cancelled).toHaveBeenCalledOnce();
  });

  it('counts as lost after too long a silence', async () => {
    const cancelled = vi.fn();
    const listening = readEvents(
      streamOf([new TextEncoder().encode(': still here\n\n')], { ends: false, cancelled }),
      20,
    ).next();
    await expect(listening).rejects.toBeInstanceOf(SilentStream);
    expect(cancelled).toHaveBeenCalledOnce();
  });

  it('fails as its connection does', async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new TypeError('network error')),
    });
    await expect(readEvents(broken).next()).rejects.toThrow('network error');
  });
});
