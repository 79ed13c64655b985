// A club in a folder, with the commands of its operator, for tests of backups and restores.
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { makeBackup } from '#server/entry/backup/make-backup.ts';
import { restoreBackup } from '#server/entry/backup/restore-backup.ts';
import { outcomeOf, outcomeOfAlone } from '#server/entry/operator/outcome.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { addRichMember, openFolderClub } from './club.ts';

/** Opens the club; `close` removes it with everything that was made from it. */
export async function openBackedUpClub() {
  const club = await openFolderClub();
  const member: TestMember = await addRichMember(club.services);
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const keyFile = join(club.scratch, 'key.txt');
  writeFileSync(keyFile, `# public key: ${recipient}\n${identity}\n`);
  let files = 0;
  /** A name in a new folder. */
  const place = (name: string) => join(mkdtempSync(join(club.scratch, `p${(files += 1)}-`)), name);
  return {
    ...club,
    member,
    recipient,
    keyFile,
    place,
    run: (...args: string[]) =>
      outcomeOf(club.services, { args, operator: 'olga', osUser: 'root', folder: club.scratch }),
    alone: (...args: string[]) =>
      outcomeOfAlone(args, { operator: 'olga', osUser: 'root', folder: club.scratch, root: process.cwd() }),
    backUp: async (recipients: string[] = []) => {
      const file = place('club.tar.gz');
      return { ...(await makeBackup(club.services, { file, recipients })), file };
    },
    restore: (file: string, folder = place('restored'), identityFile: string | null = null) =>
      restoreBackup({
        file,
        folder,
        identityFile,
        root: process.cwd(),
        now: club.services.clock.now(),
        operator: 'olga',
        osUser: 'root',
      }),
    /** A folder with these files; null is a folder. */
    folderOf: (content: Readonly<Record<string, string | null>>): string => {
      const folder = place('folder');
      mkdirSync(folder);
      for (const [name, text] of Object.entries(content)) {
        if (text === null) mkdirSync(join(folder, name));
        else writeFileSync(join(folder, name), text);
      }
      return folder;
    },
  };
}

export type BackedUpClub = Awaited<ReturnType<typeof openBackedUpClub>>;

/** Nothing of a backup or a restore lies about. */
export const leftOf = (folder: string) => readdirSync(folder).filter((name) => /unfinished|restoring/.test(name));
