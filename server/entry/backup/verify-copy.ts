// Opens an unpacked backup and makes sure that it is the database that was copied, whole, with its key and its books.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { amcheck } from '@electric-sql/pglite/contrib/amcheck';
import type { Pool } from 'pg';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { readBooksStop } from '#server/domain/ledger/books-open.ts';
import { DATABASE, type BackupContents } from '#server/platform/backup/contents.ts';
import { deriveKeys } from '#server/platform/crypto/keys.ts';
import { markOf } from '#server/platform/crypto/rotation.ts';
import { createKysely } from '#server/platform/db/kysely.ts';
import { readApplied } from '#server/platform/db/migrate.ts';
import { startScratchEngine, stopEngine } from '#server/platform/db/pglite-engine.ts';
import { createEmbeddedPool } from '#server/platform/db/pglite-pool.ts';
import { isThere } from '#server/platform/system/files.ts';
import { reasonOf, StartRefused } from '#server/platform/system/one-line-error.ts';

/** What the books of a copy say; `stopped` if the club had stopped its money before for that reason. */
export type BooksOfCopy =
  | { readonly kind: 'agree' }
  | { readonly kind: 'disagree'; readonly violations: string[]; readonly stopped: boolean };

/**
 * Opens the copy in a folder; it is useless afterwards.
 *
 * @throws StartRefused naming what is wrong with it
 */
export async function verifyCopy(folder: string, contents: BackupContents, now: Date): Promise<BooksOfCopy> {
  const engine = await startScratchEngine(join(folder, DATABASE), { amcheck }).catch((error: unknown) => {
    throw new StartRefused(`the copy can't be opened: ${reasonOf(error)}`);
  });
  const pool = createEmbeddedPool(engine);
  try {
    await requireSound(pool);
    await requireSame(pool, contents);
    await requireKey(pool, folder);
    return await booksOf(pool, now);
  } finally {
    await pool.end();
    await stopEngine(engine);
  }
}

/**
 * Reads every page of every table and index, whose checksums are compared, and follows each index into its table: a
 * page that was damaged on the disk may not be asked for in years.
 */
async function requireSound(pool: Pool): Promise<void> {
  await pool.query('CREATE EXTENSION amcheck');
  const { rows } = await pool.query<{ name: string; kind: string }>(`
    SELECT c.oid::regclass::text AS name, CASE WHEN c.relkind = 'i' THEN 'index' ELSE 'table' END AS kind
    FROM pg_class c LEFT JOIN pg_index i ON i.indexrelid = c.oid LEFT JOIN pg_am a ON a.oid = c.relam
    WHERE c.relpersistence = 'p' AND (c.relkind IN ('r', 'm', 't') OR (c.relkind = 'i' AND a.amname = 'btree' AND i.indisvalid))
    ORDER BY 2 DESC, 1`);
  for (const { name, kind } of rows) {
    const wrong = await (kind === 'table' ? wrongInTable(pool, name) : wrongInIndex(pool, name)).catch(reasonOf);
    if (wrong !== null) throw new StartRefused(`the database is damaged: ${name}: ${wrong}`);
  }
}

async function wrongInTable(pool: Pool, name: string): Promise<string | null> {
  const { rows } = await pool.query<{ msg: string }>(
    'SELECT msg FROM verify_heapam($1::regclass, check_toast => true) LIMIT 1',
    [name],
  );
  return rows[0]?.msg ?? null;
}

async function wrongInIndex(pool: Pool, name: string): Promise<null> {
  await pool.query('SELECT bt_index_check($1::regclass, true)', [name]);
  return null;
}

async function requireSame(pool: Pool, contents: BackupContents): Promise<void> {
  const applied = await readApplied(pool);
  const isSame =
    applied.length === contents.migrations.length &&
    contents.migrations.every(
      ({ name, checksum }, at) => applied[at]?.name === name && applied[at].checksum === checksum,
    );
  if (!isSame) throw new StartRefused('the copy has other migrations than the database that was copied');
  const { rows } = await pool.query<{ newest: string; club: string }>(
    'SELECT (SELECT coalesce(max(id), 0) FROM journals)::text AS newest, club_id::text AS club FROM club_state',
  );
  if (rows[0]?.newest !== contents.newestJournal || rows[0].club !== contents.club.id)
    throw new StartRefused('the copy ends with another journal than the database that was copied');
}

/** The key files of the copy open what it has sealed. */
async function requireKey(pool: Pool, folder: string): Promise<void> {
  const files = ['secret.key', 'secret.key.new'].map((name) => join(folder, name)).filter(isThere);
  if (files.length === 0) return;
  const { key_check: mark } = await createKysely(pool)
    .selectFrom('club_state')
    .select('key_check')
    .executeTakeFirstOrThrow();
  const marks = await Promise.all(files.map(async (file) => markOf(deriveKeys((await readFile(file, 'utf8')).trim()))));
  if (mark !== null && !marks.some((each) => each.equals(mark)))
    throw new StartRefused('the key files in the data folder do not open what the database has sealed');
}

async function booksOf(pool: Pool, now: Date): Promise<BooksOfCopy> {
  const db = createKysely(pool);
  const stopped = (await readBooksStop(db)) !== null;
  const found = await checkBooks(db, { now, full: true });
  if (found.kind === 'disagree') return { kind: 'disagree', violations: found.violations, stopped };
  if (found.kind === 'busy') throw new Error('nobody else can be checking a copy');
  return { kind: 'agree' };
}
