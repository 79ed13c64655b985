import { expect, it } from 'vitest';
import { createAttempt } from '#src/api/attempt.ts';

/** Under which key a press sends its call (P-3). */

function numbered() {
  let made = 0;
  return createAttempt(() => `key-${(made += 1)}`);
}
const answered = (key: string) => Promise.resolve({ kind: 'done', key });
const lost = (key: string) => Promise.reject(new Error(`lost under ${key}`));

it('keeps the key of input whose response was lost, until there is one', async () => {
  const attempt = numbered();
  await expect(attempt({ amount: '1' }, lost)).rejects.toThrow('key-1');
  expect(await attempt({ amount: '1' }, (key) => Promise.resolve({ kind: 'running', key }))).toEqual({
    kind: 'running',
    key: 'key-1',
  });
  expect(await attempt({ amount: '1' }, answered)).toEqual({ kind: 'done', key: 'key-1' });
  expect(await attempt({ amount: '1' }, answered)).toEqual({ kind: 'done', key: 'key-2' });
});

it('uses another key for other input, even after a lost response', async () => {
  const attempt = numbered();
  await expect(attempt({ amount: '1' }, lost)).rejects.toThrow('key-1');
  expect(await attempt({ amount: '2' }, answered)).toEqual({ kind: 'done', key: 'key-2' });
});

it('keeps the key of a call that the server could not finish, which may have been carried out all the same', async () => {
  const attempt = numbered();
  const unavailable = (key: string) => Promise.resolve({ kind: 'failed', key, problem: { code: 'unavailable' } });
  await attempt({ amount: '1' }, unavailable);
  expect(await attempt({ amount: '1' }, answered)).toEqual({ kind: 'done', key: 'key-1' });
  await attempt({ amount: '1' }, (key) => Promise.resolve({ kind: 'failed', key, problem: { code: 'internal' } }));
  expect(await attempt({ amount: '1' }, answered)).toEqual({ kind: 'done', key: 'key-3' });
});

it.each(['throttled', 'maintenance', 'sessionEnded'])(
  'keeps the key of a lost call whose repetition is %s',
  async (kind) => {
    const attempt = numbered();
    const turnedAway = () => Promise.resolve({ kind });
    await expect(attempt({ amount: '1' }, lost)).rejects.toThrow('key-1');
    await attempt({ amount: '1' }, turnedAway);
    await attempt({ amount: '1' }, turnedAway);
    expect(await attempt({ amount: '1' }, answered)).toEqual({ kind: 'done', key: 'key-1' });
    // Of a call that was never in doubt, the answer is known: nothing was done.
    await attempt({ amount: '1' }, turnedAway);
    expect(await attempt({ amount: '1' }, answered)).toEqual({ kind: 'done', key: 'key-3' });
  },
);
