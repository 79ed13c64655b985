import { describe, expect, it, vi } from 'vitest';
import { createReadings } from '#src/services/readings.ts';

/** What the pages have read: how old it is said to be. */

describe('the time of what is out of date', () => {
  const [older, newer] = [1_000, 2_000];

  it.each([
    ['the older part is noticed first', [older, newer]],
    ['the newer part is noticed first', [newer, older]],
  ])('is that of the oldest part, if %s', (_, times) => {
    const readings = createReadings(() => 3_000);
    expect(readings.oldest()).toBeNull();
    for (const at of times) readings.mark({}, at);
    expect(readings.oldest()).toBe(older);
  });

  it('moves on as parts are read again, and is gone with the last of them', () => {
    const readings = createReadings(() => 3_000);
    const [first, second] = [{}, {}];
    const heard = vi.fn();
    readings.mark(first, older);
    readings.mark(second, newer);
    readings.subscribe(heard);
    readings.mark(first, null);
    expect([readings.oldest(), heard.mock.calls.length]).toEqual([newer, 1]);
    readings.mark(second, null);
    expect([readings.oldest(), heard.mock.calls.length]).toEqual([null, 2]);
    // Nothing new.
    readings.mark(second, null);
    expect(heard).toHaveBeenCalledTimes(2);
  });
});
