// The stream of what changes of a member's own, as one of their tabs reads it.
import { Readable } from 'node:stream';
import { readEvents } from '#src/api/event-stream.ts';
import { requestTo } from './call.ts';
import type { World } from './world.ts';

export interface MemberEvents {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The next event; null if the stream has ended. */
  next(): Promise<{ readonly id: string; readonly changed: readonly string[] } | null>;
  /** Reads on until all of these have been told. */
  untilTold(...topics: string[]): Promise<string>;
  close(): void;
}

/** Opens the stream with an access token, after an earlier event if its id is given. */
export async function memberEvents(world: World, token: string, lastId?: string): Promise<MemberEvents> {
  const response = await world.app.inject({
    ...requestTo('streamEvents'),
    headers: { authorization: `Bearer ${token}`, ...(lastId === undefined ? {} : { 'last-event-id': lastId }) },
    payloadAsStream: true,
  });
  const stream: Readable = response.stream();
  const events = readEvents(Readable.toWeb(stream) as ReadableStream<Uint8Array>);
  const next = async () => {
    const { value } = await events.next();
    if (value === undefined) return null;
    if (value.event !== 'changed') throw new Error(`an unknown event ${value.event}`);
    return { id: value.id, changed: (JSON.parse(value.data) as { changed: string[] }).changed };
  };
  return {
    status: response.statusCode,
    headers: response.headers,
    next,
    untilTold: async (...topics) => {
      const wanted = new Set(topics);
      for (let last = ''; ;) {
        if (wanted.size === 0) return last;
        const event = await next();
        if (event === null) throw new Error(`the stream ended before it told of ${[...wanted].join(', ')}`);
        last = event.id;
        for (const topic of event.changed) wanted.delete(topic);
      }
    },
    close: () => stream.destroy(),
  };
}
