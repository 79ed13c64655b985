// What the log keeps of an error. Drivers hang whole rows and parameters on theirs, which may hold a password's hash or an address.

/** How far causes are followed. */
const MOST_CAUSES = 3;

interface LoggedError {
  type: string;
  message: string;
  stack: string;
  [more: string]: unknown;
}

/** The name, message, code and stack of an error and its causes; nothing else that was hung on them. */
export function loggedError(thrown: unknown, causes = MOST_CAUSES): LoggedError {
  if (!(thrown instanceof Error)) return { type: 'unknown', message: typeof thrown === 'string' ? thrown : typeof thrown, stack: '' };
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
