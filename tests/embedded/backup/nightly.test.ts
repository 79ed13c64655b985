// The nightly backup: due once a day, kept for as long as it is wanted, loud when it fails, and then nothing is
// removed.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backupLines, backupWarnings, createNightlyBackup } from '#server/entry/backup/nightly.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import type { Services } from '#server/domain/services/services.ts';
import { DAY_SECONDS, secondsAfter } from '#server/platform/system/clock.ts';
import { openFolderClub, settingsOf, type FolderClub } from './club.ts';

const MINUTE = 60;

let club: FolderClub;
let dir: string;
let now: Date;
let services: Services;
const lines: string[] = [];
beforeAll(async () => {
  club = await openFolderClub();
  dir = join(club.scratch, 'backups');
  now = new Date('2026-11-30T20:00:00Z');
  services = {
    ...club.services,
    clock: { now: () => now },
    config: settingsOf(club.dataDir, { BACKUP_DIR: dir, BACKUP_KEEP: '2 daily' }),
  };
});
afterAll(() => club?.close());

const job = (of: Services = services) => createNightlyBackup(of, (line) => lines.push(line));
const run = async () => job()?.run(services.db);
const names = () => readdirSync(dir).sort();
const passes = (seconds: number) => void (now = secondsAfter(now, seconds));
const status = async () => (await outcomeOf(services, { args: ['status'], operator: 'olga' })).text;

describe('the nightly backup', () => {
  it('is off unless a place is set, which a club in production is told', async () => {
    expect(job(club.services)).toBeNull();
    expect(backupWarnings(club.services.config)).toEqual([expect.stringContaining('BACKUP_DIR is not set')]);
    expect(await backupLines(club.services)).toEqual([expect.stringContaining('NO BACKUP is made by itself')]);
    expect(backupWarnings({ ...club.services.config, production: false })).toEqual([]);
    expect(backupWarnings(services.config)).toEqual([expect.stringContaining('BACKUP_RECIPIENT is not set')]);
  });

  it('is refused at the start where its recipient is none', () => {
    const config = settingsOf(club.dataDir, { BACKUP_DIR: dir, BACKUP_RECIPIENT: 'age1nobody' });
    expect(() => job({ ...services, config })).toThrow('BACKUP_RECIPIENT must be public keys of age');
  });

  it('is made at once where there is none, and then once a day at its time', async () => {
    expect(await status()).toContain(`NO BACKUP is in ${dir}: the first one is being made, or the log says why not`);
    await run();
    expect(names()).toEqual([expect.stringMatching(/^perch-[0-9a-f]{8}-20261130T200000Z\.tar\.gz$/)]);
    expect(lines).toEqual([
      expect.stringMatching(/^a backup was made and opened again: .*acts waited \d+ ms\); 0 older/),
    ]);
    expect(await status()).toContain(`the newest of 1 backups is of 2026-11-30T20:00:00.000Z, in ${dir}`);
    await run();
    expect(names()).toHaveLength(1);
    passes(7 * 60 * MINUTE + MINUTE);
    await run();
    expect(names()).toHaveLength(2);
    passes(5 * MINUTE);
    await run();
    expect(names()).toHaveLength(2);
  });

  it('removes what is older than it keeps, and nothing else', async () => {
    writeFileSync(join(dir, 'perch-00000000-20200101T030000Z.tar.gz'), 'of another club');
    writeFileSync(join(dir, 'notes.txt'), 'x');
    for (let day = 0; day < 2; day += 1) {
      passes(DAY_SECONDS);
      await run();
    }
    expect(names()).toEqual([
      'notes.txt',
      'perch-00000000-20200101T030000Z.tar.gz',
      expect.stringMatching(/-20261202T/),
      expect.stringMatching(/-20261203T/),
    ]);
  });

  it('removes at its next try what killed ones have left, of this club at once', async () => {
    const [newest = ''] = names().filter((name) => name.includes('-20261203T'));
    const left = [1, 2, 3].map((minute) => newest.replace(/T\d{6}Z/, `T0${minute}0000Z`) + '.unfinished-0a1b2c3d4e5f');
    const others = 'perch-00000000-20261203T030000Z.tar.gz.unfinished-0a1b2c3d4e5f';
    for (const name of [...left, others]) writeFileSync(join(dir, name), 'half of it');
    const before = now;
    passes(DAY_SECONDS);
    await run();
    expect(names().filter((name) => name.includes('.unfinished-'))).toEqual([others]);
    rmSync(join(dir, names().find((name) => name.includes('-20261204T')) ?? ''));
    writeFileSync(join(dir, newest.replace('-20261203T', '-20261202T')), 'in place of the one that it removed');
    now = before;
  });

  it('that fails is said by its job and by the status half an hour after it was due, and removes nothing', async () => {
    const before = names();
    passes(DAY_SECONDS - 6 * MINUTE);
    // As a disk that is full or gone, or another program that makes the same name.
    const blocked = { ...services, config: { ...services.config, dataDir: join(club.scratch, 'gone') } };
    mkdirSync(blocked.config.dataDir);
    await expect(createNightlyBackup(blocked, () => undefined)?.run(blocked.db)).rejects.toThrow(
      /^the backup failed: /,
    );
    expect(names()).toEqual(before);
    passes(20 * MINUTE);
    expect(await status()).not.toContain('NO BACKUP');
    passes(15 * MINUTE);
    expect(await status()).toMatch(/^NO BACKUP since 2026-12-04T03:00:00.000Z: the log says why; the newest of 2 /m);
    await run();
    expect(await status()).not.toContain('NO BACKUP');
  });

  it('says that its place cannot be used', async () => {
    writeFileSync(join(club.scratch, 'file'), '');
    const config = settingsOf(club.dataDir, { BACKUP_DIR: join(club.scratch, 'file/backups') });
    await expect(createNightlyBackup({ ...services, config }, () => undefined)?.run(services.db)).rejects.toThrow(
      /^no backup was made: BACKUP_DIR .* can't be made/,
    );
  });

  it('is not kept from its work by one whose name is from the future', async () => {
    const [newest = ''] = names()
      .filter((name) => name.endsWith('.gz'))
      .reverse();
    writeFileSync(join(dir, newest.replace(/-2026\d{4}T/, '-20990101T')), 'named by a clock that was wrong');
    passes(DAY_SECONDS);
    await run();
    expect(names().filter((name) => name.includes('-20261205T'))).toHaveLength(1);
    rmSync(dir, { recursive: true });
  });
});
