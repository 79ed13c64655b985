/**
 * The build cache: results of earlier runs, keyed by the hash of everything that they were made from, so that what has
 * changed is made again and nothing stale is shown. File locations and times play no role.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, sep } from 'node:path';

/** How many results of a kind are kept, the most recently used ones. */
const KEPT_OF_A_KIND = 150;

/** A cache in a folder. */
export class Kept {
  readonly #folder: string;
  readonly #fresh: boolean;

  /** @param fresh whether to ignore earlier results. */
  constructor(folder: string, fresh = false) {
    this.#folder = folder;
    this.#fresh = fresh;
  }

  /** The cached result for these inputs; null if there is none, or it can't be read. */
  read<T>(kind: string, key: string): T | null {
    const file = this.#file(kind, key);
    if (this.#fresh || !existsSync(file)) return null;
    try {
      const value = JSON.parse(readFileSync(file, 'utf8')) as T;
      const now = new Date();
      utimesSync(file, now, now);
      return value;
    } catch {
      return null;
    }
  }

  /** Stores a result. A file is complete or absent. */
  write(kind: string, key: string, value: unknown): void {
    const file = this.#file(kind, key);
    mkdirSync(join(this.#folder, kind), { recursive: true });
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, JSON.stringify(value));
    renameSync(unfinished, file);
    this.#clear(kind);
  }

  /** The cached result for these inputs, or a new one. */
  async take<T>(kind: string, key: string, make: () => Promise<T> | T): Promise<T> {
    const known = this.read<T>(kind, key);
    if (known !== null) return known;
    const made = await make();
    this.write(kind, key, made);
    return made;
  }

  #file(kind: string, key: string): string {
    return join(this.#folder, kind, `${key}.json`);
  }

  #clear(kind: string): void {
    const folder = join(this.#folder, kind);
    const files = readdirSync(folder).map((name) => join(folder, name));
    if (files.length <= KEPT_OF_A_KIND) return;
    const byAge = files
      .map((file) => ({ file, at: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .toSorted((a, b) => b.at - a.at);
    for (const { file } of byAge.slice(KEPT_OF_A_KIND)) rmSync(file, { force: true });
  }
}

/** The hash of a list of contents; the boundaries between them count. */
export function hashOf(...contents: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256').update(process.versions.node);
  for (const content of contents) hash.update(`\0${content.length}\0`).update(content);
  return hash.digest('hex');
}

/** What a kind of result is made from: folders and files below the root of the repository. */
export interface Inputs {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/** Notes are read whenever a chart is shown, so writing one does not rebuild the chart. */
const NOTES = '.notes.json';

/** The inputs of charts, their texts and their paths. */
export const chartInputs: Inputs = {
  folders: [
    'machines',
    'money',
    'locales',
    'openapi',
    'walk',
    'atlas/build',
    'atlas/diagram',
    'atlas/model',
    'atlas/words',
  ],
  files: ['package.json', 'package-lock.json', 'tsconfig.json'],
};

/** The inputs of the page, its script and its styles. */
export const siteInputs: Inputs = {
  folders: ['atlas', 'machines/chart', 'machines/graph', 'src/styles'],
  files: ['openapi/cultures.ts', 'package-lock.json', 'tsconfig.json'],
};

/** The inputs of the layout of boxes and edges. */
export const layoutInputs: Inputs = {
  folders: ['atlas/diagram'],
  files: ['package-lock.json'],
};

/** The files of the inputs, in a fixed order. */
export function filesOf(root: string, { folders, files }: Inputs): readonly string[] {
  const inFolders = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() && !entry.name.endsWith(NOTES)
          ? [relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')]
          : [],
      ),
    );
  return [...inFolders, ...files.filter((file) => existsSync(join(root, file)))].toSorted();
}

/** The hash of the inputs as they are now. */
export function hashOfInputs(root: string, inputs: Inputs): string {
  return hashOf(...filesOf(root, inputs).flatMap((file) => [file, readFileSync(join(root, file))]));
}
