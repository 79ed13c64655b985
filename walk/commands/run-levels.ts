import type { AnyStateMachine } from 'xstate';
import { canWalk, stepsOfCell } from '#walk/paths/cells.ts';
import { walkCell } from '#walk/machine/cells.ts';
import { stepOf, walkMachine } from '#walk/machine/driver.ts';
import {
  timed,
  type BrowserOptions,
  type Level,
  type LevelOptions,
  type LevelReport,
  type Walked,
} from '#walk/paths/report.ts';

/** Walks at a level: with the drivers below, or with another one in tests. */
export type Drive = (level: Level, options: BrowserOptions) => Promise<LevelReport>;

/**
 * Walks paths and cells at a level. The drivers of pages are loaded only if needed: they bring a whole test runner or
 * browser.
 */
export const runLevel: Drive = async (level, options) => {
  const possible = { ...options, cells: options.cells.filter((walk) => canWalk(level, walk)) };
  if (level === 'machine') return walkOnMachines(possible);
  if (level === 'component') return (await import('#walk/component/level.ts')).walkOnScreens(possible);
  return (await import('#walk/browser/level.ts')).walkOnProduct(possible);
};

/**
 * Walks on the bare machines.
 * @param machine another chart instead of the flow's own, to see whether the walk notices.
 */
export async function walkOnMachines(
  { walks, cells, onWalked, onCell }: LevelOptions,
  machine?: AnyStateMachine,
): Promise<LevelReport> {
  const began = performance.now();
  const walked: Walked[] = [];
  for (const { graph, path } of walks) {
    const each = await timed(path.id, path.edges.length - 1, () => walkMachine(graph, path, { machine }), stepOf);
    walked.push(each);
    onWalked(each);
  }
  const walkedCells: Walked[] = [];
  for (const walk of cells) {
    const each = await timed(walk.cell.id, stepsOfCell(walk), () => walkCell(walk), stepOf);
    walkedCells.push(each);
    onCell(each);
  }
  return { level: 'machine', walked, cells: walkedCells, seconds: (performance.now() - began) / 1000 };
}
