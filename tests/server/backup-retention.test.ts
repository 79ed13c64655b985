import { describe, expect, it } from 'vitest';
import { backupName, backupsAmong, lastDue, superfluous } from '#server/platform/backup/retention.ts';
import { readConfig } from '#server/platform/config/config.ts';

const CLUB = '3fa9c2d1-0000-4000-8000-000000000000';
const OTHER = '11111111-0000-4000-8000-000000000000';
const at = (text: string) => new Date(text);
const read = (env: Record<string, string>) => readConfig(env, process.cwd()).backup;

describe('the name of a backup', () => {
  it('says whose it is and when it was made', () => {
    expect(backupName(CLUB, at('2026-11-24T03:00:05.123Z'), true)).toBe('perch-3fa9c2d1-20261124T030005Z.tar.gz.age');
    expect(backupName(CLUB, at('2026-11-24T03:00:05Z'), false)).toBe('perch-3fa9c2d1-20261124T030005Z.tar.gz');
  });

  it('is what others of a folder are told from', () => {
    const [one, two] = [
      backupName(CLUB, at('2026-11-24T03:00:00Z'), true),
      backupName(CLUB, at('2026-11-25T03:00:00Z'), false),
    ];
    const names = [
      one,
      two,
      backupName(OTHER, at('2026-11-26T03:00:00Z'), true),
      `${two}.unfinished-00`,
      `copy-of-${two}`,
      'perch-3fa9c2d1-20261399T030000Z.tar.gz',
      'holiday.jpg',
    ];
    expect(backupsAmong(names, CLUB).map(({ name }) => name)).toEqual([two, one]);
  });
});

describe('what is kept', () => {
  /** One each night, and a second one on some days. */
  const nights = (count: number) =>
    backupsAmong(
      Array.from({ length: count }, (_, day) =>
        backupName(CLUB, new Date(Date.UTC(2026, 10, 24, 3) - day * 86_400_000), true),
      ),
      CLUB,
    );
  const kept = (count: number, keep: { daily: number; weekly: number; monthly: number }) => {
    const all = nights(count);
    const gone = superfluous(all, keep);
    return all.filter((each) => !gone.includes(each)).map(({ madeAt }) => madeAt.toISOString().slice(0, 10));
  };

  it('are the newest of each of the last days, weeks and months', () => {
    // The 24th of November 2026 is a Tuesday.
    expect(kept(60, { daily: 3, weekly: 3, monthly: 0 })).toEqual([
      '2026-11-24',
      '2026-11-23',
      '2026-11-22',
      '2026-11-15',
    ]);
    expect(kept(100, { daily: 0, weekly: 0, monthly: 3 })).toEqual(['2026-11-24', '2026-10-31', '2026-09-30']);
  });

  it('is the newest of a day with several, and always the newest of all', () => {
    const twice = backupsAmong(
      ['20261124T020000Z', '20261124T030000Z', '20261123T030000Z'].map((moment) => `perch-3fa9c2d1-${moment}.tar.gz`),
      CLUB,
    );
    expect(superfluous(twice, { daily: 1, weekly: 0, monthly: 0 }).map(({ name }) => name)).toEqual([
      'perch-3fa9c2d1-20261124T020000Z.tar.gz',
      'perch-3fa9c2d1-20261123T030000Z.tar.gz',
    ]);
    expect(superfluous(twice.slice(0, 1), { daily: 0, weekly: 0, monthly: 0 })).toEqual([]);
  });

  it('counts days that have one, not days that have passed: whatever fails for a month removes nothing', () => {
    const old = nights(10).slice(5);
    const newest = backupsAmong([backupName(CLUB, at('2027-03-01T03:00:00Z'), true)], CLUB);
    expect(superfluous([...newest, ...old], { daily: 6, weekly: 0, monthly: 0 })).toEqual([]);
  });
});

describe('when one is due', () => {
  it('is once a day at a time in UTC', () => {
    expect(lastDue(at('2026-11-24T03:00:00Z'), 180).toISOString()).toBe('2026-11-24T03:00:00.000Z');
    expect(lastDue(at('2026-11-24T02:59:59Z'), 180).toISOString()).toBe('2026-11-23T03:00:00.000Z');
    expect(lastDue(at('2026-03-01T00:00:00Z'), 1439).toISOString()).toBe('2026-02-28T23:59:00.000Z');
  });
});

describe('the settings of backups', () => {
  it('make none by themselves', () => {
    expect(read({})).toEqual({
      dir: null,
      atMinute: 180,
      keep: { daily: 7, weekly: 4, monthly: 0 },
      recipients: null,
    });
  });

  it('are read as they are written', () => {
    expect(
      read({
        BACKUP_DIR: '/backups',
        BACKUP_AT: '23:05',
        BACKUP_KEEP: '14 daily, 8 weekly, 12 monthly',
        BACKUP_RECIPIENT: 'age1x',
      }),
    ).toEqual({
      dir: '/backups',
      atMinute: 23 * 60 + 5,
      keep: { daily: 14, weekly: 8, monthly: 12 },
      recipients: 'age1x',
    });
  });

  it.each([
    [{ BACKUP_AT: '24:00' }, /^BACKUP_AT must be a time of the day in UTC such as 03:00, not "24:00"$/],
    [{ BACKUP_AT: '3:00' }, /^BACKUP_AT/],
    [{ BACKUP_KEEP: '7' }, /^BACKUP_KEEP must say how many to keep/],
    [{ BACKUP_KEEP: '7 daily, 7 daily' }, /^BACKUP_KEEP/],
    [{ BACKUP_KEEP: '0 daily' }, /^BACKUP_KEEP must keep at least one backup$/],
    [{ BACKUP_KEEP: '9999 daily' }, /^BACKUP_KEEP/],
    [
      {
        BACKUP_DIR: '/backups',
        DATABASE_URL: 'postgres://u:p@10.0.0.5/perch',
        PERCH_SECRET: 'kX0v2mQ9sB7nT4wLrZ8yC1dF6gH3jP5a',
      },
      /^BACKUP_DIR is for the embedded database; PostgreSQL is backed up by its own tools/,
    ],
  ])('%o are refused', (env, says) => {
    expect(() => read(env as Record<string, string>)).toThrow(says);
  });
});
