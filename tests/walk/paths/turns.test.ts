import { expect, it } from 'vitest';
import { cultures } from '#walk/paths/report.ts';
import { inBothModes, walksInTurns } from '#walk/paths/turns.ts';

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

it('every other walk is in strict mode', () => {
  expect(inBothModes(walksInTurns(WALKS)).map(({ strict }) => strict)).toEqual([false, true, false, true, false]);
});
