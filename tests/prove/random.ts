// Random choices that are the same for the same seed, so that what was found can be looked at again.
import { createHash } from 'node:crypto';

export interface Random {
  /** From 0 up to 1, which is never reached. */
  next(): number;
  /** A whole number between two, both included. */
  whole(least: number, most: number): number;
  pick<T>(items: readonly T[]): T;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** The same items in another order. */
  shuffled<T>(items: readonly T[]): T[];
  /** Choices of their own for somebody who works beside others: what these do changes none of them. */
  apart(name: string | number): Random;
}

/** A number for a seed and the names below it; small changes of either give another one altogether. */
export function seedOf(...parts: readonly (string | number)[]): number {
  return createHash('sha256').update(parts.join(' ')).digest().readUInt32LE(0);
}

export function randomOf(...parts: readonly (string | number)[]): Random {
  let state = seedOf(...parts);
  // Mulberry32: small, fast, and even enough for choices.
  const next = () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    whole,
    pick: (items) => {
      if (items.length === 0) throw new RangeError('there is nothing to choose from');
      return items[whole(0, items.length - 1)] as (typeof items)[number];
    },
    chance: (probability) => next() < probability,
    shuffled: (items) => {
      const order = items.map((item) => ({ item, key: next() }));
      return order.sort((a, b) => a.key - b.key).map(({ item }) => item);
    },
    apart: (name) => randomOf(...parts, name),
  };
}
