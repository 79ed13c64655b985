// Backups of the embedded database from the command line: makes one of the running club, and puts one into a folder.
import { resolve } from 'node:path';
import { makeBackup } from '#server/entry/backup/make-backup.ts';
import { recipientsOf } from '#server/entry/backup/nightly.ts';
import { restoreBackup } from '#server/entry/backup/restore-backup.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { readRecipients } from '#server/platform/backup/recipients.ts';
import { systemClock, MS_PER_SECOND } from '#server/platform/system/clock.ts';
import { readArguments, type CommandLine, type AskedAlone, type Commands } from './command.ts';
import { WrongUsage } from './errors.ts';

export const backupCommands: Commands = {
  backup: {
    usage: 'backup FILE [--recipient AGE]',
    help: 'back up the embedded database while it is used, and open the backup to verify it',
    more: [
      'FILE is a path at which nothing is yet. Everything acknowledged before a moment is in it, with secret.key; acts wait for a fraction of a second.',
      '--recipient encrypts it for a public key of age (age1…), several separated by commas; without it, those of BACKUP_RECIPIENT are taken.',
      'A club on PostgreSQL is backed up by its own tools: docs/operating/backups.md.',
    ],
    run: backUp,
  },
  restore: {
    usage: 'restore FILE FOLDER [--identity KEYFILE]',
    help: 'restore a backup into an empty folder, which then is a DATA_DIR',
    more: [
      'FILE is a backup; FOLDER is empty, or not there yet.',
      '--identity names the file with the secret key of age, if the backup is encrypted.',
      'The folder gets all of it or nothing. No money moves in the restored club until its payments since the backup were compared: restored show.',
    ],
    alone: true,
    run: restore,
  },
};

const BYTES_PER_MEGABYTE = 1_000_000;

async function backUp({ services, operator, folder, call, args }: CommandLine): Promise<string[]> {
  const {
    words: [name = ''],
    valued,
  } = readArguments(args, { words: [1, 1], valued: ['--recipient'] });
  const typed = valued.get('--recipient');
  const recipients =
    typed === undefined ? recipientsOf(services.config.backup.recipients) : readRecipients(typed, '--recipient');
  const made = await makeBackup(services, { file: resolve(folder, name), recipients });
  await audit(services.db, {
    kind: 'backup_made',
    at: services.clock.now(),
    memberId: null,
    call,
    details: { operator, file: made.file, bytes: made.bytes, encrypted: made.encrypted },
  });
  return [
    `${made.file}: the club as it was at ${made.madeAt.toISOString()}, ${(made.bytes / BYTES_PER_MEGABYTE).toFixed(1)} MB`,
    `opened again to verify it: every table and index is sound, and ${made.books.kind === 'agree' ? 'the books agree' : `THE BOOKS DISAGREE as they do in the club: ${made.books.violations[0]}`}`,
    `acts waited ${(made.heldMs / MS_PER_SECOND).toFixed(2)} s; all of it took ${(made.tookMs / MS_PER_SECOND).toFixed(1)} s`,
    made.encrypted
      ? `encrypted for ${recipients.length === 1 ? 'one recipient' : `${recipients.length} recipients`}`
      : "NOT ENCRYPTED: anyone who can read it has the members' data; only its owner can (0600), so keep it where that holds",
    made.withKey
      ? 'secret.key is in it'
      : 'the secret is not in it: keep PERCH_SECRET elsewhere, since without it second factors cannot be read',
  ];
}

async function restore({ operator, osUser, folder, root, args }: AskedAlone): Promise<string[]> {
  const {
    words: [file = '', target = ''],
    valued,
  } = readArguments(args, { words: [2, 2], valued: ['--identity'] });
  if (file === target) throw new WrongUsage('the backup and the folder are the same');
  const identity = valued.get('--identity');
  const restored = await restoreBackup({
    file: resolve(folder, file),
    folder: resolve(folder, target),
    identityFile: identity === undefined ? null : resolve(folder, identity),
    root,
    now: systemClock.now(),
    operator,
    osUser,
  });
  const { contents, migrated, disagreement } = restored;
  return [
    `${restored.folder} has the club ${contents.club.origin ?? ''} as it was at ${contents.madeAt} (Perch ${contents.version}${migrated.length === 0 ? '' : `, migrated by ${migrated.join(', ')}`})`,
    disagreement === null ? 'the books agree' : `THE BOOKS DISAGREE: ${disagreement}`,
    contents.secret === 'file'
      ? 'its secret.key is there'
      : 'its secret is not: start it with the PERCH_SECRET that the club had at that moment',
    ...(contents.club.demo
      ? ['it is a demo club: its sign-ins are published, and it is served on this machine only']
      : []),
    'everyone is signed out, and what was begun has to be begun again',
    `NO MONEY MOVES: withdrawals that were paid since ${contents.madeAt} are unpaid in these books. Start Perch with DATA_DIR=${restored.folder}, then: restored show`,
  ];
}
