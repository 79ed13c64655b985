// What an engine can't do. A test that is skipped and stands in no line fails its file, and so does a line that no test is meant by.
import type { Engine } from './engine.ts';

export interface Exception {
  readonly engine: Engine;
  /** The test's file in tests/browser. */
  readonly file: string;
  /** Its name with those of the groups around it, as the report has it. */
  readonly test: string;
  readonly reason: string;
}

export const exceptions: readonly Exception[] = [];
