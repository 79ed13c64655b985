/**
 * What the `walk` command passes to the driver of a level, and what it gets back: the interface of the three drivers.
 */
import { CULTURES, type Culture } from '#openapi/cultures.ts';
import type { Graph } from '#machines/graph/explore.ts';
import type { BackCell, DoublePressCell, FaultCell, ReloadCell } from '#machines/graph/matrices.ts';
import type { Path } from '#machines/graph/plan.ts';

export const levels = ['machine', 'component', 'browser'] as const;
export type Level = (typeof levels)[number];

/** A path to walk, with the graph that it goes through. */
export interface Walk {
  readonly graph: Graph;
  readonly path: Path;
  /** The file of saved paths that it is from; absent for all others. */
  readonly file?: string;
}

export const matrixNames = ['fault', 'reload', 'back', 'double-press'] as const;
export type MatrixName = (typeof matrixNames)[number];

/** A cell of a matrix to walk, with the graph that it belongs to. */
export type CellWalk = { readonly graph: Graph } & (
  | { readonly matrix: 'fault'; readonly cell: FaultCell }
  | { readonly matrix: 'reload'; readonly cell: ReloadCell }
  | { readonly matrix: 'back'; readonly cell: BackCell }
  | { readonly matrix: 'double-press'; readonly cell: DoublePressCell }
);

/** The options of every level. */
export interface LevelOptions {
  /**
   * The paths, each requested only after `onWalked` has reported the previous one: a generator of random walks can stop
   * at a failure, and try shorter ones in the same run.
   */
  readonly walks: Iterable<Walk>;
  /** The cells of the matrices to walk after the paths. */
  readonly cells: readonly CellWalk[];
  /** The language of the interface. */
  readonly culture: Culture;
  /** Called as each path ends. */
  readonly onWalked: (walked: Walked) => void;
  /** Called as each cell ends. */
  readonly onCell: (walked: Walked) => void;
}

/** The additional options of the browser level. */
export interface BrowserOptions extends LevelOptions {
  /** Show the window, so that a person can watch. */
  readonly headed: boolean;
  /** Milliseconds to wait after each step. */
  readonly slow: number;
  /** Wait for the Enter key at the terminal before each step. */
  readonly pause: boolean;
  /** Folder for a screenshot of each step; null for none. */
  readonly screens: string | null;
  /** Folder for Playwright's trace of each walk that fails; null for none. */
  readonly trace: string | null;
}

export { CULTURES as cultures, type Culture };

/** One path or cell, walked. */
export interface Walked {
  readonly id: string;
  readonly steps: number;
  readonly seconds: number;
  /** Null if everything went as promised. */
  readonly failure: Failure | null;
}

export interface Failure {
  /** Which step went wrong: the index of its edge in the path, 0 is the start. */
  readonly at: number;
  readonly message: string;
}

/** Walks one path or cell and records the result; `at` returns the step of a thrown error. */
export async function timed(
  id: string,
  steps: number,
  walk: () => Promise<unknown>,
  at: (error: unknown) => number,
): Promise<Walked> {
  const began = performance.now();
  const failure = await walk().then(
    () => null,
    (error: unknown): Failure => ({ at: at(error), message: error instanceof Error ? error.message : String(error) }),
  );
  return { id, steps, seconds: (performance.now() - began) / 1000, failure };
}

/** The result of a run at one level. */
export interface LevelReport {
  readonly level: Level;
  /** The paths. */
  readonly walked: readonly Walked[];
  /** The cells of the matrices; absent if none were requested. */
  readonly cells?: readonly Walked[];
  /** How long everything took, including opening the level. */
  readonly seconds: number;
}

/** The failed paths and cells of a run. */
export function failuresOf({ walked, cells = [] }: LevelReport): readonly Walked[] {
  return [...walked, ...cells].filter(({ failure }) => failure !== null);
}
