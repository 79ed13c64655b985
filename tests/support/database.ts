// A fresh database for a test file: a copy of a migrated template, never a cleaned one. The engine is chosen by
// TEST_DATABASE_URL: set, a PostgreSQL server with the right to create databases; unset, the embedded engine in memory.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { migrate } from '#server/platform/db/migrate.ts';
import { openDatabase, type Database } from '#server/platform/db/open.ts';
import { createEmbeddedPool } from '#server/platform/db/pglite-pool.ts';

const MIGRATIONS_FOLDER = 'server/platform/db/migrations';
export const MIGRATIONS = join(process.cwd(), MIGRATIONS_FOLDER);
const MIGRATED_AT = new Date('2026-01-01T00:00:00Z');
/** Any number: tests that start together make the template one after the other. */
const TEMPLATE_LOCK = 7_265_002;

/** The PostgreSQL server to test on; null for the embedded engine. */
export const serverUrl = process.env.TEST_DATABASE_URL === '' ? null : (process.env.TEST_DATABASE_URL ?? null);

/** Opens a copy of the migrated template. Closing it throws the copy away. */
export async function freshDatabase(): Promise<Database> {
  return serverUrl === null ? copyInMemory() : copyOnServer(serverUrl);
}

/** Opens a database that nothing was migrated into. Closing it throws it away. */
export async function emptyDatabase(): Promise<Database> {
  if (serverUrl !== null) return createOnServer(serverUrl, '');
  const engine = await PGlite.create('memory://');
  return inMemory(engine);
}

/** The address of a database that was opened here, for a server that opens it itself; null on the embedded engine. */
export async function addressOf(database: Database): Promise<string | null> {
  if (serverUrl === null) return null;
  const { rows } = await database.pool.query<{ name: string }>('SELECT current_database() AS name');
  return databaseAt(serverUrl, rows[0]?.name ?? '');
}

/** What a template is made by: the migrations, what carries them out, and the engines. */
export const MADE_BY = ['server/platform/db/migrate.ts', 'package-lock.json'];
/** Where no other account of the machine can put one in its place. */
const TEMPLATES = join(process.cwd(), 'node_modules/.cache/perch-databases');

/** Changes with all that a template is made by, so that no test runs on one of yesterday. */
export function templateName(root = process.cwd()): string {
  const migrations = readdirSync(join(root, MIGRATIONS_FOLDER)).map((file) => join(MIGRATIONS_FOLDER, file));
  const hash = createHash('sha256');
  for (const file of [...migrations.sort(), ...MADE_BY])
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  return `perch_template_${hash.digest('hex').slice(0, 16)}`;
}

async function copyInMemory(): Promise<Database> {
  const file = join(TEMPLATES, `${templateName()}.tar`);
  if (!existsSync(file)) await makeFileTemplate(file);
  return inMemory(await PGlite.create({ dataDir: 'memory://', loadDataDir: new Blob([await readFile(file)]) }));
}

function inMemory(engine: PGlite): Database {
  const pool = createEmbeddedPool(engine);
  const close = async () => {
    await pool.end();
    await engine.close();
  };
  return { engine: 'embedded', pool, workPool: pool, close };
}

async function makeFileTemplate(file: string): Promise<void> {
  mkdirSync(TEMPLATES, { recursive: true });
  const before = readdirSync(TEMPLATES).filter((name) => name.endsWith('.tar'));
  const engine = await PGlite.create('memory://');
  const pool = createEmbeddedPool(engine);
  await migrate(pool, { folder: MIGRATIONS, now: MIGRATED_AT });
  await pool.end();
  const dump = await engine.dumpDataDir('none');
  await engine.close();
  // Under a name of its own first: another worker must never read half a file.
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, Buffer.from(await dump.arrayBuffer()));
  await rename(unfinished, file);
  // Nobody asks any more for those of other sources; one that another worker has just made is kept.
  for (const name of before) if (join(TEMPLATES, name) !== file) await rm(join(TEMPLATES, name), { force: true });
}

async function copyOnServer(url: string): Promise<Database> {
  return createOnServer(url, `TEMPLATE ${await serverTemplate(url)}`);
}

async function createOnServer(url: string, options: string): Promise<Database> {
  const name = `perch_test_${randomUUID().replaceAll('-', '')}`;
  const admin = administrator(url);
  await admin.query(`CREATE DATABASE ${name} ${options}`);
  const database = await openDatabase({ databaseUrl: databaseAt(url, name), dataDir: 'memory' });
  const close = async () => {
    await database.close();
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  };
  return { engine: 'postgres', pool: database.pool, workPool: database.workPool, close };
}

/** The template of the server, made once for all processes and looked for once by each. */
let template: Promise<string> | null = null;

function serverTemplate(url: string): Promise<string> {
  template ??= makeServerTemplate(url);
  return template;
}

async function makeServerTemplate(url: string): Promise<string> {
  const name = templateName();
  await administer(url, async (admin) => {
    await admin.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const found = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (found.rows.length > 0) return;
    const unfinished = `${name}_unfinished`;
    await admin.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
    await admin.query(`CREATE DATABASE ${unfinished}`);
    const database = await openDatabase({ databaseUrl: databaseAt(url, unfinished), dataDir: 'memory' });
    await migrate(database.pool, { folder: MIGRATIONS, now: MIGRATED_AT });
    await database.close();
    await admin.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`);
  });
  return name;
}

let administrators: pg.Pool | null = null;

/**
 * The connection that databases are made and dropped over: the server starts a process for each, so one serves until
 * this process ends.
 */
function administrator(url: string): pg.Pool {
  if (administrators !== null) return administrators;
  administrators = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // One that is lost is replaced at its next use.
  administrators.on('error', () => undefined);
  return administrators;
}

async function administer<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

function databaseAt(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
