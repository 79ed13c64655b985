// Playwright's trace of a walk: what the page looked like at each moment, what was called and what the console said.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from './stage.ts';

/** A trace that runs, if one does. */
export interface Trace {
  /** Ends it; it is kept in a file named after the walk that failed, and thrown away where `failed` is null. */
  end(failed: string | null): Promise<void>;
}

/** Begins a trace in a folder; none where it is null. */
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

/** The file of a walk's trace: a cell's name has signs that no file's name may have. */
export function traceFile(id: string): string {
  return `${id.replaceAll(/[^\w.-]+/g, '_')}.zip`;
}
