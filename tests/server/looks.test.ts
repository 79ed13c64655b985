import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLooks } from '#server/platform/system/looks.ts';

/** Looks at something that does not answer must cost those who ask, and what is asked, as little as possible. */

describe('looks', () => {
  it('are one for all who ask at once, and for those who ask shortly after', async () => {
    let readings = 0;
    const look = createLooks(async () => (readings += 1), { longestMs: 5_000, keptMs: 60_000 });
    const all = await Promise.all([look(), look(), look()]);
    expect([...all, await look()]).toEqual(Array(4).fill({ kind: 'seen', value: 1 }));
  });

  it('begin again when what was seen is too old', async () => {
    let readings = 0;
    const look = createLooks(async () => (readings += 1), { longestMs: 5_000, keptMs: 0 });
    await look();
    expect(await look()).toEqual({ kind: 'seen', value: 2 });
  });

  it('are late if there is no answer in time, and never two at a time however often they are asked for', async () => {
    let readings = 0;
    let answer: (value: string) => void = () => undefined;
    const read = () => {
      readings += 1;
      return new Promise<string>((resolve) => (answer = resolve));
    };
    const look = createLooks(read, { longestMs: 20, keptMs: 0 });
    for (let time = 0; time < 5; time += 1) expect(await look()).toEqual({ kind: 'late' });
    expect(readings).toBe(1);
    answer('at last');
    await sleep(1);
    const next = look();
    await sleep(1);
    answer('again');
    expect(await next).toEqual({ kind: 'seen', value: 'again' });
    expect(readings).toBe(2);
  });

  it('tell a failure, and look again after it', async () => {
    let works = false;
    const read = () => (works ? Promise.resolve('fine') : Promise.reject(new Error('away')));
    const look = createLooks(read, { longestMs: 5_000, keptMs: 0 });
    expect(await look()).toEqual({ kind: 'failed', error: new Error('away') });
    works = true;
    expect(await look()).toEqual({ kind: 'seen', value: 'fine' });
  });
});
