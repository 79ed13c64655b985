import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { crc32 } from 'node:zlib';

import { RESTORE } from './damage.ts';
import { DatabaseOpenError } from './open-error.ts';
import { isThere } from '#server/platform/system/files.ts';
import { fsyncPath } from './pglite-engine.ts';

/**
 * The seal of a data folder: after a clean stop, every file's length and checksum. The engine itself notices a
 * shortened or overwritten table only when somebody reads the lost part, if at all; with the seal the start notices.
 * It is broken before the engine writes again, so after a crash there is none and the engine's own recovery decides.
 */

export const MANIFEST = 'database.seal.json';

/** Larger files are sealed by their length only, so that start and stop stay short for a large club. */
const CHECKSUM_LIMIT = 32 * 1024 * 1024;

interface Seal {
  readonly bytes: number;
  readonly crc32?: number;
}
type Manifest = Readonly<Record<string, Seal>>;

export function sealDatabase(folder: string, database: string): void {
  const manifest: Record<string, Seal> = {};
  for (const file of filesOf(database)) manifest[relative(database, file)] = sealOf(file);
  const path = join(folder, MANIFEST);
  const unfinished = `${path}.unfinished`;
  writeFileSync(unfinished, JSON.stringify(manifest));
  fsyncPath(unfinished);
  renameSync(unfinished, path);
  fsyncPath(folder);
}

/**
 * Compares and, when all is as it was left, breaks the seal. A mismatch leaves everything as it is.
 *
 * @returns whether there was a seal
 */
export function openSeal(folder: string, database: string): boolean {
  const path = join(folder, MANIFEST);
  if (!isThere(path)) return false;
  const difference = firstDifference(readManifest(path), database);
  if (difference !== null) {
    throw new DatabaseOpenError(
      `The database in ${folder} is damaged (${difference}); nothing was changed; ${RESTORE}.`,
    );
  }
  rmSync(path);
  fsyncPath(folder);
  return true;
}

function readManifest(path: string): Manifest {
  const text = readFileSync(path, 'utf8');
  try {
    return JSON.parse(text) as Manifest;
  } catch {
    throw new DatabaseOpenError(`The data folder is damaged (${path} can't be read); nothing was changed; ${RESTORE}.`);
  }
}

function firstDifference(manifest: Manifest, database: string): string | null {
  for (const [name, expected] of Object.entries(manifest)) {
    const file = join(database, name);
    if (!isThere(file)) return `${name} is missing`;
    const actual = sealOf(file);
    if (actual.bytes !== expected.bytes) return `${name} is ${actual.bytes} bytes long instead of ${expected.bytes}`;
    if (actual.crc32 !== expected.crc32) return `the content of ${name} has changed`;
  }
  return null;
}

function sealOf(file: string): Seal {
  const bytes = statSync(file).size;
  return bytes > CHECKSUM_LIMIT ? { bytes } : { bytes, crc32: crc32(readFileSync(file)) };
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
