// What the log keeps of an error. Drivers attach whole rows and parameters, which may contain a password's hash or an
// address.

/** How many causes are followed. */
const MOST_CAUSES = 3;

interface LoggedError {
  type: string;
  message: string;
  stack: string;
  [more: string]: unknown;
}

/** The name, message, code and stack of an error and its causes; nothing else that was attached to them. */
export function loggedError(thrown: unknown, causes = MOST_CAUSES): LoggedError {
  if (!(thrown instanceof Error))
    return { type: 'unknown', message: typeof thrown === 'string' ? thrown : typeof thrown, stack: '' };
  const { name, message, stack, cause } = thrown;
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
  return {
    type: name,
    message,
    stack: stack ?? '',
    ...(code === undefined ? {} : { code }),
    ...(cause instanceof Error && causes > 0 ? { cause: loggedError(cause, causes - 1) } : {}),
  };
}
