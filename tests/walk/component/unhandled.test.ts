import { afterEach, describe, expect, it } from 'vitest';
import { withErrors, withoutUnhandled } from '#walk/component/unhandled.ts';
import type { Walked } from '#walk/paths/report.ts';

const good: Walked = { id: 'sign-out-01', steps: 3, seconds: 1, failure: null };

/** The test runner reports what is unhandled as well, so it doesn't hear of what is planted here. */
const listeners = process.listeners('unhandledRejection');
afterEach(() => {
  for (const each of listeners) process.on('unhandledRejection', each);
});

async function during(walk: () => void, walked: Walked = good): Promise<Walked> {
  process.removeAllListeners('unhandledRejection');
  return withoutUnhandled(async () => {
    walk();
    return walked;
  });
}

describe('a walk during which the app leaves an error unhandled', () => {
  it('has failed', async () => {
    const walked = await during(() => void Promise.reject(new Error('Nobody waits for this.')));
    expect(walked.failure).toEqual({ at: 3, message: 'Unhandled: Nobody waits for this.' });
  });

  it('keeps its own failure', async () => {
    const failed = { ...good, failure: { at: 1, message: 'It shows A.' } };
    const walked = await during(() => void Promise.reject(new Error('No.')), failed);
    expect(walked.failure).toEqual({ at: 1, message: 'It shows A. Unhandled: No.' });
  });

  it('is as promised if all is handled', async () => {
    expect(await during(() => void Promise.reject(new Error('No.')).catch(() => undefined))).toEqual(good);
    expect(withErrors(good, [])).toBe(good);
  });
});
