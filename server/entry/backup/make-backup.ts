// Makes a backup of the embedded database while it is in use, verified by opening it.
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { link, lstat, mkdir, open, readdir, realpath, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { BackupContents } from '#server/platform/backup/contents.ts';
import { KEY_FILES } from '#server/platform/backup/contents.ts';
import { copyDatabase, namesBelow } from '#server/platform/backup/copy-database.ts';
import type { Db } from '#server/platform/db/kysely.ts';
import type { AppliedMigration } from '#server/platform/db/migrate.ts';
import { BACKUP_WORK, databaseFolder } from '#server/platform/db/pglite-folder.ts';
import { reasonOf, StartRefused } from '#server/platform/system/one-line-error.ts';
import { packInProcess } from './packing.ts';
import { asOnlyBackup } from './running.ts';
import type { BooksOfCopy } from './verify-copy.ts';

export interface BackupMade {
  readonly file: string;
  readonly bytes: number;
  /** For how long acts had to wait, in milliseconds. */
  readonly heldMs: number;
  /** How long all of it took, in milliseconds. */
  readonly tookMs: number;
  readonly madeAt: Date;
  readonly encrypted: boolean;
  readonly withKey: boolean;
  readonly books: BooksOfCopy;
}

type Parts = Pick<Services, 'db' | 'config' | 'clock'>;

/**
 * Makes a backup. Whenever this ends, `file` is there and was opened, or it is not there.
 *
 * @param order.file an absolute path at which nothing is yet
 * @param order.recipients public keys of age; none leaves it unencrypted, readable by its owner alone
 * @param order.series how the names of the files begin whose unfinished ones are removed with this one's
 * @throws StartRefused saying why there is none
 */
export async function makeBackup(
  parts: Parts,
  {
    file,
    recipients,
    series = `${basename(file)}${UNFINISHED}`,
  }: { file: string; recipients: readonly string[]; series?: string },
): Promise<BackupMade> {
  const { config } = parts;
  if (config.databaseUrl !== null)
    throw new StartRefused(
      'this club is on PostgreSQL, which is backed up by its own tools: docs/operating/backups.md',
    );
  await requirePlace(file, config.dataDir);
  return asOnlyBackup(config.dataDir, (signal) => make(parts, { file, recipients, series, signal }));
}

interface Order {
  readonly file: string;
  readonly recipients: readonly string[];
  readonly series: string;
  readonly signal: AbortSignal;
}

async function make(parts: Parts, { file, recipients, series, signal }: Order): Promise<BackupMade> {
  const { config, clock } = parts;
  const begun = performance.now();
  const work = join(config.dataDir, BACKUP_WORK);
  const unfinished = `${file}${UNFINISHED}${randomBytes(NAME_BYTES).toString('hex')}`;
  try {
    await rm(work, { recursive: true, force: true });
    await removeLeftovers(dirname(file), series);
    await requireWritable(unfinished, file);
    await requireRoom(config.dataDir, dirname(file));
    await mkdir(work, { mode: 0o700 });
    const copy = join(work, 'copy');
    const keyFiles = config.secret === null ? KEY_FILES : [];
    const { heldMs, facts } = await copyDatabase(
      parts.db,
      { dataDir: config.dataDir, to: copy, keyFiles, signal },
      (session) => readFacts(session, clock.now()),
    );
    const { files, folders } = namesBelow(copy);
    const { bytes, books } = await packInProcess(
      {
        work,
        file: unfinished,
        recipients,
        contents: {
          ...facts,
          version: config.version,
          secret: config.secret === null ? 'file' : 'environment',
          folders: folders.sort(),
        },
        names: files.sort(),
      },
      signal,
    );
    await requireBooks(parts, books);
    signal.throwIfAborted();
    await nameOnce(unfinished, file);
    return {
      file,
      bytes,
      heldMs,
      tookMs: performance.now() - begun,
      madeAt: new Date(facts.madeAt),
      encrypted: recipients.length > 0,
      withKey: config.secret === null,
      books,
    };
  } catch (error) {
    throw error instanceof StartRefused ? error : new StartRefused(`the backup failed: ${reasonOf(error)}`);
  } finally {
    await rm(unfinished, { force: true });
    await rm(work, { recursive: true, force: true });
  }
}

/** What the name of an unfinished file has in its middle; beside the one that it will have. */
export const UNFINISHED = '.unfinished-';
const NAME_BYTES = 6;
/** What the engine and the archive take besides the database. */
const ROOM_BESIDE_BYTES = 128 * 1024 * 1024;

/** @throws StartRefused if the file is there, its folder is not, or it would be lost together with the data */
async function requirePlace(file: string, dataDir: string): Promise<void> {
  const folder = dirname(file);
  const place = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    throw new StartRefused(
      error.code === 'ENOENT' ? `there is no folder ${folder}` : `${folder} can't be used: ${reasonOf(error)}`,
    );
  });
  if (!place.isDirectory()) throw new StartRefused(`${folder} is not a folder`);
  const [real, data] = [await realpath(folder), await realpath(dataDir)];
  if (real === data || real.startsWith(data + sep))
    throw new StartRefused(`${file} is inside of the data folder and would be lost with it; name a place elsewhere`);
  if ((await lstat(file).catch(() => null)) !== null)
    throw new StartRefused(`${file} is there already, and a backup is never replaced; name another file`);
}

/** Before acts have to wait for a copy that nobody can write. @throws StartRefused */
async function requireWritable(unfinished: string, file: string): Promise<void> {
  try {
    await writeFile(unfinished, '', { flag: 'wx', mode: 0o600 });
    await rm(unfinished);
  } catch (error) {
    throw new StartRefused(`${file} can't be written: ${reasonOf(error)}`);
  }
}

/**
 * What killed processes have left is no backup. A server that is killed by its backups, for lack of memory, would
 * otherwise fill the disk with them.
 */
async function removeLeftovers(folder: string, series: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(series) && name.includes(UNFINISHED)) await rm(join(folder, name), { force: true });
}

/**
 * The copy needs as much room again beside the database, and members' acts must not run out of it.
 *
 * @throws StartRefused
 */
async function requireRoom(dataDir: string, target: string): Promise<void> {
  const database = databaseFolder(dataDir);
  const bytes = namesBelow(database).files.reduce(
    (sum, name) => sum + (statSync(join(database, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  const isOneDisk = (await stat(dataDir)).dev === (await stat(target)).dev;
  const needed = bytes * (isOneDisk ? 2 : 1) + ROOM_BESIDE_BYTES;
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < needed)
    throw new StartRefused(
      `a backup needs ${megabytes(needed)} MB for a while on the disk of ${dataDir}, and ${megabytes(bavail * bsize)} MB are free`,
    );
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1_000_000);
}

type Facts = Omit<BackupContents, 'format' | 'version' | 'secret' | 'folders' | 'files'>;

async function readFacts(session: Db, now: Date): Promise<Facts> {
  const club = await session
    .selectFrom('club_state')
    .select(['club_id', 'public_origin', 'demo_filled_at'])
    .executeTakeFirstOrThrow();
  const { rows: migrations } = await sql<AppliedMigration>`
    SELECT name, checksum FROM schema_migrations ORDER BY name`.execute(session);
  const { rows } = await sql<{ engine: string; newest: string }>`
    SELECT split_part(version(), ' on ', 1) AS engine, (SELECT coalesce(max(id), 0) FROM journals)::text AS newest`.execute(
    session,
  );
  return {
    madeAt: now.toISOString(),
    club: { id: club.club_id, origin: club.public_origin, demo: club.demo_filled_at !== null },
    engine: rows[0]?.engine ?? '',
    migrations,
    newestJournal: rows[0]?.newest ?? '0',
  };
}

/**
 * Books that disagree in the copy disagree in the club, or the copy is wrong. A club that knows, whose money is
 * stopped, needs backups more than others.
 *
 * @throws StartRefused unless the books agree, or the club had stopped its money before
 */
async function requireBooks({ db, clock }: Parts, books: BooksOfCopy): Promise<void> {
  if (books.kind === 'agree' || books.stopped) return;
  const live = await checkBooks(db, { now: clock.now(), full: true });
  throw new StartRefused(
    live.kind === 'disagree'
      ? `the books disagree, so money was stopped and no backup was made: ${live.violations[0]}; see "books check", then make it again: it will say so`
      : `the books disagree in the copy alone, so it was thrown away: ${books.violations[0]}; make it again`,
  );
}

/** The system's errors on a file system without hard links. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** Gives a complete file its name, which must be unused, and makes sure that the name is on the disk. */
async function nameOnce(unfinished: string, file: string): Promise<void> {
  try {
    await link(unfinished, file);
    await rm(unfinished);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new StartRefused(`${file} was made meanwhile by somebody else; nothing was replaced`);
    if (!NO_LINKS.has(code)) throw error;
    await rename(unfinished, file);
  }
  const folder = await open(dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
