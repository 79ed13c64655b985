/** The graph package's own paths through a flow, measured. */
import type { AnyCases } from '#machines/graph/explore.ts';
import { library, probe } from '#machines/graph/internals.ts';
import { traversalOf } from '#machines/graph/judge.ts';

/** The result and the cost of a method of making paths. */
export interface Row {
  readonly by: string;
  readonly paths: number;
  readonly steps: number;
  readonly transitions: number;
  readonly ms: number;
}

/** The run with the median time. */
export function timed<T>(work: () => T, times: number): { readonly result: T; readonly ms: number } {
  const runs = Array.from({ length: times }, () => {
    const began = performance.now();
    const result = work();
    return { result, ms: performance.now() - began };
  });
  const median = runs.toSorted((a, b) => a.ms - b.ms)[Math.floor(times / 2)];
  if (median === undefined) throw new Error('Nothing was measured.');
  return median;
}

/** The package's paths of one type from all starts of a flow, and how many of its transitions they take. */
export function libraryRow(cases: AnyCases, kind: 'shortestPaths' | 'simplePaths', times: number): Row {
  const probing = probe(cases.machine);
  const { result, ms } = timed(
    () =>
      Object.keys(cases.starts).flatMap((start) =>
        library[kind](cases.machine, traversalOf(cases, start)).map((events) => ({ start, events })),
      ),
    times,
  );
  const fired = result.flatMap(({ start, events }) => {
    let at = probing.start(cases.starts[start]?.input);
    const all = [...at.fired];
    for (const event of events) {
      at = probing.step(at.snapshot, event);
      all.push(...at.fired);
    }
    return all;
  });
  return {
    by: `@xstate/graph ${kind}`,
    paths: result.length,
    steps: result.reduce((sum, { events }) => sum + events.length, 0),
    transitions: new Set(fired).size,
    ms,
  };
}
