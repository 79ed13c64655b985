import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Part } from '#atlas/build/atlas.ts';
import { MARKER, refuseForeign, writeFolder } from '#atlas/build/folder.ts';
import { UsageError } from '#walk/paths/usage-error.ts';

let root: string;
let folder: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'perch-atlas-'));
  folder = join(root, 'site');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const site = (...files: readonly string[]): ReadonlyMap<string, Part> =>
  new Map(files.map((file) => [file, async () => `content of ${file}`]));
const filesThere = (): readonly string[] => readdirSync(folder, { recursive: true }).map(String).toSorted();

describe('a folder', () => {
  it('that is new or empty is written', async () => {
    await writeFolder(site('index.html', 'data/index.js'), folder);
    expect(filesThere()).toEqual(['data', 'data/index.js', 'index.html', MARKER]);
    mkdirSync(join(root, 'empty'));
    await writeFolder(site('index.html'), join(root, 'empty'));
    expect(existsSync(join(root, 'empty/index.html'))).toBe(true);
  });

  it('of an atlas is replaced, with nothing left of the one before', async () => {
    await writeFolder(site('index.html', 'data/gone.js', 'screens/gone/one.webp'), folder);
    await writeFolder(site('index.html', 'data/index.js'), folder);
    expect(filesThere()).toEqual(['data', 'data/index.js', 'index.html', MARKER]);
  });

  it('that was left half written counts as an atlas too', async () => {
    await writeFolder(site('index.html', 'data/one.js', 'data/two.js'), folder);
    const marker = readFileSync(join(folder, MARKER), 'utf8');
    // As far as a killed run gets: between two files, and in the middle of the marker.
    rmSync(join(folder, 'data/two.js'));
    writeFileSync(join(folder, `${MARKER}.unfinished`), marker.slice(0, 20));
    await writeFolder(site('index.html'), folder);
    expect(filesThere()).toEqual(['index.html', MARKER]);
  });

  it('keeps its atlas if the next one can’t be made', async () => {
    await writeFolder(site('index.html', 'data/one.js'), folder);
    const broken = new Map<string, Part>([
      ...site('index.html'),
      ['data/two.js', () => Promise.reject(new Error('stopped'))],
    ]);
    await expect(writeFolder(broken, folder)).rejects.toThrow('stopped');
    expect(filesThere()).toEqual(['data', 'data/one.js', 'index.html', MARKER]);
  });
});

describe('nothing is taken away', () => {
  const touched: readonly (readonly [string, () => void, string])[] = [
    ['beside a script that is called like the atlas’s', () => rmSync(join(folder, MARKER)), 'holds'],
    [
      'where a file was added',
      () => writeFileSync(join(folder, 'data/thesis.txt'), 'years of work'),
      'holds data/thesis.txt',
    ],
    ['where a folder was added', () => mkdirSync(join(folder, 'thesis')), 'holds thesis'],
    [
      'where a file was changed',
      () => writeFileSync(join(folder, 'index.html'), 'years of work'),
      'index.html was changed since',
    ],
    ['where a link leads elsewhere', () => symlinkSync(root, join(folder, 'data/link')), 'holds data/link'],
    ['where the marker says nothing', () => writeFileSync(join(folder, MARKER), '[7'), 'holds'],
  ];
  it.each(touched)('%s', async (_where, touch, says) => {
    await writeFolder(site('index.html', 'atlas.js', 'data/index.js'), folder);
    touch();
    const before = filesThere().map((file) => [
      file,
      file.includes('.') ? readFileSync(join(folder, file), 'utf8') : '',
    ]);
    expect(() => refuseForeign(folder)).toThrow(UsageError);
    await expect(writeFolder(site('index.html'), folder)).rejects.toThrow(says);
    expect(
      filesThere().map((file) => [file, file.includes('.') ? readFileSync(join(folder, file), 'utf8') : '']),
    ).toEqual(before);
  });

  it('if a file has that name', async () => {
    writeFileSync(folder, 'years of work');
    await expect(writeFolder(site('index.html'), folder)).rejects.toThrow('is no folder');
    expect(readFileSync(folder, 'utf8')).toBe('years of work');
  });
});
