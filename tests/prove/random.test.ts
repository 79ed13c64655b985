import { describe, expect, it } from 'vitest';
import { randomOf } from './random.ts';

const some = (random: ReturnType<typeof randomOf>) => Array.from({ length: 50 }, () => random.whole(1, 6));

describe('random choices', () => {
  it('are the same for the same seed, and others for another one', () => {
    expect(some(randomOf(7, 'bank', 1))).toEqual(some(randomOf(7, 'bank', 1)));
    expect(some(randomOf(7, 'bank', 1))).not.toEqual(some(randomOf(7, 'bank', 2)));
  });

  it('of one who works apart change none of the others', () => {
    const [alone, beside] = [randomOf(7), randomOf(7)];
    some(beside.apart('worker'));
    expect(some(alone)).toEqual(some(beside));
    expect(some(alone.apart('worker'))).not.toEqual(some(alone.apart('another')));
  });

  it('have every value between two, both included, about equally often', () => {
    const random = randomOf('even');
    const counts = new Map<number, number>();
    for (let throws = 0; throws < 6_000; throws += 1) {
      const value = random.whole(1, 6);
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6]);
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });

  it('keep every item when they are shuffled', () => {
    const items = Array.from({ length: 30 }, (_, index) => index);
    const shuffled = randomOf(3).shuffled(items);
    expect(shuffled).not.toEqual(items);
    expect([...shuffled].sort((a, b) => a - b)).toEqual(items);
    expect(() => randomOf(3).pick([])).toThrow(RangeError);
  });
});
