// A restore of a backup: whole, or not at all.
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { openBackedUpClub, type BackedUpClub } from './backed-up-club.ts';
import { inRestored } from './club.ts';

let club: BackedUpClub;
beforeAll(async () => {
  club = await openBackedUpClub();
});
afterAll(() => club?.close());

describe('a restore', () => {
  let file: string;
  beforeAll(async () => void ({ file } = await club.backUp()));

  it('makes a folder that a server starts on as usual, with everything but sessions', async () => {
    const target = club.place('restored');
    const { code, text } = await club.alone('restore', file, target);
    expect([code, text.split('\n')]).toEqual([
      0,
      [
        expect.stringMatching(/restored has the club https:\/\/wallet\.example as it was at \S+Z \(Perch 0\.1\.0\)$/),
        'the books agree',
        'its secret.key is there',
        'everyone is signed out, and what was begun has to be begun again',
        expect.stringMatching(
          /^NO MONEY MOVES: withdrawals that were paid since \S+ are unpaid in these books\. Start Perch with DATA_DIR=\S+, then: restored show$/,
        ),
      ],
    ]);
    expect(readdirSync(target).sort()).toEqual(['database', 'database.seal.json', 'secret.key']);
    expect(statSync(target).mode & 0o777).toBe(0o700);
    expect(statSync(join(target, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(target, 'secret.key'))).toEqual(readFileSync(join(club.dataDir, 'secret.key')));
    const database = await openDatabase({ databaseUrl: null, dataDir: target });
    await database.close();
    await inRestored(target, async (services) => {
      expect((await outcomeOf(services, { args: ['restored', 'show'], operator: 'olga' })).text).toMatch(
        /^the club was put back at .*NO MONEY MOVES/,
      );
      const { details } = await services.db
        .selectFrom('audit_events')
        .select('details')
        .where('kind', '=', 'club_restored')
        .executeTakeFirstOrThrow();
      expect(details).toMatchObject({ operator: 'olga', osUser: 'root', file });
    });
  });

  it.each([
    ['a folder with a club', () => club.dataDir, /is in use by another process/],
    [
      'a folder with a stopped club',
      () => club.folderOf({ database: null, 'secret.key': 'x' }),
      /is not empty \(database\)/,
    ],
    [
      'a folder with a file',
      () => club.folderOf({ 'thesis.txt': 'x' }),
      /is not empty \(thesis\.txt\), and nothing was changed/,
    ],
    ['a folder with a key alone', () => club.folderOf({ 'secret.key': 'precious' }), /is not empty \(secret\.key\)/],
    ['a file', () => club.keyFile, /can't be made/],
    ['a place that cannot be', () => '/sys/restored', /can't be made/],
  ])('never goes over %s', async (_what, target, says) => {
    const folder = target();
    const before = existsSync(folder) && statSync(folder).isDirectory() ? readdirSync(folder).sort() : null;
    const outcome = await club.alone('restore', file, folder);
    expect(outcome).toEqual({ code: 1, text: expect.stringMatching(says) });
    if (before !== null) expect(readdirSync(folder).sort()).toEqual(before);
  });

  it('goes into an empty folder, also one that is a disk of its own', async () => {
    expect(await club.alone('restore', file, club.folderOf({}))).toMatchObject({ code: 0 });
    expect(await club.alone('restore', file, club.folderOf({ 'lost+found': null }))).toMatchObject({ code: 0 });
  });

  it('that was interrupted is no club, is refused by a start, and is done again', async () => {
    const folder = club.folderOf({
      'database.restoring': null,
      'secret.key.restoring': 'half',
      'database.seal.json': '{}',
    });
    await expect(openDatabase({ databaseUrl: null, dataDir: folder })).rejects.toThrow(
      `A restore into ${folder} has not ended; run it again: npm run operator -- restore FILE ${folder}.`,
    );
    expect(await club.alone('restore', file, folder)).toMatchObject({ code: 0 });
    expect(readdirSync(folder).sort()).toEqual(['database', 'database.seal.json', 'secret.key']);
  });

  it('of a demo club says so, and it is served to nobody else', async () => {
    await club.services.db.updateTable('club_state').set({ demo_filled_at: club.services.clock.now() }).execute();
    const demo = await club.backUp();
    await club.services.db.updateTable('club_state').set({ demo_filled_at: null }).execute();
    const target = club.place('restored');
    expect((await club.alone('restore', demo.file, target)).text).toContain(
      'it is a demo club: its sign-ins are published',
    );
    await expect(inRestored(target, async () => undefined)).rejects.toThrow('this database holds the demo club');
  });

  it('by root into the folder of another user is that user’s', async () => {
    if (process.getuid?.() !== 0) {
      // A user who cannot give files away restores their own.
      const { folder } = await club.restore(file);
      expect(statSync(join(folder, 'secret.key')).uid).toBe(process.getuid?.());
      return;
    }
    const folder = club.folderOf({});
    chownSync(folder, 12_345, 12_345);
    await club.restore(file, folder);
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      expect([name, statSync(join(folder, name)).uid]).toEqual([name, 12_345]);
  });

  it('of a backup that nobody may read says so', async () => {
    expect(await club.alone('restore', '/no/such/file', club.place('x'))).toEqual({
      code: 1,
      text: 'there is no file /no/such/file',
    });
    expect(await club.alone('restore', club.keyFile, club.place('x'))).toEqual({
      code: 1,
      text: `${club.keyFile} is not a backup of Perch`,
    });
    const closed = club.place('closed');
    mkdirSync(closed);
    chmodSync(closed, 0o000);
    expect(await club.alone('restore', closed, club.place('x'))).toMatchObject({ code: 1 });
  });
});
