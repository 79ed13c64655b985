import { run } from '#walk/commands/command.ts';
import type { Drive } from '#walk/commands/run-levels.ts';

/** Runs the walk command: returns its exit code and its output. */
export async function walk(
  parameters: readonly string[],
  drive?: Drive,
): Promise<{ readonly code: number; readonly text: string }> {
  const printed: string[] = [];
  const code = await run(parameters, (text) => printed.push(text), drive);
  return { code, text: printed.join('\n') };
}
