import { BooksStopped } from '#server/ledger/books-open.ts';
import { StepRefused } from '#server/receipts/steps.ts';
import type { Services } from '#server/services.ts';
import { runCommand } from './commands.ts';
import { Refused, WrongUsage } from './errors.ts';

/** What a command line comes to: text, and the exit code (1 refused, 2 wrong usage). */
export interface Outcome {
  code: 0 | 1 | 2;
  text: string;
}

/** Runs a command line; whatever can be told to the operator becomes text. */
export async function outcomeOf(services: Services, line: { args: readonly string[]; operator: string }): Promise<Outcome> {
  try {
    return { code: 0, text: (await runCommand(services, line)).join('\n') };
  } catch (error) {
    if (error instanceof WrongUsage) return { code: 2, text: error.message };
    if (error instanceof Refused || error instanceof StepRefused || error instanceof BooksStopped || error instanceof RangeError) return { code: 1, text: error.message };
    throw error;
  }
}
