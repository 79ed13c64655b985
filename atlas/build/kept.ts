/**
 * What an earlier opening has made, kept by the hash of everything that it was made from: what has changed is made
 * again, and nothing else is ever shown. Where files lie or when they were written decides nothing.
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

/** How many results of a kind are kept, the ones last asked for. */
const KEPT_OF_A_KIND = 150;

/** What is remembered in a folder. */
export class Kept {
  readonly #folder: string;
  readonly #fresh: boolean;

  /** @param fresh whether nothing from before is read. */
  constructor(folder: string, fresh = false) {
    this.#folder = folder;
    this.#fresh = fresh;
  }

  /** What was made from these inputs before; null if nothing was, or where it can't be read. */
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

  /** Keeps what was made. A file is whole or not there. */
  write(kind: string, key: string, value: unknown): void {
    const file = this.#file(kind, key);
    mkdirSync(join(this.#folder, kind), { recursive: true });
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, JSON.stringify(value));
    renameSync(unfinished, file);
    this.#clear(kind);
  }

  /** What was made from these inputs before, or is made now. */
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

/** The hash of some contents, told apart from each other. */
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

/** Notes are read whenever a chart is shown, so writing one down makes no chart again. */
const NOTES = '.notes.json';

/** Everything that charts, their texts and their paths come from. */
export const chartInputs: Inputs = {
  folders: ['machines', 'money', 'locales', 'openapi', 'walk', 'atlas/build', 'atlas/diagram', 'atlas/model'],
  files: ['package.json', 'package-lock.json', 'tsconfig.json'],
};

/** Everything that the page, its script and its styles come from. */
export const siteInputs: Inputs = {
  folders: ['atlas', 'machines/graph', 'src/styles'],
  files: ['openapi/cultures.ts', 'package-lock.json', 'tsconfig.json'],
};

/** Everything that places boxes and edges. */
export const layoutInputs: Inputs = {
  folders: ['atlas/diagram'],
  files: ['atlas/model/routes.ts', 'package-lock.json'],
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
