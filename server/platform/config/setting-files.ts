import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { reasonOf } from '#server/platform/system/one-line-error.ts';
import { ConfigError, text, type Environment } from './config-values.ts';

/** The settings that contain a secret, or may: a URL can have a password in it. */
export const SECRET_SETTINGS = [
  'PERCH_SECRET',
  'PERCH_SECRET_PREVIOUS',
  'DATABASE_URL',
  'MIGRATE_DATABASE_URL',
  'SMTP_URL',
  'RATES_FEED_URL',
  'BTC_RPC_URL',
  'ETH_RPC_URL',
  'METRICS_TOKEN',
] as const;

/**
 * Each secret may be in a file that `NAME_FILE` names, as containers and systemd hand secrets over: an environment is
 * shown by `docker inspect` and inherited by every child process.
 *
 * @returns the environment with the contents of the files in place of their names
 * @throws ConfigError if a file cannot be read or is empty, or if the setting is given twice
 */
export function readSettingFiles(env: Environment): Environment {
  const read = SECRET_SETTINGS.flatMap((name) => {
    const file = text(env, `${name}_FILE`);
    return file === null ? [] : [[name, readOne(env, name, file)] as const];
  });
  return { ...env, ...Object.fromEntries(read) };
}

function readOne(env: Environment, name: string, file: string): string {
  if (text(env, name) !== null) throw new ConfigError(`${name} and ${name}_FILE are both set; set one of them`);
  if (!isAbsolute(file))
    throw new ConfigError(`${name}_FILE must be an absolute path such as /run/secrets/${name.toLowerCase()}`);
  const value = contentOf(`${name}_FILE`, file).trim();
  if (value === '') throw new ConfigError(`${name}_FILE names an empty file: ${file}`);
  // The file's last line break is not part of a secret; one within it is a second line that nobody wanted.
  if (value.includes('\n')) throw new ConfigError(`${name}_FILE names a file of several lines: ${file}`);
  return value;
}

function contentOf(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`${setting} names a file that cannot be read: ${reasonOf(error)}`);
  }
}
