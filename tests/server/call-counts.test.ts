// Counts of calls that several processes share, in whatever order their calls and answers come.
import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { batchOf, CallCounts, type SharedCounts, WINDOW_MS } from '#server/entry/http/call-counts.ts';

afterEach(() => void vi.useRealTimers());

/** The table as one process after the other changes it; each answer comes a little later, in any order. */
function sharedTable(delay: () => Promise<void> = () => Promise.resolve()) {
  const calls = new Map<string, number>();
  const asked: string[] = [];
  const counts: SharedCounts = {
    add: async (name, more) => {
      asked.push(name);
      await delay();
      calls.set(name, (calls.get(name) ?? 0) + more);
      const now = calls.get(name) ?? 0;
      await delay();
      return { calls: now, leftMs: WINDOW_MS };
    },
  };
  return { counts, asked, calls };
}

const admittedOf = (waits: readonly (number | null)[]) => waits.filter((wait) => wait === null).length;

async function inTurn(count: number, call: (turn: number) => Promise<number | null>) {
  const waits: (number | null)[] = [];
  for (let turn = 0; turn < count; turn += 1) waits.push(await call(turn));
  return admittedOf(waits);
}

describe('a limit of one process', () => {
  it.each([1, 3, 10, 60, 61, 300, 6_000])('of %i is exact, alone and as the only one of many', async (limit) => {
    for (const shared of [null, sharedTable().counts]) {
      const counts = new CallCounts(shared);
      expect(await inTurn(2 * limit, () => counts.count('a', limit))).toBe(limit);
      expect(await inTurn(3, () => counts.count('b', limit))).toBe(Math.min(3, limit));
    }
  });

  it('costs a statement for each batch, and none for a caller who has reached it', async () => {
    const { counts: shared, asked } = sharedTable();
    const counts = new CallCounts(shared);
    await inTurn(1_000, () => counts.count('read', 300));
    // The twentieth batch brings the count to the limit.
    expect(asked).toHaveLength(300 / batchOf(300));
    await inTurn(1_000, () => counts.count('sign-in', 10));
    expect(asked.slice(20)).toHaveLength(10);
  });
});

describe('a limit of several processes', () => {
  const delay = (scheduler: fc.Scheduler) => () => scheduler.schedule(Promise.resolve());

  it('is exact where it is small, and lets at most a twentieth more through for each process where it is large', async () => {
    // A count that takes two seconds is given up (the network may be cut): here none does, however busy the machine is.
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.constantFrom(1, 3, 10, 60, 61, 100, 300),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 40 }),
        async (scheduler, limit, processes, atOnce) => {
          const { counts: shared } = sharedTable(delay(scheduler));
          const all = Array.from({ length: processes }, () => new CallCounts(shared));
          const waits: (number | null)[] = [];
          const caller = async (at: number) => {
            for (let turn = 0; turn < Math.ceil((2 * limit) / atOnce); turn += 1)
              waits.push((await all[(at + turn) % processes]?.count('caller', limit)) ?? null);
          };
          await scheduler.waitFor(Promise.all(Array.from({ length: atOnce }, (_, at) => caller(at))));
          const admitted = admittedOf(waits);
          const more = processes === 1 ? 0 : (batchOf(limit) - 1) * processes;
          expect(admitted).toBeGreaterThanOrEqual(Math.min(limit, waits.length));
          expect(admitted).toBeLessThanOrEqual(limit + more);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('refuses no call because a count that is still under way has been counted already', async () => {
    let calls = 1;
    const answers: (() => void)[] = [];
    const shared: SharedCounts = {
      add: (_name, more) => {
        const now = (calls += more);
        return new Promise((resolve) => answers.push(() => resolve({ calls: now, leftMs: WINDOW_MS })));
      },
    };
    const counts = new CallCounts(shared);
    const [first, second] = [counts.count('a', 4), counts.count('a', 4)];
    // The later count, which has both, answers first.
    answers[1]?.();
    expect(await second).toBeNull();
    const third = counts.count('a', 4);
    expect(answers).toHaveLength(2);
    answers[0]?.();
    expect(await first).toBeNull();
    await vi.waitFor(() => expect(answers).toHaveLength(3));
    answers[2]?.();
    expect(await third).toBeNull();
    expect(await counts.count('a', 4)).toBeGreaterThan(0);
  });

  it('asks for no more at once than a small limit admits, however many calls come', async () => {
    const { counts: shared, asked } = sharedTable();
    const counts = new CallCounts(shared);
    const waits = await Promise.all(Array.from({ length: 500 }, () => counts.count('a', 3)));
    expect(admittedOf(waits)).toBe(3);
    expect(asked).toHaveLength(3);
  });

  it('is refused with the time that is left, and starts over after it', async () => {
    let leftMs = 40;
    let calls = 0;
    const shared: SharedCounts = { add: async (_name, more) => ({ calls: (calls += more), leftMs }) };
    const counts = new CallCounts(shared);
    expect(await inTurn(3, () => counts.count('a', 3))).toBe(3);
    const wait = await counts.count('a', 3);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(40);
    await new Promise((resolve) => setTimeout(resolve, 60));
    [calls, leftMs] = [0, 40];
    expect(await counts.count('a', 3)).toBeNull();
  });
});

describe('counts that the database does not answer', () => {
  const away = new Error('Connection terminated unexpectedly');

  it('fail a call of a small limit, and let one of a large limit be counted here alone', async () => {
    let asked = 0;
    const counts = new CallCounts({
      add: async () => {
        asked += 1;
        throw away;
      },
    });
    await expect(counts.count('sign-in', 10)).rejects.toThrow(away);
    expect(await inTurn(1_000, () => counts.count('read', 300))).toBe(300);
    // Once for the small limit; the large one asks once and then leaves the database in peace for a while.
    expect(asked).toBe(2);
  });

  it('delay one call of a large limit by two seconds, and none of those that follow', async () => {
    const counts = new CallCounts({ add: () => new Promise(() => undefined) });
    const begin = performance.now();
    expect(await inTurn(300, () => counts.count('read', 300))).toBe(300);
    expect(performance.now() - begin).toBeLessThan(5_000);
    expect(await counts.count('read', 300)).toBeGreaterThan(0);
  });
});

describe('callers in memory', () => {
  it('are forgotten beyond fifty thousand, those first whose window began first', async () => {
    const counts = new CallCounts(null);
    await inTurn(1, () => counts.count('first', 1));
    expect(await counts.count('first', 1)).toBeGreaterThan(0);
    await inTurn(50_000, (turn) => counts.count(`caller ${turn}`, 1));
    expect(await counts.count('first', 1)).toBeNull();
  });
});
