// Errors that are reported in one line, to the person who starts a process.
import { wantOf } from './files.ts';

/** `EIO` among the numbers of the engine's file system (WASI). */
const DISK_FAILED = 29;

/**
 * A reason that the operator can act on. The message is one plain line that makes sense without a stack: the server and
 * the operator's command print it and end. Whatever refuses a start or a command before it runs is of this family.
 */
export class OneLineError extends Error {
  override readonly name: string = 'OneLineError';
}

/**
 * The disk, the database and the settings contradict each other, so nothing is started, and no command is carried out.
 */
export class StartRefused extends OneLineError {
  override readonly name = 'StartRefused';
}

/** The message of anything that was thrown; the WebAssembly engine also throws plain objects and numbers. */
export function reasonOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return firstLine(String(thrown));
  if ('message' in thrown && typeof thrown.message === 'string' && thrown.message !== '')
    return firstLine(thrown.message);
  if ('errno' in thrown && typeof thrown.errno === 'number')
    return (
      wantOf(thrown) ?? (thrown.errno === DISK_FAILED ? 'the disk failed' : `error ${thrown.errno} of the file system`)
    );
  return 'name' in thrown && typeof thrown.name === 'string'
    ? firstLine(thrown.name)
    : 'for a reason that the engine does not tell';
}

/** The one line for anything that was thrown; for unexpected errors with the place in the code. */
export function lineOf(thrown: unknown): string {
  return thrown instanceof OneLineError
    ? reasonOf(thrown)
    : `an error was not expected: ${reasonOf(thrown)}${placeOf(thrown)}`;
}

/** The place in the code where it was thrown; still on the same line. */
export function placeOf(thrown: unknown): string {
  const line =
    thrown instanceof Error ? thrown.stack?.split('\n').find((each) => each.startsWith('    at ')) : undefined;
  return line === undefined ? '' : ` (${line.trim()})`;
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0]?.trim() ?? '';
}
