/** The folder that `--build` writes. Files that it did not write are never removed. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Culture } from '#openapi/cultures.ts';
import { UsageError } from '#walk/paths/usage-error.ts';
import type { Atlas, Part } from './atlas.ts';
import type { Kept } from './kept.ts';
import { siteParts } from './site.ts';

/** Lists the files of a folder that the atlas wrote. */
export const MARKER = 'made-by-atlas.json';
/** The marker while it is written: it replaces the previous one atomically, so there is never half a marker. */
const UNFINISHED_MARKER = `${MARKER}.unfinished`;

/** The files that were written, each with the hash of its content; null for one that was not written yet. */
type Made = Readonly<Record<string, string | null>>;

/**
 * Writes the whole site into a folder, replacing an atlas that is there.
 * @param lang the language that it opens in; null for that of the reader's browser.
 */
export function writeSite(
  atlas: Pick<Atlas, 'parts'>,
  kept: Kept,
  folder: string,
  lang: Culture | null = null,
): Promise<void> {
  return writeFolder([...siteParts(kept, lang), ...atlas.parts], folder);
}

/**
 * Writes every file into a folder, replacing an atlas that is there. Throws a `UsageError` if anything else is there.
 */
export async function writeFolder(parts: Iterable<readonly [string, Part]>, folder: string): Promise<void> {
  refuseForeign(folder);
  // Everything is made before anything is replaced: a failure, such as a missing revision, keeps the existing atlas.
  const files: (readonly [string, string | Buffer])[] = [];
  for (const [file, make] of parts) files.push([file, await make()]);
  clear(folder);
  mkdirSync(folder, { recursive: true });
  const made: Record<string, string | null> = Object.fromEntries(files.map(([file]) => [file, null]));
  // If writing is interrupted, the folder is still recognized as an atlas.
  mark(folder, made);
  for (const [file, content] of files) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    made[file] = hash(content);
  }
  mark(folder, made);
}

/** Throws a `UsageError` if a folder contains files that no atlas wrote, or that were changed since. */
export function refuseForeign(folder: string): void {
  filesToReplace(folder);
}

function clear(folder: string): void {
  const { files, folders } = filesToReplace(folder);
  // If removal is interrupted, the marker still identifies the rest of the previous atlas; the next one replaces it.
  for (const file of files) if (file !== MARKER) rmSync(join(folder, file));
  // The deepest first; a folder that is not empty is kept.
  for (const inner of folders.toSorted((one, other) => other.length - one.length)) rmdirSync(join(folder, inner));
}

function filesToReplace(folder: string): { readonly files: readonly string[]; readonly folders: readonly string[] } {
  if (!existsSync(folder)) return { files: [], folders: [] };
  const entries = entriesOf(folder).map((entry) => {
    const name = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
    return { name, entry };
  });
  const made = madeIn(folder);
  const inside = new Set(Object.keys(made).flatMap(foldersOf));
  for (const { name, entry } of entries) {
    const isListed = entry.isDirectory() ? inside.has(name) : entry.isFile() && Object.hasOwn(made, name);
    if (!isListed && name !== MARKER && name !== UNFINISHED_MARKER)
      throw refusal(`${folder} holds ${name}, which does not belong to an atlas`);
    const known = made[name] ?? null;
    if (known !== null && hash(readFileSync(join(folder, name))) !== known) {
      throw refusal(`${join(folder, name)} was changed since the atlas wrote it`);
    }
  }
  const names = (isFolder: boolean): readonly string[] =>
    entries.flatMap(({ name, entry }) => (entry.isDirectory() === isFolder ? [name] : []));
  return { files: names(false), folders: names(true) };
}

function refusal(says: string): UsageError {
  return new UsageError(`${says}; name a new folder, or empty this one.`);
}

/** The folders of a file, below the site's own. */
function foldersOf(file: string): readonly string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch {
    throw new UsageError(`${folder} is no folder.`);
  }
}

/** What was written there before; nothing without a marker. */
function madeIn(folder: string): Made {
  try {
    const made: unknown = JSON.parse(readFileSync(join(folder, MARKER), 'utf8'));
    return typeof made === 'object' && made !== null ? (made as Made) : {};
  } catch {
    return {};
  }
}

function mark(folder: string, made: Made): void {
  writeFileSync(join(folder, UNFINISHED_MARKER), `${JSON.stringify(made, null, 2)}\n`);
  renameSync(join(folder, UNFINISHED_MARKER), join(folder, MARKER));
}

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
