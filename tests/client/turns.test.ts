import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStorage } from '#src/services/storage.ts';
import { createTurns, type Locks } from '#src/services/turns.ts';
import { memory } from './memory.ts';

/**
 * Locks of a browser in which another tab has the turn for `heldFor` milliseconds; forever if a phone has put that tab
 * to sleep.
 */
function locksHeld(heldFor: number): Locks {
  const request = (_name: string, { signal }: LockOptions, task: () => Promise<unknown>) =>
    new Promise((resolve, reject) => {
      if (heldFor < Infinity) setTimeout(() => !signal?.aborted && resolve(task()), heldFor);
      signal?.addEventListener('abort', () => reject(new DOMException('The request was given up.', 'AbortError')));
    });
  return { request } as unknown as Locks;
}

const turns = (heldFor: number) =>
  createTurns(locksHeld(heldFor), {
    storage: createStorage(memory(), memory()),
    now: Date.now,
    newId: () => 'this-page',
  });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a turn that another tab has', () => {
  it('is waited for while a call may still be running', async () => {
    const task = vi.fn(() => Promise.resolve('renewed'));
    const outcome = turns(29_000)(task);
    await vi.advanceTimersByTimeAsync(28_999);
    expect(task).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toBe('renewed');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(task).toHaveBeenCalledTimes(1);
  });

  it('is not waited for any longer: its tab was put to sleep', async () => {
    const task = vi.fn(() => Promise.resolve('renewed'));
    const outcome = turns(Infinity)(task);
    await vi.advanceTimersByTimeAsync(30_100);
    expect(await outcome).toBe('renewed');
    expect(task).toHaveBeenCalledTimes(1);
  });

  it('is not taken twice if the task itself fails', async () => {
    const task = vi.fn(() => Promise.reject(new Error('No answer came.')));
    const outcome = turns(0)(task);
    const failure = expect(outcome).rejects.toThrow('No answer came.');
    await vi.advanceTimersByTimeAsync(60_000);
    await failure;
    expect(task).toHaveBeenCalledTimes(1);
  });
});
