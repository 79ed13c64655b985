import { run } from '#walk/commands/command.ts';
import type { Drive } from '#walk/commands/run-levels.ts';

/** Runs the command of the walks: its exit code and what it printed. */
export async function walk(
  parameters: readonly string[],
  drive?: Drive,
): Promise<{ readonly code: number; readonly text: string }> {
  const printed: string[] = [];
  const code = await run(parameters, (text) => printed.push(text), drive);
  return { code, text: printed.join('\n') };
}
