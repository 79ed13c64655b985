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

/** What a whole number may be, and what it is by default. */
export interface Range {
  readonly usual: number;
  readonly from: number;
  readonly to: number;
}

/** @throws ConfigError if the value is not a whole number within the range */
export function readWhole(env: Environment, name: string, { usual, from, to }: Range): number {
  const value = text(env, name);
  if (value === null) return usual;
  const number = Number(value);
  if (!/^\d{1,9}$/.test(value) || number < from || number > to)
    throw new ConfigError(`${name} must be a whole number from ${from} to ${to}, not ${JSON.stringify(value)}`);
  return number;
}

const HIGHEST_PORT = 65_535;

/** A port; 0 means any free one. Null if none is set. @throws ConfigError */
export function readPortOf(env: Environment, name: string): number | null {
  const value = text(env, name);
  if (value === null) return null;
  const port = Number(value);
  if (!/^\d{1,5}$/.test(value) || port > HIGHEST_PORT)
    throw new ConfigError(`${name} must be a number from 0 to ${HIGHEST_PORT}, not ${JSON.stringify(value)}`);
  return port;
}
