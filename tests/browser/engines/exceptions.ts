// What an engine can't do. A skipped test that has no line here fails its file, and so does a line that names no test.
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
