import { expect, it } from 'vitest';
import { createOpenings } from '#src/services/openings.ts';

const MINUTE = 60_000;

it.each<[string, readonly number[], number, boolean]>([
  ['none', [], 0, false],
  ['two within a minute', [0, 1], 1, false],
  ['three within a minute', [0, 1, 2], MINUTE - 1, true],
  ['three, the first of them a minute ago', [0, 1, 2], MINUTE, false],
  ['the last three of four', [0, MINUTE, MINUTE + 1, MINUTE + 2], MINUTE + 3, true],
  ['three before the clock was set back', [5, 6, 7], 4, false],
])('%s: %s at %d are many: %s', (_, noted, at, many) => {
  let time = 0;
  const openings = createOpenings(() => time);
  for (time of noted) openings.note();
  time = at;
  expect(openings.areMany()).toBe(many);
});
