// Cells of the matrices as tests: each on the real routes, with languages in rotation. Each matrix has a file
// of its own, so that they run in parallel.
import { it } from 'vitest';
import { walkCell } from '#walk/component/cells.ts';
import { flows } from '#walk/paths/flows.ts';
import type { CellWalk } from '#walk/paths/report.ts';
import { shortListOf } from '#walk/paths/short-list.ts';
import { walksInTurns, type Turn } from '#walk/paths/turns.ts';

/** A test for each cell of a matrix that no path of the short list passes. */
export function testsOfCellsAlone(matrix: CellWalk['matrix']): void {
  testsOfCells(
    walksInTurns(flows.flatMap((cases) => shortListOf(cases).alone.filter((walk) => walk.matrix === matrix))),
  );
}

/** A test for each of these cells. */
export function testsOfCells(turns: readonly (Turn<CellWalk> & { readonly strict?: boolean })[]): void {
  it.each(turns)('keeps $walk.cell.id in $culture', ({ walk, culture, strict = false }) =>
    walkCell(walk, { culture, strict }),
  );
}
