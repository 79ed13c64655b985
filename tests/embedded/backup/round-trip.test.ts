// The way of a backup, there and back; what can go wrong on it has files of its own.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outcomeOf, outcomeOfAlone } from '#server/entry/operator/outcome.ts';
import { addRichMember, grant, grantsOf, inRestored, openFolderClub, type FolderClub } from './club.ts';

let club: FolderClub;
beforeAll(async () => void (club = await openFolderClub()));
afterAll(() => club?.close());

it('a backup is made of a running club, encrypted, verified and restored, and the restored club moves no money', async () => {
  const { services, scratch } = club;
  const identity = await generateX25519Identity();
  writeFileSync(join(scratch, 'key.txt'), `${identity}\n`);
  const member = await addRichMember(services);
  const run = (...args: string[]) => outcomeOf(services, { args, operator: 'olga', folder: scratch });
  const made = await run('backup', 'club.tar.gz.age', '--recipient', await identityToRecipient(identity));
  expect(made).toEqual({
    code: 0,
    text: expect.stringContaining('opened again to verify it: every table and index is sound, and the books agree'),
  });
  await grant(services, member, 'later');
  const restored = await outcomeOfAlone(['restore', 'club.tar.gz.age', 'restored', '--identity', 'key.txt'], {
    operator: 'olga',
    osUser: 'root',
    folder: scratch,
    root: process.cwd(),
  });
  expect(restored).toMatchObject({ code: 0, text: expect.stringContaining('NO MONEY MOVES') });
  await inRestored(join(scratch, 'restored'), async (there) => {
    expect(await grantsOf(there, '')).toEqual([`first:${member.id}`]);
    expect(await outcomeOf(there, { args: ['status'], operator: 'olga' })).toMatchObject({
      text: expect.stringContaining('no money moves until it was compared'),
    });
    expect(await outcomeOf(there, { args: ['restored', 'accept'], operator: 'olga' })).toMatchObject({ code: 0 });
  });
  expect(readdirSync(scratch).sort()).toEqual(['club.tar.gz.age', 'data', 'key.txt', 'restored']);
  expect(existsSync(join(club.dataDir, 'backup.unfinished'))).toBe(false);
});
