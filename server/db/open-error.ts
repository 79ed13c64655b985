/**
 * The database can't be opened, for a reason that the operator can act on. The message is one plain sentence:
 * the server prints it and ends, so it must make sense without a stack trace.
 */
export class DatabaseOpenError extends Error {
  override readonly name = 'DatabaseOpenError';
}

/** The text of anything that was thrown; the WebAssembly engine throws plain objects and numbers too. */
export function reasonOf(thrown: unknown): string {
  if (thrown instanceof Error && thrown.message !== '') return firstLine(thrown.message);
  return firstLine(String(thrown));
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0]?.trim() ?? '';
}
