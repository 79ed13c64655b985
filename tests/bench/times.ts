// Times of many rounds of the same act, in milliseconds.

const ROUNDS = 300;
const WARM_UP = 30;

/** Of fewer rounds, the 99th percentile is the longest one, which is chance. */
const FEWEST_FOR_P99 = 100;

export interface Times {
  readonly median: number;
  /** NaN of fewer than a hundred rounds, which is not reported. */
  readonly p99: number;
}

/** Measures this many rounds. */
export async function timed(act: () => Promise<unknown>, rounds = ROUNDS): Promise<Times> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await act();
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  return {
    median: times[Math.floor(rounds / 2)] ?? NaN,
    p99: rounds < FEWEST_FOR_P99 ? NaN : (times[Math.floor(rounds * 0.99)] ?? NaN),
  };
}

/** The same once caches and plans are warm. */
export async function warmTimed(act: () => Promise<unknown>, rounds = ROUNDS): Promise<Times> {
  await timed(act, Math.min(WARM_UP, rounds));
  return timed(act, rounds);
}
