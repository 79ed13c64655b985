import { describe, expect, it } from 'vitest';

import { STEPS } from './test-steps.mjs';
import { fits, turned } from './within.mjs';

const DAY_S = 86_400;

describe('a run that has to end in time', () => {
  it('begins with another step each day, and with each in its turn', () => {
    const steps = ['a', 'b', 'c'];
    const firsts = [0, 1, 2, 3].map((day) => turned(steps, day * DAY_S + 5)[0]);
    expect(firsts).toEqual(['a', 'b', 'c', 'a']);
    expect(turned(steps, DAY_S)).toEqual(['b', 'c', 'a']);
    expect(turned([], DAY_S)).toEqual([]);
  });

  it('begins a step that ends on the second, and none that would end after it', () => {
    expect(fits({ usually: 100 }, { left: 100, ended: [], pace: 1 })).toBe(true);
    expect(fits({ usually: 100 }, { left: 99, ended: [], pace: 1 })).toBe(false);
  });

  it('reckons with a machine that is slow, and never with one that is quick', () => {
    expect(fits({ usually: 50 }, { left: 100, ended: [], pace: 2 })).toBe(true);
    expect(fits({ usually: 50 }, { left: 99, ended: [], pace: 2 })).toBe(false);
    expect(fits({ usually: 50 }, { left: 49, ended: [], pace: 0.1 })).toBe(false);
    const ended = [{ usually: 100, seconds: 200 }];
    expect(fits({ usually: 50 }, { left: 100, ended, pace: 1 })).toBe(true);
    expect(fits({ usually: 50 }, { left: 99, ended, pace: 1 })).toBe(false);
    expect(fits({ usually: 50 }, { left: 49, ended: [{ usually: 100, seconds: 10 }], pace: 1 })).toBe(false);
  });

  it('knows of every step of the long list what it usually takes', () => {
    const unknown = STEPS.filter(({ list, usually }) => list === 'long' && !(Number(usually) > 0));
    expect(unknown.map(({ name }) => name)).toEqual([]);
  });
});
