/** What the `walk` command hands to the driver of a level, and what it gets back: the seam between the three drivers. */
import type { Graph } from '#machines/graph/explore.ts';
import type { Path } from '#machines/graph/plan.ts';

export const levels = ['machine', 'component', 'browser'] as const;
export type Level = (typeof levels)[number];

/** A path to walk, with the graph that it goes through. */
export interface Walk {
  readonly graph: Graph;
  readonly path: Path;
}

/** What every level is told. */
export interface LevelOptions {
  readonly walks: readonly Walk[];
  /** The language of the interface. */
  readonly culture: Culture;
  /** Told of every walk as it ends, to show that something goes on. */
  readonly onWalked: (walked: Walked) => void;
}

/** What the browser level is told besides. */
export interface BrowserOptions extends LevelOptions {
  /** Show the window, so that a person can watch. */
  readonly headed: boolean;
  /** Milliseconds to wait after each step. */
  readonly slow: number;
  /** Wait for the Enter key at the terminal before each step. */
  readonly pause: boolean;
  /** Folder for a screenshot of each step; null for none. */
  readonly screens: string | null;
}

export const cultures = ['en-US', 'ja-JP', 'zh-CN'] as const;
export type Culture = (typeof cultures)[number];

/** One path, walked. */
export interface Walked {
  readonly id: string;
  readonly steps: number;
  readonly seconds: number;
  /** Null where all went as promised. */
  readonly failure: Failure | null;
}

export interface Failure {
  /** Which step went wrong: the index of its edge in the path, 0 is the start. */
  readonly at: number;
  readonly message: string;
}

/** What a run at one level gave. */
export interface LevelReport {
  readonly level: Level;
  readonly walked: readonly Walked[];
  /** Cells of the matrices that were walked besides the paths. */
  readonly cells?: number;
  readonly seconds: number;
}

/** The failed ones of a run. */
export function failuresOf({ walked }: LevelReport): readonly Walked[] {
  return walked.filter(({ failure }) => failure !== null);
}
