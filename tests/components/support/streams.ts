import { act } from '@testing-library/react';

/** Streams that the test writes to and ends, one after the other. */
export function streams() {
  const writers: ReadableStreamDefaultController<Uint8Array>[] = [];
  const asked: (string | null)[] = [];
  const signals: AbortSignal[] = [];
  return {
    asked,
    signals,
    answer: (request: Request) => {
      asked.push(request.headers.get('Last-Event-ID'));
      signals.push(request.signal);
      const body = new ReadableStream<Uint8Array>({ start: (writer) => void writers.push(writer) });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    },
    tell: (id: string, ...changed: string[]) =>
      act(async () =>
        writers
          .at(-1)
          ?.enqueue(new TextEncoder().encode(`id: ${id}\nevent: changed\ndata: ${JSON.stringify({ changed })}\n\n`)),
      ),
    end: () => act(async () => writers.at(-1)?.close()),
  };
}
