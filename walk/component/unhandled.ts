// What an app leaves unhandled during a walk: rejected promises and errors that nobody catches.
import type { Walked } from '#walk/paths/report.ts';

const KINDS = ['unhandledRejection', 'uncaughtException'] as const;

/**
 * Walks, and returns a failed walk if the app left an error unhandled meanwhile. A failure of the walk itself comes
 * first.
 */
export async function withoutUnhandled(walk: () => Promise<Walked>): Promise<Walked> {
  const errors: unknown[] = [];
  const hear = (error: unknown): void => void errors.push(error);
  for (const kind of KINDS) process.on(kind, hear);
  try {
    const walked = await walk();
    // A rejection is known to be unhandled only once what is due now is done.
    await new Promise((resolve) => setImmediate(resolve));
    return withErrors(walked, errors.map(messageOf));
  } finally {
    for (const kind of KINDS) process.off(kind, hear);
  }
}

/** A walk with errors that nobody handled; itself if there are none. */
export function withErrors(walked: Walked, messages: readonly string[]): Walked {
  if (messages.length === 0) return walked;
  const unhandled = `Unhandled: ${[...new Set(messages)].join(' | ')}`;
  const { failure, steps } = walked;
  return {
    ...walked,
    failure:
      failure === null ? { at: steps, message: unhandled } : { ...failure, message: `${failure.message} ${unhandled}` },
  };
}

/** What an error says, whatever was thrown. */
export function messageOf(error: unknown): string {
  const { message } = (error ?? {}) as { readonly message?: unknown };
  return typeof message === 'string' ? message : String(error);
}
