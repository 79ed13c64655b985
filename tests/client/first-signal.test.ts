import { describe, expect, it } from 'vitest';
import { firstOf } from '#src/api/first-signal.ts';

describe('the first of some signals', () => {
  it('ends with whichever ends first, and once', () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const first = firstOf(one.signal, other.signal);
    let ends = 0;
    first.addEventListener('abort', () => (ends += 1));
    expect(first.aborted).toBe(false);
    other.abort();
    expect(first.aborted).toBe(true);
    one.abort();
    expect(ends).toBe(1);
  });

  it('is over if one of them was before', () => {
    expect(firstOf(new AbortController().signal, AbortSignal.abort()).aborted).toBe(true);
  });
});
