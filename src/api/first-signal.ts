/** A signal that ends with the first of some: `AbortSignal.any`, which Safari has only from 17.4 on. */
export function firstOf(...signals: readonly AbortSignal[]): AbortSignal {
  const first = new AbortController();
  for (const signal of signals) {
    const end = () => signal.aborted && first.abort();
    end();
    signal.addEventListener('abort', end);
  }
  return first.signal;
}
