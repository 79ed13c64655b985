// Whose file is made next, with members who ask for more than others.
import { describe, expect, it, vi } from 'vitest';
import { createFileTurns, type FileTurns } from '#server/entry/http/file-turns.ts';

/** The app waits this long for the first byte of a file. */
const APP_WAITS_MS = 15_000;

/** What was made, in this order; each file is done once the test ends it. */
function workshop(turns: FileTurns) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const refused: string[] = [];
  const ask = (memberId: string, name: string, over = new AbortController().signal): Promise<void> =>
    turns
      .take(memberId, {
        read: () => Promise.resolve(name),
        make: (file) => {
          begun.push(file);
          return new Promise<void>((resolve, reject) => {
            ends.push(resolve);
            over.addEventListener('abort', () => reject(over.reason as Error));
          });
        },
        over,
      })
      .catch((error: { code?: string }) => void refused.push(`${name}: ${error.code}`));
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    begun,
    refused,
    settle,
    ask,
    endOne: async () => {
      ends.shift()?.();
      await settle();
    },
  };
}

describe('files', () => {
  it('are made one at a time, and a member who floods has one place among the others', async () => {
    const { begun, refused, ask, endOne, settle } = workshop(createFileTurns());
    const asked = [ask('flood', 'f1'), ask('flood', 'f2'), ask('flood', 'f3'), ask('calm', 'c1')];
    await settle();
    expect([begun, refused]).toEqual([['f1'], ['f2: too_many_requests', 'f3: too_many_requests']]);
    await endOne();
    asked.push(ask('flood', 'f4'), ask('flood', 'f5'), ask('third', 't1'));
    await settle();
    expect(begun).toEqual(['f1', 'c1']);
    expect(refused.slice(2)).toEqual(['f5: too_many_requests']);
    await endOne();
    asked.push(ask('calm', 'c2'));
    await settle();
    for (let left = 0; left < 3; left += 1) await endOne();
    expect(begun).toEqual(['f1', 'c1', 'f4', 't1', 'c2']);
    await Promise.all(asked);
  });

  it('that others keep waiting too long are refused, and the member may ask again', async () => {
    const { begun, refused, ask, endOne, settle } = workshop(createFileTurns({ longestMs: 20 }));
    const first = ask('one', 'o1');
    await ask('two', 't1');
    expect(refused).toEqual(['t1: unavailable']);
    const again = ask('two', 't2');
    await settle();
    await endOne();
    expect(begun).toEqual(['o1', 't2']);
    await endOne();
    await Promise.all([first, again]);
  });

  it('that can’t be made are refused before their turn', async () => {
    const turns = createFileTurns();
    const { ask, endOne } = workshop(turns);
    const first = ask('one', 'o1');
    const missing = () => Promise.reject(new Error('no such period'));
    const { signal: over } = new AbortController();
    await expect(turns.take('two', { read: missing, make: () => Promise.resolve(), over })).rejects.toThrow(
      'no such period',
    );
    await endOne();
    await first;
  });

  it('whose callers have gone are not made, and these may ask again at once', async () => {
    const { begun, refused, ask, endOne, settle } = workshop(createFileTurns());
    const gone = new AbortController();
    const first = ask('one', 'o1');
    const second = ask('two', 't1', gone.signal);
    await settle();
    gone.abort();
    await second;
    const asked = [ask('three', 'e1', AbortSignal.abort()), ask('two', 't2')];
    await settle();
    await endOne();
    expect([begun, refused]).toEqual([
      ['o1', 't2'],
      ['t1: unavailable', 'e1: unavailable'],
    ]);
    await endOne();
    await Promise.all([first, ...asked]);
  });

  it('that end when their callers have gone make room for the next', async () => {
    const { begun, refused, ask, endOne, settle } = workshop(createFileTurns());
    const gone = new AbortController();
    const first = ask('one', 'o1', gone.signal);
    const second = ask('two', 't1');
    await settle();
    gone.abort();
    await first;
    const again = ask('one', 'o2');
    await settle();
    expect([begun, refused]).toEqual([['o1', 't1'], ['o1: unavailable']]);
    for (let left = 0; left < 3; left += 1) await endOne();
    expect(begun).toEqual(['o1', 't1', 'o2']);
    await Promise.all([second, again]);
  });

  it('come before the app gives up, with some seconds to make them', async () => {
    vi.useFakeTimers();
    try {
      const { ask, refused } = workshop(createFileTurns());
      void ask('one', 'o1');
      void ask('two', 't1');
      await vi.advanceTimersByTimeAsync(APP_WAITS_MS - 5_000);
      expect(refused).toEqual(['t1: unavailable']);
    } finally {
      vi.useRealTimers();
    }
  });
});
