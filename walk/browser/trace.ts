// Playwright's trace of a walk: what the page looked like at each moment, its calls and its console output.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from './stage.ts';

/** A running trace, or none. */
export interface Trace {
  /**
   * Ends it; it is saved in a file named after the failed walk, and discarded if `failed` is null. Returns what went
   * wrong with that, or null: the walk's own failure must not be lost over it.
   */
  end(failed: string | null): Promise<string | null>;
}

/** Starts a trace in a folder; none if that is null. */
export async function traceOf({ context }: Stage, folder: string | null): Promise<Trace> {
  if (folder === null) return { end: () => Promise.resolve(null) };
  await context.tracing.start({ screenshots: true, snapshots: true });
  return {
    end: async (failed) => {
      try {
        if (failed !== null) mkdirSync(folder, { recursive: true });
        await context.tracing.stop(failed === null ? {} : { path: join(folder, traceFile(failed)) });
        return null;
      } catch (error) {
        return `The trace could not be ${failed === null ? 'ended' : 'saved'}: ${(error as Error).message}`;
      }
    },
  };
}

/** The file of a walk's trace: a cell's name has characters that are not allowed in file names. */
export function traceFile(id: string): string {
  return `${id.replaceAll(/[^\w.-]+/g, '_')}.zip`;
}
