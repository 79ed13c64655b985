import type { Api } from '#src/api/client.ts';
import { readEvents } from '#src/api/event-stream.ts';
import { dataOf } from './answers.ts';
import type { Told } from './live.ts';
import { pause, waitBefore } from './reconnect.ts';

interface Follower {
  /** Where the stream is, if not at the app's own API; asked before each attempt. */
  readonly endpoint: () => { readonly baseUrl?: string };
  readonly signal: AbortSignal;
  /** Whether there is a session with which a stream can be opened now. */
  readonly isOpen: () => boolean;
  /** The id of the last event that this tab received; null before the first. */
  readonly lastId: () => string | null;
  /** The stream has begun or goes on, and names what has changed. */
  readonly onEvent: (id: string, changed: readonly Told[]) => void;
  /** The stream is gone; the next one is opened after a growing wait. */
  readonly onLost: () => void;
}

/** Follows what the server tells of the member, until the signal aborts. */
export async function followMember(api: Api, follower: Follower): Promise<void> {
  const { signal, isOpen, onEvent, onLost } = follower;
  let failures = 0;
  while (!signal.aborted) {
    failures += 1;
    try {
      if (isOpen())
        await listen(api, follower, (id, changed) => {
          failures = 0;
          onEvent(id, changed);
        });
    } catch {
      // Whatever broke the stream, the readings ask by themselves until the next one, and say what is the matter.
    }
    if (signal.aborted) return;
    onLost();
    await pause(waitBefore(failures), signal);
  }
}

/** Ends with the stream; rejects if it breaks or cannot be opened. */
async function listen(api: Api, { endpoint, signal, lastId }: Follower, onEvent: Follower['onEvent']): Promise<void> {
  const last = lastId();
  const headers = { Accept: 'text/event-stream', ...(last === null ? {} : { 'Last-Event-ID': last }) };
  const body = await dataOf(api.GET('/events', { ...endpoint(), headers, parseAs: 'stream', signal }));
  if (body === null) return;
  for await (const { event, data, id } of readEvents(body)) {
    if (signal.aborted) return;
    // What a newer server tells besides is nothing that this page shows.
    if (event === 'changed') onEvent(id, (JSON.parse(data) as { readonly changed: readonly Told[] }).changed);
  }
}
