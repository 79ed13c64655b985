// The secret that all keys are derived from: where it comes from, that it belongs to the database, and how it is
// replaced.
import { operatorCommand } from '#server/platform/system/operator-command.ts';
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/platform/config/config.ts';
import { deriveKeys, type Keys, type PurposeKeys } from '#server/platform/crypto/keys.ts';
import { markOf, readRetiredKeys } from '#server/platform/crypto/rotation.ts';
import { unsealEither } from '#server/platform/crypto/seal.ts';
import type { Db } from '#server/platform/db/kysely.ts';
import { StartRefused } from '#server/platform/system/one-line-error.ts';
import type { Random } from '#server/platform/system/random.ts';

const SECRET_BYTES = 32;
/** How many random bytes keep the names of unfinished files apart. */
const NAME_BYTES = 6;
/** Longer than writing a key can take. */
const LONGEST_WRITE_MS = 60_000;
const SECRET_FORM = /^[A-Za-z0-9_-]{43}$/;
const KEY_FILE = 'secret.key';
/** The next secret, from the beginning of a change until everything is encrypted with it. */
const NEXT_KEY_FILE = 'secret.key.new';

/**
 * The keys of the secret: the configured one, or one generated once into `secret.key` of the data folder (mode 0600);
 * and those of the one before while it is being replaced. Call it after the database is opened, since opening takes the
 * folder's lock.
 *
 * @throws StartRefused if the key file is damaged, or missing though the database was made with one: a new key would
 *   open nothing, and would take the good one's place in the next backup; or where the secret is not the database's
 */
export async function loadKeys(config: SecretPlace, random: Random, db: Db): Promise<Keys> {
  const keys =
    config.secret === null
      ? await keysOfFolder(config.dataDir, db, random)
      : keysOf(config.secret, config.previousSecret);
  await checkSecret(db, keys);
  if (config.secret === null && (await isAllReencrypted(db, keys))) await finishSecretFile(config.dataDir);
  return withRetired(db, keys);
}

type SecretPlace = Pick<Config, 'secret' | 'previousSecret' | 'dataDir'>;

/**
 * The same keys for a command of the operator: nothing is made and nothing left in the database, which a server has
 * started on before.
 *
 * @throws StartRefused as `loadKeys` does, and if no server has started on the database yet
 */
export async function readKeys(config: SecretPlace, db: Db): Promise<Keys> {
  const keys =
    config.secret === null
      ? await keysOfFolder(config.dataDir, db, null)
      : keysOf(config.secret, config.previousSecret);
  await requireSecret(db, keys);
  return withRetired(db, keys);
}

async function withRetired(db: Db, keys: Keys): Promise<Keys> {
  const retired = await readRetiredKeys(db, (sealed, owner) => unsealEither(keys, 'retired', sealed, owner));
  return { ...keys, retiredRecoveryCode: retired };
}

function keysOf(secret: string, previous: string | null): Keys {
  return { ...deriveKeys(secret), ...(previous === null ? {} : { previous: deriveKeys(previous) }) };
}

/** @param random null if no secret may be created */
async function keysOfFolder(dataDir: string, db: Db, random: Random | null): Promise<Keys> {
  const [present, next] = [await readSecretFile(dataDir, KEY_FILE), await readSecretFile(dataDir, NEXT_KEY_FILE)];
  if (present !== null) return next === null ? keysOf(present, null) : keysOf(next, present);
  const { key_check: mark } = await db.selectFrom('club_state').select('key_check').executeTakeFirstOrThrow();
  if (mark !== null) throw new StartRefused(`secret.key is missing from ${dataDir}; restore it from the backup`);
  if (random === null) throw neverStarted();
  return keysOf(await writeSecretFile(dataDir, KEY_FILE, random), null);
}

function neverStarted(): StartRefused {
  return new StartRefused('no server has started on this database yet; start Perch on it once, with its own settings');
}

/**
 * Makes sure that the database was made with this secret; the first start leaves its mark, and so does the first start
 * with another secret beside the one before. Under another secret no second factor would open any more, which must not
 * come out one member at a time.
 *
 * @throws StartRefused if the secret is another one, or one of the two that are needed is missing
 */
export async function checkSecret(db: Db, keys: Keys): Promise<void> {
  const mark = markOf(keys);
  await db.updateTable('club_state').set({ key_check: mark }).where('key_check', 'is', null).execute();
  await requireSecret(db, keys);
  await db.updateTable('club_state').set({ key_check_next: mark }).where('key_check', '<>', mark).execute();
}

/** Compares the secret with the marks, and leaves none. */
async function requireSecret(db: Db, keys: Keys): Promise<void> {
  const [mark, before] = [markOf(keys), keys.previous === undefined ? null : markOf(keys.previous)];
  const stored = await db.selectFrom('club_state').select(['key_check', 'key_check_next']).executeTakeFirstOrThrow();
  const isKnown = (left: Buffer | null) =>
    left === null || left.equals(mark) || (before !== null && left.equals(before));
  if (stored.key_check === null) throw neverStarted();
  if (!isKnown(stored.key_check)) {
    throw new StartRefused(
      'the secret key is not the one this database was made with (PERCH_SECRET, or secret.key in the data folder)',
    );
  }
  if (!isKnown(stored.key_check_next)) {
    throw new StartRefused(
      `the secret is being replaced: set PERCH_SECRET to the new one and PERCH_SECRET_PREVIOUS to the one before, and run \`${operatorCommand('secret rotate')}\``,
    );
  }
}

/** Whether everything is encrypted with the secret in use. */
export async function isAllReencrypted(db: Db, keys: PurposeKeys): Promise<boolean> {
  const { key_check: stored } = await db.selectFrom('club_state').select('key_check').executeTakeFirstOrThrow();
  return stored?.equals(markOf(keys)) === true;
}

/**
 * Begins a change of the secret in the data folder, or goes on with one that was interrupted: from now on the keys are
 * the new ones, and those before are still taken. Written before anything is sealed with it.
 *
 * @throws StartRefused if the file doesn't hold the key in use: a missing key is never replaced by a new one
 */
export async function beginSecretFile(dataDir: string, keys: Keys, random: Random): Promise<void> {
  if ((await readSecretFile(dataDir, NEXT_KEY_FILE)) !== null) return;
  // A command that was sent twice would let go of what is still taken of the old secret.
  if (keys.previous !== undefined)
    throw new StartRefused('the secret was changed since this server was started; restart it before changing it again');
  const present = await readSecretFile(dataDir, KEY_FILE);
  const previous = present === null ? null : deriveKeys(present);
  if (previous === null || !markOf(previous).equals(markOf(keys))) {
    throw new StartRefused(
      `${join(dataDir, KEY_FILE)} is missing or is not the key in use; put that back, then change it`,
    );
  }
  const next = await writeSecretFile(dataDir, NEXT_KEY_FILE, random);
  Object.assign(keys, deriveKeys(next), { previous });
}

/** Replaces the old secret by the new one, once everything is encrypted with it. */
export async function finishSecretFile(dataDir: string): Promise<void> {
  if ((await readSecretFile(dataDir, NEXT_KEY_FILE)) === null) return;
  await rename(join(dataDir, NEXT_KEY_FILE), join(dataDir, KEY_FILE));
  await syncFolder(dataDir);
}

async function readSecretFile(dataDir: string, name: string): Promise<string | null> {
  const file = join(dataDir, name);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text !== null && !SECRET_FORM.test(text.trim()))
    throw new StartRefused(`${file} is damaged: it should hold 43 characters of base64url`);
  return text?.trim() ?? null;
}

async function writeSecretFile(dataDir: string, name: string, random: Random): Promise<string> {
  const secret = random.bytes(SECRET_BYTES).toString('base64url');
  await mkdir(dataDir, { recursive: true });
  await removeLeftovers(dataDir, `${name}.unfinished`);
  // Whole or not there at all, whenever the machine stops; under a name of its own, since another process may write at
  // the same time.
  const unfinished = join(dataDir, `${name}.unfinished-${random.bytes(NAME_BYTES).toString('hex')}`);
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    await handle.writeFile(`${secret}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await nameOnce(unfinished, join(dataDir, name));
  await syncFolder(dataDir);
  return secret;
}

/**
 * Takes away what a machine that stopped has left: nothing of a key may lie about. What another process is writing
 * stays.
 */
async function removeLeftovers(dataDir: string, prefix: string): Promise<void> {
  for (const name of (await readdir(dataDir)).filter((each) => each.startsWith(prefix))) {
    const file = join(dataDir, name);
    const written = await stat(file).catch(() => null);
    if (written !== null && Date.now() - written.mtimeMs > LONGEST_WRITE_MS) await rm(file, { force: true });
  }
}

/** The system's errors on a file system without hard links. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/**
 * Gives a complete file its name, which must be unused: a key that may have encrypted something is never overwritten.
 */
async function nameOnce(unfinished: string, file: string): Promise<void> {
  try {
    await link(unfinished, file);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!NO_LINKS.has(code)) await rm(unfinished, { force: true });
    if (code === 'EEXIST')
      throw new StartRefused(`${file} was made meanwhile by another process; run this again once that one has ended`);
    if (!NO_LINKS.has(code)) throw error;
    // On such a file system, the lock on the folder alone keeps others out.
    return rename(unfinished, file);
  }
  await rm(unfinished);
}

async function syncFolder(dataDir: string): Promise<void> {
  const handle = await open(dataDir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
