// The nightly backup of the embedded database, where one is asked for (BACKUP_DIR).
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '#server/domain/services/services.ts';
import { readRecipients } from '#server/platform/backup/recipients.ts';
import {
  backupName,
  backupsAmong,
  lastDue,
  seriesOf,
  superfluous,
  type KeptBackup,
} from '#server/platform/backup/retention.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Db } from '#server/platform/db/kysely.ts';
import type { Job } from '#server/platform/jobs/runner.ts';
import { DAY_MS, MINUTE_SECONDS, secondsAfter } from '#server/platform/system/clock.ts';
import { reasonOf, StartRefused } from '#server/platform/system/one-line-error.ts';
import { makeBackup, UNFINISHED } from './make-backup.ts';

/** How often it checks whether a backup is due, and how soon it tries again after one that failed. */
const LOOK_SECONDS = 5 * MINUTE_SECONDS;
/** A backup that is later than this is missing. */
const LATE_SECONDS = 30 * MINUTE_SECONDS;
/** Longer than any backup takes. */
const ABANDONED_MS = DAY_MS;

type Parts = Pick<Services, 'db' | 'config' | 'clock'>;

/**
 * The job; null if BACKUP_DIR is not set. It is due once a day, and at once if there is no backup yet, so that a wrong
 * setting comes out at the first start. A failed run is logged as any job's and tried again; it removes nothing.
 *
 * @throws StartRefused if BACKUP_RECIPIENT names no recipients
 */
export function createNightlyBackup(parts: Omit<Parts, 'db'>, log: (line: string) => void): Job | null {
  const { dir, recipients: list } = parts.config.backup;
  if (dir === null) return null;
  const recipients = recipientsOf(list);
  return {
    name: 'back-up',
    everySeconds: LOOK_SECONDS,
    // The embedded database has one process, which owns the folder.
    runs: 'in one process',
    run: (db) => backUpIfDue({ ...parts, db }, { dir, recipients, log }),
  };
}

/** The recipients that are set. @throws StartRefused */
export function recipientsOf(list: string | null): string[] {
  return list === null ? [] : readRecipients(list, 'BACKUP_RECIPIENT');
}

async function backUpIfDue(
  parts: Parts,
  { dir, recipients, log }: { dir: string; recipients: string[]; log: (line: string) => void },
): Promise<void> {
  const { db, clock, config } = parts;
  const now = clock.now();
  await mkdir(dir, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new StartRefused(`no backup was made: BACKUP_DIR ${dir} can't be made: ${reasonOf(error)}`);
  });
  const clubId = await clubIdOf(db);
  const [newest] = await backupsIn(dir, { clubId, now });
  if (newest !== undefined && newest.madeAt >= lastDue(now, config.backup.atMinute)) return;
  await removeAbandoned(dir);
  const file = join(dir, backupName(clubId, now, recipients.length > 0));
  const made = await makeBackup(parts, { file, recipients, series: seriesOf(clubId) });
  const old = superfluous(await backupsIn(dir, { clubId, now }), config.backup.keep);
  for (const { name } of old) await rm(join(dir, name), { force: true });
  log(
    `a backup was made and opened again: ${made.file} (${made.bytes} bytes, acts waited ${Math.round(made.heldMs)} ms); ${old.length} older ones were removed`,
  );
}

async function clubIdOf(db: Db): Promise<string> {
  const { club_id: id } = await db.selectFrom('club_state').select('club_id').executeTakeFirstOrThrow();
  return id;
}

/** The club's backups in a folder, newest first. One from the future was named by a clock that was wrong. */
async function backupsIn(dir: string, { clubId, now }: { clubId: string; now: Date }): Promise<KeptBackup[]> {
  const names = await readdir(dir);
  return backupsAmong(names, clubId).filter(({ madeAt }) => madeAt <= secondsAfter(now, MINUTE_SECONDS));
}

/** What a killed process of another club has left in the folder is no backup and takes room. */
async function removeAbandoned(dir: string): Promise<void> {
  for (const name of (await readdir(dir)).filter((each) => each.startsWith('perch-') && each.includes(UNFINISHED))) {
    const found = await stat(join(dir, name)).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(join(dir, name), { force: true });
  }
}

/** What `operator status` says of backups; nothing if they are made by others. */
export async function backupLines({ db, clock, config }: Parts): Promise<string[]> {
  if (config.databaseUrl !== null) return [];
  const { dir, atMinute } = config.backup;
  if (dir === null)
    return config.production ? ['NO BACKUP is made by itself: set BACKUP_DIR (docs/operating/backups.md)'] : [];
  const now = clock.now();
  const backups = await backupsIn(dir, { clubId: await clubIdOf(db), now }).catch(() => []);
  const [newest] = backups;
  if (newest === undefined) return [`NO BACKUP is in ${dir}: the first one is being made, or the log says why not`];
  const due = lastDue(now, atMinute);
  const said = `the newest of ${backups.length} backups is of ${newest.madeAt.toISOString()}, in ${dir}`;
  const isLate = newest.madeAt < due && now > secondsAfter(due, LATE_SECONDS);
  return [isLate ? `NO BACKUP since ${due.toISOString()}: the log says why; ${said}` : said];
}

/** Warnings at a start. */
export function backupWarnings({ backup, production, databaseUrl }: Config): string[] {
  if (!production || databaseUrl !== null) return [];
  if (backup.dir === null) return ['BACKUP_DIR is not set, so no backup is made by itself (docs/operating/backups.md)'];
  return backup.recipients === null
    ? [
        `BACKUP_RECIPIENT is not set: whoever can read a backup in ${backup.dir} has the members' data and the keys to their second factors`,
      ]
    : [];
}
