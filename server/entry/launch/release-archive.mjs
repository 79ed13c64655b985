import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';

/**
 * Writes an archive that depends on nothing but the content of its files: sorted, owned by root, all of one moment, and
 * readable for everybody whatever the umask of the person who unpacks it.
 *
 * @typedef {{ name: string, content: Buffer, executable?: boolean }} Entry a file, by its path in the archive
 */

/**
 * The files of a folder, or one file.
 *
 * @param {string} from
 * @param {string} name what it is called in the archive
 * @returns {Entry[]}
 */
export function entriesOf(from, name) {
  if (statSync(from).isFile()) return [{ name, content: readFileSync(from) }];
  const all = readdirSync(from, { recursive: true, withFileTypes: true }).filter((each) => !each.isDirectory());
  // A link could lead out of the release.
  const odd = all.find((each) => !each.isFile());
  if (odd !== undefined) throw new Error(`${join(odd.parentPath, odd.name)} is neither a file nor a folder`);
  return all.map((each) => {
    const file = join(each.parentPath, each.name);
    return { name: join(name, file.slice(from.length)), content: readFileSync(file) };
  });
}

/**
 * @param {string} file
 * @param {Entry[]} entries
 * @param {{ folder: string, at: Date }} options the folder that all of it unpacks into, and the moment of all files
 * @returns {Promise<string>} its SHA-256, which is written into `<file>.sha256` as well
 */
export async function writeArchive(file, entries, { folder, at }) {
  const files = new Map(entries.map((each) => [join(folder, each.name), each]));
  if (files.size !== entries.length) throw new Error('Two files of the release have the same name');
  const names = [...files.keys(), ...foldersOf(files.keys())].sort();
  // Only now: `npm run build` begins where nothing is installed.
  const { packTar } = await import('modern-tar');
  const tar = await packTar(names.map((name) => entryOf(name, files.get(name), at)));
  const packed = gzipSync(tar, { level: constants.Z_BEST_COMPRESSION });
  const sha256 = createHash('sha256').update(packed).digest('hex');
  inPlace(file, packed);
  inPlace(`${file}.sha256`, `${sha256}  ${basename(file)}\n`);
  return sha256;
}

const OWNER = { uid: 0, gid: 0, uname: 'root', gname: 'root' };

function entryOf(name, file, mtime) {
  if (file === undefined)
    return { header: { name: `${name}/`, type: 'directory', size: 0, mode: 0o755, mtime, ...OWNER } };
  const { content, executable = false } = file;
  return {
    header: { name, size: content.length, mode: executable ? 0o755 : 0o644, mtime, ...OWNER },
    body: content,
  };
}

function foldersOf(names) {
  const folders = new Set();
  for (const name of names)
    for (let folder = dirname(name); folder !== '.'; folder = dirname(folder)) folders.add(folder);
  return [...folders];
}

/** An interruption leaves what was there. */
function inPlace(file, content) {
  const unfinished = `${file}.unfinished`;
  try {
    writeFileSync(unfinished, content);
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}
