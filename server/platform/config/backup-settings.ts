import { isAbsolute, resolve } from 'node:path';
import { ConfigError, text, type Environment } from './config-values.ts';

/** How many backups the nightly job keeps: the newest of each of the last days, weeks and months. */
export interface Retention {
  readonly daily: number;
  readonly weekly: number;
  readonly monthly: number;
}

/** The backups of the embedded database. */
export interface BackupSettings {
  /** Where the nightly job puts them; null if none are made by itself. */
  readonly dir: string | null;
  /** When it runs, in minutes after midnight (UTC). */
  readonly atMinute: number;
  readonly keep: Retention;
  /** Public keys of age as they were set; null if backups are not encrypted. */
  readonly recipients: string | null;
}

const DEFAULT_AT = '03:00';
const DEFAULT_KEEP = '7 daily, 4 weekly';
const MINUTES_PER_HOUR = 60;
const MOST_KEPT = 1000;

/** @throws ConfigError for the first invalid value */
export function readBackupSettings(
  env: Environment,
  { root, databaseUrl }: { root: string; databaseUrl: string | null },
): BackupSettings {
  const dir = text(env, 'BACKUP_DIR');
  // A setting that does nothing would be taken for a backup.
  if (dir !== null && databaseUrl !== null)
    throw new ConfigError(
      'BACKUP_DIR is for the embedded database; PostgreSQL is backed up by its own tools (docs/operating/backups.md)',
    );
  return {
    dir: dir === null || isAbsolute(dir) ? dir : resolve(root, dir),
    atMinute: readMinute(text(env, 'BACKUP_AT') ?? DEFAULT_AT),
    keep: readRetention(text(env, 'BACKUP_KEEP') ?? DEFAULT_KEEP),
    recipients: text(env, 'BACKUP_RECIPIENT'),
  };
}

function readMinute(value: string): number {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(value) ?? [];
  if (hours === undefined || minutes === undefined)
    throw new ConfigError(`BACKUP_AT must be a time of the day in UTC such as 03:00, not ${JSON.stringify(value)}`);
  return Number(hours) * MINUTES_PER_HOUR + Number(minutes);
}

function readRetention(value: string): Retention {
  const keep = { daily: 0, weekly: 0, monthly: 0 };
  for (const part of value.split(',').map((each) => each.trim())) {
    const [, count, span] = /^(\d{1,4}) (daily|weekly|monthly)$/.exec(part) ?? [];
    if (count === undefined || span === undefined || Number(count) > MOST_KEPT || keep[span as keyof Retention] > 0)
      throw new ConfigError(
        `BACKUP_KEEP must say how many to keep, such as "${DEFAULT_KEEP}" or "14 daily, 8 weekly, 12 monthly", not ${JSON.stringify(value)}`,
      );
    keep[span as keyof Retention] = Number(count);
  }
  if (keep.daily + keep.weekly + keep.monthly === 0) throw new ConfigError('BACKUP_KEEP must keep at least one backup');
  return keep;
}
