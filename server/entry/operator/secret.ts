// Replaces the secret that all keys are derived from, from the command line.
import { audit } from '#server/platform/audit/audit.ts';
import type { Keys } from '#server/platform/crypto/keys.ts';
import { FATES, lockRotation, readRetiredKeys, reencryptAll } from '#server/platform/crypto/rotation.ts';
import { unsealEither } from '#server/platform/crypto/seal.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { beginSecretFile, finishSecretFile, isAllReencrypted } from '#server/platform/secret/secret.ts';
import { readArguments, type CommandLine, type Commands } from './command.ts';
import { Refused } from './errors.ts';

export const secretCommands: Commands = {
  'secret rotate': {
    usage: 'secret rotate',
    help: 'seal everything with a new secret',
    more: [
      'With PERCH_SECRET, set it to the new secret and PERCH_SECRET_PREVIOUS to the one before, and restart every process first.',
      'Copy the new one to where the old one is kept. Keep the old one too, with its dates, as long as a backup from before.',
      'Without it, a new secret.key is made. If the command is interrupted, run it again; nothing is lost.',
    ],
    run: rotate,
  },
};

/** Said where the secret is `PERCH_SECRET`, which no backup contains. */
const KEEP_BOTH =
  'copy the new PERCH_SECRET to where the old one is kept; keep the old one too, with its dates, as long as you keep a backup from before now: nothing else opens that';

const RUNS_ALREADY = 'another "secret rotate" is running; wait until it has ended';

/**
 * Keys that are being changed in this process: its embedded database is one session, which a database lock does not
 * exclude from itself.
 */
const changing = new WeakSet<Keys>();

/** One at a time: two new secrets at once would each encrypt a part, and the file could hold only one of them. */
async function rotate(asked: CommandLine): Promise<string[]> {
  readArguments(asked.args, { words: [0, 0] });
  const { keys } = asked.services;
  if (changing.has(keys)) throw new Refused(RUNS_ALREADY);
  changing.add(keys);
  try {
    return await rotateAlone(asked);
  } finally {
    changing.delete(keys);
  }
}

async function rotateAlone({ services, operator, call }: CommandLine): Promise<string[]> {
  const { db, config, keys, random, clock } = services;
  const inFile = config.secret === null;
  if (inFile) await beginSecretFile(config.dataDir, keys, random);
  const { previous } = keys;
  if (previous === undefined && inFile)
    throw new Refused(
      'another process has begun to change the secret (secret.key.new); wait until it has ended, or restart this one and run the command again',
    );
  if (previous === undefined) {
    throw new Refused(
      'set PERCH_SECRET to the new secret and PERCH_SECRET_PREVIOUS to the one in use, restart every process, and run this again',
    );
  }
  const again = await isAllReencrypted(db, keys);
  const now = clock.now();
  const sealed = await inTransaction(db, async (trx) => {
    if (!(await lockRotation(trx))) throw new Refused(RUNS_ALREADY);
    const count = await reencryptAll(trx, { keys: { ...keys, previous }, random, now });
    if (!again || count > 0)
      await audit(trx, { kind: 'secret_rotated', at: now, memberId: null, call, details: { operator, sealed: count } });
    return count;
  });
  keys.retiredRecoveryCode = await readRetiredKeys(db, (value, owner) => unsealEither(keys, 'retired', value, owner));
  if (inFile) await finishSecretFile(config.dataDir);
  if (again && sealed === 0)
    return [`everything is sealed with the secret in use already${inFile ? '' : '; remove PERCH_SECRET_PREVIOUS'}`];
  return [
    ...(again
      ? [
          'a process that only knew the previous secret has run since the last time: restart every process, then run this again',
        ]
      : []),
    `${sealed === 1 ? 'one value is' : `${sealed} values are`} sealed with the new secret`,
    ...Object.values(FATES).flatMap(({ told }) => told ?? []),
    inFile
      ? 'secret.key is the new one: back it up; from the next start on, the old one is no longer accepted'
      : 'remove PERCH_SECRET_PREVIOUS and restart every process',
    inFile ? 'a backup from before now contains the old one and is opened with that' : KEEP_BOTH,
  ];
}
