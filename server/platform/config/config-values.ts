// Shared by all readers of settings.
import { OneLineError } from '#server/platform/system/one-line-error.ts';

/** An invalid value in the environment; `message` is one line that names the variable and what it should be. */
export class ConfigError extends OneLineError {
  override readonly name = 'ConfigError';
}

export type Environment = Record<string, string | undefined>;

/** A variable's value without surrounding blanks; null if it is unset or blank. */
export function text(env: Environment, name: string): string | null {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? null : value;
}

export function parseUrl(value: string): URL | null {
  return URL.canParse(value) ? new URL(value) : null;
}
