import { describe } from 'vitest';
import { cellsOf } from '#walk/paths/cells.ts';
import { flows } from '#walk/paths/flows.ts';
import { shortListOf } from '#walk/paths/short-list.ts';
import { inBothModes, walksInTurns } from '#walk/paths/turns.ts';
import { testsOfCells } from './cells-in-turns.ts';

/**
 * The cells that the short list treats like others: the same screen with another key, another checkpoint or another
 * problem behind it.
 */
describe.each(['reload', 'back', 'double-press'] as const)('%s', (matrix) => {
  testsOfCells(
    flows.flatMap((cases) => {
      const { cells } = shortListOf(cases);
      return inBothModes(walksInTurns(cellsOf(cases, [matrix]).filter(({ cell }) => !cells.has(cell))));
    }),
  );
});
