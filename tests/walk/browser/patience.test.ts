import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { holdsWithin } from '#walk/browser/patience.ts';

const PATIENCE_MS = 30_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('gives up after its time, not before', async () => {
  let isOver = false;
  const waiting = holdsWithin(PATIENCE_MS, () => Promise.resolve(false)).finally(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(PATIENCE_MS - 1);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  expect([isOver, await waiting]).toEqual([true, false]);
});

it('looks on after the machine stood still for longer than its patience', async () => {
  let looks = 0;
  const waiting = holdsWithin(PATIENCE_MS, () => {
    looks += 1;
    if (looks === 1) vi.setSystemTime(Date.now() + 2 * PATIENCE_MS);
    return Promise.resolve(looks === 10);
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await waiting).toBe(true);
});
