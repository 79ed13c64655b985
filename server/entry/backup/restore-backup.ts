// Puts a backup of the embedded database into an empty folder, so that a server can start on it.
import { chown, mkdir, readdir, rename, rm, rmdir, stat, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beginRestore } from '#server/domain/restores/hold.ts';
import { readBooksStop } from '#server/domain/ledger/books-open.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { readArchive } from '#server/platform/backup/archive.ts';
import { DATABASE, KEY_FILES, type BackupContents } from '#server/platform/backup/contents.ts';
import { readIdentities } from '#server/platform/backup/recipients.ts';
import { createKysely, inTransaction } from '#server/platform/db/kysely.ts';
import { lockFolder } from '#server/platform/db/lock.ts';
import { migrate, refusalOfBackup } from '#server/platform/db/migrate.ts';
import { fsyncPath, startDurableEngine, stopEngine } from '#server/platform/db/pglite-engine.ts';
import { databaseFolder, HARMLESS, RESTORING } from '#server/platform/db/pglite-folder.ts';
import { MANIFEST, sealDatabase } from '#server/platform/db/pglite-manifest.ts';
import { createEmbeddedPool } from '#server/platform/db/pglite-pool.ts';
import { migrationsOf } from '#server/platform/db/prepare.ts';
import { reasonOf, StartRefused } from '#server/platform/system/one-line-error.ts';

export interface Restored {
  readonly folder: string;
  readonly contents: BackupContents;
  /** Why its books are stopped; null if they agree. */
  readonly disagreement: string | null;
  /** The migrations that this version added. */
  readonly migrated: readonly string[];
}

interface RestoreOptions {
  readonly file: string;
  readonly folder: string;
  /** A file with secret keys of age; null if the backup is not encrypted. */
  readonly identityFile: string | null;
  /** The folder of the installed product. */
  readonly root: string;
  readonly now: Date;
  /** Who does it, for the audit. */
  readonly operator: string;
  readonly osUser: string;
}

/** While the backup is unpacked, the key has another name: a folder with a key alone is not a club. */
const PENDING = '.restoring';
/** What a restore writes before its last step. */
const UNFINISHED: ReadonlySet<string> = new Set([
  RESTORING,
  MANIFEST,
  ...KEY_FILES,
  ...KEY_FILES.map((name) => `${name}${PENDING}`),
]);
const ROOM_BESIDE_BYTES = 128 * 1024 * 1024;

/**
 * Restores a backup. The folder gets all of it, by one renaming at the end, or nothing. The club that is in it then
 * moves no money until an operator has accepted it.
 *
 * @throws StartRefused saying why nothing was restored
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { identityFile } = options;
  const folder = resolve(options.folder);
  const identities = identityFile === null ? [] : await readIdentities(identityFile);
  const isNew = await prepareFolder(folder);
  const lock = await lockFolder(folder);
  try {
    await requireEmpty(folder);
    return await fill(folder, { ...options, identities }).catch(async (error: unknown) => {
      // Only now is everything in the folder this restore's.
      await removeUnfinished(folder);
      throw error;
    });
  } catch (error) {
    throw error instanceof StartRefused ? error : new StartRefused(`the restore failed: ${reasonOf(error)}`);
  } finally {
    await lock.release();
    // Only if it is empty.
    if (isNew) await rmdir(folder).catch(() => undefined);
  }
}

/** Whether the folder was made. @throws StartRefused if it cannot be, or is none */
async function prepareFolder(folder: string): Promise<boolean> {
  try {
    return (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined;
  } catch (error) {
    throw new StartRefused(`the folder ${folder} can't be made: ${reasonOf(error)}`);
  }
}

/** @throws StartRefused if the folder has anything but what an interrupted restore has left */
async function requireEmpty(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !HARMLESS.has(name));
  // Whatever lies beside this was written by a restore, since one begins in an empty folder only.
  const interrupted = names.includes(RESTORING);
  const foreign = names.find((name) => !interrupted || !UNFINISHED.has(name));
  if (foreign !== undefined)
    throw new StartRefused(
      `the folder ${folder} is not empty (${foreign}), and nothing was changed in it; restore into an empty folder, then start Perch with DATA_DIR set to that`,
    );
  await removeUnfinished(folder);
}

async function removeUnfinished(folder: string): Promise<void> {
  if (await isThere(databaseFolder(folder))) return;
  // The folder that says that all this is a restore's goes last.
  for (const name of [...UNFINISHED].filter((each) => each !== RESTORING))
    await rm(join(folder, name), { force: true }).catch(() => undefined);
  await rm(join(folder, RESTORING), { recursive: true, force: true }).catch(() => undefined);
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

async function fill(
  folder: string,
  { file, root, now, operator, osUser, identities }: RestoreOptions & { identities: readonly string[] },
): Promise<Restored> {
  const restoring = join(folder, RESTORING);
  const migrations = migrationsOf(root);
  const contents = await readArchive(file, {
    identities,
    durable: true,
    where: async (found) => {
      const refusal = await refusalOfBackup(found, migrations);
      if (refusal !== null) throw new StartRefused(`the backup ${refusal}`);
      await requireRoom(folder, found);
      await mkdir(restoring, { mode: 0o700 });
      return (name) =>
        name === DATABASE || name.startsWith(`${DATABASE}/`)
          ? join(restoring, name.slice(DATABASE.length))
          : join(folder, `${name}${PENDING}`);
    },
  });
  const { migrated, disagreement } = await open(restoring, { contents, migrations, now, operator, osUser, file });
  for (const name of KEY_FILES)
    if (await isThere(join(folder, `${name}${PENDING}`)))
      await rename(join(folder, `${name}${PENDING}`), join(folder, name));
  sealDatabase(folder, restoring);
  await handOver(folder);
  fsyncPath(folder);
  await rename(restoring, databaseFolder(folder));
  fsyncPath(folder);
  return { folder, contents, disagreement, migrated };
}

async function requireRoom(folder: string, { files }: BackupContents): Promise<void> {
  const needed = files.reduce((sum, { bytes }) => sum + bytes, ROOM_BESIDE_BYTES);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < needed)
    throw new StartRefused(
      `the backup needs ${Math.ceil(needed / 1_000_000)} MB, and ${Math.floor((bavail * bsize) / 1_000_000)} MB are free on the disk of ${folder}`,
    );
}

async function open(
  database: string,
  given: Pick<RestoreOptions, 'now' | 'operator' | 'osUser' | 'file'> & {
    contents: BackupContents;
    migrations: string;
  },
): Promise<Pick<Restored, 'migrated' | 'disagreement'>> {
  const { contents, migrations, now, operator, osUser, file } = given;
  const engine = await startDurableEngine(database).catch((error: unknown) => {
    throw new StartRefused(
      `the database of the backup can't be opened (${reasonOf(error)}); it was made by Perch ${contents.version} with ${contents.engine}`,
    );
  });
  const pool = createEmbeddedPool(engine);
  try {
    const migrated = await migrate(pool, { folder: migrations, now });
    const db = createKysely(pool);
    await checkBooks(db, { now, full: true });
    const stop = await readBooksStop(db);
    await inTransaction(db, (trx) =>
      beginRestore(trx, {
        at: now,
        from: new Date(contents.madeAt),
        call: { requestId: 'restore', device: '', osUser },
        details: { operator, file },
      }),
    );
    return { migrated, disagreement: stop === null ? null : (stop.findings[0] ?? 'the club had stopped its money') };
  } finally {
    await pool.end();
    await stopEngine(engine);
  }
}

const ROOT = 0;

/** If root restores into the folder of another user, the files are that user's: the server runs as that one. */
async function handOver(folder: string): Promise<void> {
  if (process.getuid?.() !== ROOT) return;
  const { uid, gid } = await stat(folder);
  if (uid === ROOT) return;
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  for (const entry of entries) {
    const name = entry.name;
    if (entry.parentPath === folder && HARMLESS.has(name)) continue;
    await chown(join(entry.parentPath, name), uid, gid);
  }
}
