// Playwright's trace of a walk: what the page looked like at each moment, its calls and its console output.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from './stage.ts';

/** A running trace, or none. */
export interface Trace {
  /** Ends it; it is saved in a file named after the failed walk, and discarded if `failed` is null. */
  end(failed: string | null): Promise<void>;
}

/** Starts a trace in a folder; none if that is null. */
export async function traceOf({ context }: Stage, folder: string | null): Promise<Trace> {
  if (folder === null) return { end: () => Promise.resolve() };
  await context.tracing.start({ screenshots: true, snapshots: true });
  return {
    end: async (failed) => {
      if (failed === null) return context.tracing.stop();
      mkdirSync(folder, { recursive: true });
      await context.tracing.stop({ path: join(folder, traceFile(failed)) });
    },
  };
}

/** The file of a walk's trace: a cell's name has characters that are not allowed in file names. */
export function traceFile(id: string): string {
  return `${id.replaceAll(/[^\w.-]+/g, '_')}.zip`;
}
