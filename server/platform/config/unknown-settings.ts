// Settings that do nothing: a mistyped name leaves a default in place, and nothing else would say so.
import { nearestName } from '#server/platform/system/nearest.ts';
import type { Environment } from './config-values.ts';

/** Shorter names are too close to names of others, as `HOST` is to `HOME`. */
const SHORTEST = 7;
/** A name with more mistakes than this is another one. */
const MOST_MISTAKES = 2;

/** An environment that notes the names that are asked for. */
export function noting(env: Environment): { env: Environment; asked: ReadonlySet<string> } {
  const asked = new Set<string>();
  const get = (all: Environment, name: string | symbol) => {
    if (typeof name !== 'string') return undefined;
    asked.add(name);
    return all[name];
  };
  return { env: new Proxy(env, { get }), asked };
}

/**
 * Warnings about variables that do nothing although somebody wants them to: settings without a value, as a variable of
 * a shell that was not set leaves them; names close to that of a setting; and files for settings that cannot be in one.
 */
export function unknownSettingWarnings(env: Environment, asked: ReadonlySet<string>): string[] {
  const empty = [...asked].filter((name) => env[name]?.trim() === '').sort();
  const long = [...asked].filter((name) => name.length >= SHORTEST);
  const unread = Object.keys(env)
    .filter((name) => !asked.has(name) && (env[name] ?? '').trim() !== '')
    .sort()
    .flatMap((name) => {
      const setting = name.replace(/_FILE$/, '');
      if (setting !== name && asked.has(setting)) return [`${name} is not read: ${setting} cannot be in a file`];
      const meant = name.length < SHORTEST ? null : nearestName(name, long, MOST_MISTAKES);
      return meant === null ? [] : [`${name} is not a setting and does nothing; ${meant} is one`];
    });
  return [...empty.map((name) => `${name} is empty and counts as not set`), ...unread];
}
