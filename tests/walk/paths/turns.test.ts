import { expect, it } from 'vitest';
import { cultures } from '#walk/paths/report.ts';
import { walksInTurns } from '#walk/paths/turns.ts';

/** Walks in turns: with all shifts, each walk is taken in each language. */

const WALKS = ['one', 'two', 'three', 'four', 'five'];
const SHIFTS = [0, 1, 2] as const;
const languagesOf = (walk: string, shifts: readonly (0 | 1 | 2)[]) =>
  shifts.flatMap((shift) => walksInTurns(WALKS, shift).flatMap((turn) => (turn.walk === walk ? [turn.culture] : [])));

it.each(WALKS)('%s is walked in each language once', (walk) => {
  expect(languagesOf(walk, SHIFTS).toSorted()).toEqual([...cultures].toSorted());
});

it('one turn alone leaves languages out for each walk', () => {
  for (const walk of WALKS) expect(languagesOf(walk, [0])).toHaveLength(1);
});

it('the first two turns are in different modes', () => {
  const [first, second] = [walksInTurns(WALKS, 0), walksInTurns(WALKS, 1)];
  expect(first.every(({ strict }, index) => strict !== second[index]?.strict)).toBe(true);
});
