import { closeSync, existsSync, openSync, readSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import { sql } from 'kysely';

import { damageOf } from './damage.ts';
import type { Db } from './kysely.ts';

/**
 * A read through every page of the embedded database. The engine compares a page with its checksum when it reads it,
 * and nobody knows when that is: a page that was damaged in a crash may be found a year later. So all of them are
 * compared in its place, tables, indexes and catalogs alike, as PostgreSQL's pg_checksums does.
 */

const PAGE_BYTES = 8192;
/** A larger relation continues in a file of the same name with a number. */
const PAGES_OF_A_FILE = 131_072;
const PAGES_OF_A_READ = 32;
/** A relation's pages. The maps of free space and of visibility (`_fsm`, `_vm`) are made again if they are damaged. */
const RELATION = /^\d+(_init)?(\.(\d+))?$/;
/** A hundredth damaged page adds nothing new. */
const MOST_FINDINGS = 20;

/**
 * What is damaged, one line each; empty if nothing is. Runs beside members' calls and lets them in between;
 * a server that stops ends it after the file that is being read.
 */
export async function findDamagedPages(
  database: string,
  db: Db,
  isStopping: () => boolean = () => false,
): Promise<string[]> {
  const catalog = await readCatalog(db);
  if (typeof catalog === 'string') return [catalog];
  const { relations, haveChecksums } = catalog;
  const findings = [...relations].flatMap(([path, name]) =>
    existsSync(join(database, path)) ? [] : [`${path} is missing (${name})`],
  );
  if (!haveChecksums) return findings;
  const reader = createReader();
  for (const folder of relationFolders(database)) {
    for (const file of readdirSync(join(database, folder)).filter((each) => RELATION.test(each))) {
      if (findings.length >= MOST_FINDINGS || isStopping()) return findings;
      const path = join(folder, file);
      const name = relations.get(path.replace(/\.\d+$/, ''));
      const damaged = await firstDamagedPage(join(database, path), reader);
      if (damaged !== null) findings.push(`${damaged} of ${path}${name === undefined ? '' : ` (${name})`}`);
    }
  }
  return findings;
}

interface Catalog {
  /** The name of each relation by its path. */
  readonly relations: ReadonlyMap<string, string>;
  /** False for a database that an engine before PostgreSQL 18 has made. */
  readonly haveChecksums: boolean;
}

/** What the database says of its files; or what is damaged, if not even that can be read. */
async function readCatalog(db: Db): Promise<Catalog | string> {
  try {
    const { rows } = await sql<{ path: string; name: string; checksums: string }>`
      SELECT pg_relation_filepath(oid) AS path, oid::regclass::text AS name, current_setting('data_checksums') AS checksums
        FROM pg_class WHERE pg_relation_filepath(oid) IS NOT NULL`.execute(db);
    return {
      relations: new Map(rows.map(({ path, name }) => [path, name])),
      haveChecksums: rows[0]?.checksums === 'on',
    };
  } catch (error) {
    const damage = damageOf(error);
    if (damage === null) throw error;
    return damage;
  }
}

function relationFolders(database: string): string[] {
  return ['global', ...readdirSync(join(database, 'base')).map((folder) => join('base', folder))];
}

/** The number of the first damaged page within its relation, in words; null if all are sound. */
async function firstDamagedPage(path: string, { buffer, turn }: Reader): Promise<string | null> {
  const first = Number(RELATION.exec(basename(path))?.[3] ?? 0) * PAGES_OF_A_FILE;
  const handle = openIfThere(path);
  if (handle === null) return null;
  try {
    for (let page = 0; ; page += PAGES_OF_A_READ) {
      // The engine runs on this thread, so no page can be half written when it is read.
      const bytes = readSync(handle, buffer, 0, buffer.length, page * PAGE_BYTES);
      // A part of a page at the end was left by a full disk; for the engine, it is not there.
      for (let at = 0; at + PAGE_BYTES <= bytes; at += PAGE_BYTES) {
        const number = first + page + at / PAGE_BYTES;
        if (!isSound(buffer.subarray(at, at + PAGE_BYTES), number)) return `page ${number}`;
      }
      await turn();
      if (bytes < buffer.length) return null;
    }
  } finally {
    closeSync(handle);
  }
}

/** Null for a relation that was dropped meanwhile. */
function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

interface Reader {
  readonly buffer: Buffer;
  /** Lets whatever waits for this thread have its turn, now and then. */
  readonly turn: () => Promise<void>;
}

/** How long the thread is kept at most: a call hardly notices. */
const LONGEST_TURN_MS = 10;

function createReader(): Reader {
  let since = performance.now();
  const turn = async () => {
    if (performance.now() - since < LONGEST_TURN_MS) return;
    await setImmediate();
    since = performance.now();
  };
  return { buffer: Buffer.alloc(PAGES_OF_A_READ * PAGE_BYTES), turn };
}

/** Where a page's header has its checksum and the end of its free space (`PageHeaderData`). */
const CHECKSUM_AT = 8;
const UPPER_AT = 14;

/** A page that was never written is zero throughout. */
function isSound(page: Buffer, number: number): boolean {
  if (page.readUInt16LE(UPPER_AT) === 0) return page.every((byte) => byte === 0);
  return page.readUInt16LE(CHECKSUM_AT) === checksumOf(page, number);
}

const FNV_PRIME = 16_777_619;
const LARGEST_CHECKSUM = 65_535;
/** One sum for each of 32 adjacent words, from `checksum_impl.h`. */
const BASES = [
  0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c, 0xf8d4474f,
  0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb, 0xe58f764b, 0x187636bc,
  0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4, 0x783125bb, 0x6ca8eaa2, 0xe407eac6,
  0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756,
];
const SUMS = BASES.length;
const WORD_BYTES = 4;
/** The word that has the checksum in its lower half, and what leaves only the other half of it. */
const CHECKSUM_WORD = CHECKSUM_AT / WORD_BYTES;
const WITHOUT_CHECKSUM = 0xffff0000;

/** A page's checksum as PostgreSQL computes it: its own place counts as zero, and the page's number is mixed in. */
function checksumOf(page: Buffer, number: number): number {
  const sums = Int32Array.from(BASES);
  // The embedded engine and the machines that Node runs on have the lowest byte first.
  const words = new Int32Array(page.buffer, page.byteOffset, PAGE_BYTES / WORD_BYTES);
  for (let row = 0; row < words.length; row += SUMS) {
    for (let at = 0; at < SUMS; at += 1) {
      const word = words[row + at] ?? 0;
      const mixed = (sums[at] ?? 0) ^ (row + at === CHECKSUM_WORD ? word & WITHOUT_CHECKSUM : word);
      sums[at] = Math.imul(mixed, FNV_PRIME) ^ (mixed >>> 17);
    }
  }
  // Two rounds of zeros mix the last words as well as the first.
  const all = sums.reduce((result, sum) => result ^ mixZero(mixZero(sum)), 0) ^ number;
  return ((all >>> 0) % LARGEST_CHECKSUM) + 1;
}

function mixZero(sum: number): number {
  return Math.imul(sum, FNV_PRIME) ^ (sum >>> 17);
}
