// Which backups of the nightly job stay: by their names, which say whose they are and when they were made.
import { DAY_MS } from '#server/platform/system/clock.ts';
import type { Retention } from '#server/platform/config/backup-settings.ts';

export interface KeptBackup {
  readonly name: string;
  readonly madeAt: Date;
}

/** As much of a club's id as its backups have in their names. */
const ID_DIGITS = 8;

/** The name of a backup, such as `perch-3fa9c2d1-20261124T030000Z.tar.gz.age`. */
export function backupName(clubId: string, madeAt: Date, encrypted: boolean): string {
  const moment = madeAt.toISOString().replace(/[-:]|\.\d+/g, '');
  return `${seriesOf(clubId)}${moment}.tar.gz${encrypted ? '.age' : ''}`;
}

/** How the names of all backups of a club begin. */
export function seriesOf(clubId: string): string {
  return `perch-${clubId.slice(0, ID_DIGITS)}-`;
}

/** The backups of a club among the names of a folder, newest first; nothing else is ever looked at or removed. */
export function backupsAmong(names: readonly string[], clubId: string): KeptBackup[] {
  const form = new RegExp(
    `^${seriesOf(clubId)}(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)(\\d\\d)Z\\.tar\\.gz(?:\\.age)?$`,
  );
  return names
    .flatMap((name) => {
      const [, year, month, day, hour, minute, second] = form.exec(name) ?? [];
      const madeAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
      return Number.isNaN(madeAt.getTime()) ? [] : [{ name, madeAt }];
    })
    .sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}

/**
 * The backups that may go: all but the newest of each of the last days, weeks and months that have any. The newest of
 * all stays, whatever is asked for.
 */
export function superfluous(backups: readonly KeptBackup[], keep: Retention): KeptBackup[] {
  const stays = new Set<KeptBackup>(backups.slice(0, 1));
  const spans: [count: number, spanOf: (moment: Date) => string][] = [
    [keep.daily, dayOf],
    [keep.weekly, weekOf],
    [keep.monthly, (moment) => dayOf(moment).slice(0, 'YYYY-MM'.length)],
  ];
  for (const [count, spanOf] of spans) {
    const newest = new Map<string, KeptBackup>();
    for (const backup of backups) if (!newest.has(spanOf(backup.madeAt))) newest.set(spanOf(backup.madeAt), backup);
    for (const backup of [...newest.values()].slice(0, count)) stays.add(backup);
  }
  return backups.filter((backup) => !stays.has(backup));
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** The Monday of a day's week. */
function weekOf(moment: Date): string {
  const sinceMonday = (moment.getUTCDay() + 6) % 7;
  return dayOf(new Date(moment.getTime() - sinceMonday * DAY_MS));
}

/** The last moment at which the nightly job was due. */
export function lastDue(now: Date, atMinute: number): Date {
  const due = new Date(now);
  due.setUTCHours(0, atMinute, 0, 0);
  return due > now ? new Date(due.getTime() - DAY_MS) : due;
}
