import { addressOf, paths } from '#src/paths.ts';

/**
 * Beside the kinds of histories: a path of its own would be among the paths that the first page loads, which has no
 * room.
 */
const SEGMENT = 'Statements';

/** Where a member's statements are. */
export const statementsAddress = addressOf(paths.history, { kind: SEGMENT });

/** Whether a segment of a URL below /History names the statements, ignoring case (D-19). */
export function isStatements(segment: string | undefined): boolean {
  return segment?.toLowerCase() === SEGMENT.toLowerCase();
}
