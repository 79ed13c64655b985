import { useEffect, useState } from 'react';
import type { Problem } from '#machines/chart/problem.ts';
import type { components } from '#openapi/api.gen.d.ts';
import type { Api } from '#src/api/client.ts';
import { readEvents } from '#src/api/event-stream.ts';
import type { AppStorage } from '#src/services/storage.ts';
import { useServices } from '#src/services/services.ts';
import { atEndpoint } from '#src/reads/endpoints.ts';
import { dataOf, problemOfFailure } from '#src/reads/answers.ts';
import { pause, waitBefore } from '#src/reads/reconnect.ts';

export type RateList = components['schemas']['RateList'];

/** The rates as they are known. */
export interface LiveRates {
  /** The last list; null before the first. */
  readonly rates: RateList | null;
  /** Whether changes arrive automatically. */
  readonly live: boolean;
  /** Why there are no rates; null if there are some, or the first are loading. */
  readonly problem: Problem | null;
  /** Tries again at once. */
  readonly retry: () => void;
}

/**
 * Follows the rates over a stream of events (D-07). After a stream ends or fails, it reconnects after a growing wait.
 * Meanwhile a plain read gets the rates; if that fails too, the known ones stay.
 */
export function useLiveRates(): LiveRates {
  const { api, storage } = useServices();
  const [known, setKnown] = useState<Omit<LiveRates, 'retry'>>({ rates: null, live: false, problem: null });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const stop = new AbortController();
    const onRates = (rates: RateList, live: boolean) => {
      if (!stop.signal.aborted) setKnown({ rates, live, problem: null });
    };
    const onLost = (problem: Problem) => {
      if (!stop.signal.aborted)
        setKnown((before) => ({ rates: before.rates, live: false, problem: before.rates === null ? problem : null }));
    };
    void follow(api, storage, { signal: stop.signal, onRates, onLost });
    const again = () => setAttempt((count) => count + 1);
    window.addEventListener('online', again);
    return () => {
      stop.abort();
      window.removeEventListener('online', again);
    };
  }, [api, storage, attempt]);

  const retry = () => {
    setKnown((before) => ({ ...before, problem: null }));
    setAttempt((count) => count + 1);
  };
  return { ...known, retry };
}

interface Follower {
  readonly signal: AbortSignal;
  readonly onRates: (rates: RateList, live: boolean) => void;
  readonly onLost: (problem: Problem) => void;
}

async function follow(api: Api, storage: AppStorage, { signal, onRates, onLost }: Follower): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    failures += 1;
    try {
      await listen(api, storage, signal, (rates) => {
        failures = 0;
        onRates(rates, true);
      });
    } catch {
      // Whatever broke the stream, the plain read below finds out what it means for the member.
    }
    if (signal.aborted) return;
    await readRates(api, storage, signal).then(
      (rates) => onRates(rates, false),
      (error: unknown) => onLost(problemOfFailure(error)),
    );
    await pause(waitBefore(failures), signal);
  }
}

/** From the endpoint; where that fails, from the club itself, which is what its absence would cost. */
async function readRates(api: Api, storage: AppStorage, signal: AbortSignal): Promise<RateList> {
  const endpoint = atEndpoint('chartUrl', storage);
  const own = () => dataOf(api.GET('/rates', { signal }));
  if (endpoint.baseUrl === undefined) return own();
  return dataOf(api.GET('/rates', { ...endpoint, signal })).catch(own);
}

/** Ends with the stream; rejects if it breaks or cannot be opened. */
async function listen(
  api: Api,
  storage: AppStorage,
  signal: AbortSignal,
  onRates: (rates: RateList) => void,
): Promise<void> {
  const body = await dataOf(
    api.GET('/rates/events', {
      ...atEndpoint('exchangeHubUrl', storage),
      headers: { Accept: 'text/event-stream' },
      parseAs: 'stream',
      signal,
    }),
  );
  if (body === null) return;
  for await (const { event, data } of readEvents(body)) {
    if (signal.aborted) return;
    if (event === 'rates') onRates(JSON.parse(data) as RateList);
  }
}
