// Months of random trees: what is stored and paid is what a slow computation says that knows nothing of the fast one.
import { describe, it } from 'vitest';
import { checkMonths } from '#tests/prove/models/months.ts';

/** Each sequence has a club of its own: seconds on an idle machine, minutes on a busy one. */
const LONG_MS = 600_000;

describe('after any sequence of purchases, rules and closings', () => {
  it.each([1, 2])(
    'months have the figures of the slow computation, pay them, and nothing of them is lost (seed %i)',
    (seed) => checkMonths({ seed, runs: 10, longest: 80 }),
    LONG_MS,
  );
});
