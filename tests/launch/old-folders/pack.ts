// A data folder as one small file: a tar archive, compressed by Brotli, which comes with Node.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, crc32 } from 'node:zlib';
import { packTar, unpackTar } from 'modern-tar';

/** Finds what is the same in the three databases of a folder, which lie megabytes apart. */
const WINDOW_BITS = 26;
const WAL_PAGE = 8192;
/** Where the control file says where the last checkpoint is (`ControlFileData.checkPoint`). */
const CHECKPOINT_OFFSET = 32;
const SEGMENT_BYTES = 16 * 1024 * 1024;

/**
 * Blanks the log in front of the last checkpoint: a start reads only what follows it, and the rest would be most of the
 * file. The seal is corrected, so the folder is still one that was stopped as usual.
 */
export function blankLog(folder: string): void {
  const database = join(folder, 'database');
  const checkpoint = readFileSync(join(database, 'global/pg_control')).readBigUInt64LE(CHECKPOINT_OFFSET);
  const segment = (checkpoint / BigInt(SEGMENT_BYTES)).toString(16).toUpperCase().padStart(8, '0');
  const name = `pg_wal/00000001${'0'.repeat(8)}${segment}`;
  const log = readFileSync(join(database, name));
  const page = Math.floor(Number(checkpoint % BigInt(SEGMENT_BYTES)) / WAL_PAGE) * WAL_PAGE;
  // Its first page says which log it is.
  if (page > WAL_PAGE) log.fill(0, WAL_PAGE, page);
  writeFileSync(join(database, name), log);
  const seal = JSON.parse(readFileSync(join(folder, 'database.seal.json'), 'utf8')) as Record<string, unknown>;
  seal[name] = { bytes: log.length, crc32: crc32(log) };
  writeFileSync(join(folder, 'database.seal.json'), JSON.stringify(seal));
}

/** Packs a folder. @returns how many bytes the file has */
export async function pack(folder: string, file: string): Promise<number> {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
    .map((entry) => ({ path: join(entry.parentPath, entry.name), isFolder: entry.isDirectory() }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  const tar = await packTar(
    entries.map(({ path, isFolder }) => {
      const name = relative(folder, path);
      const header = { name: isFolder ? `${name}/` : name, mtime: new Date(0), mode: isFolder ? 0o700 : 0o600 };
      return isFolder
        ? { header: { ...header, size: 0, type: 'directory' as const } }
        : { header: { ...header, size: readFileSync(path).length }, body: readFileSync(path) };
    }),
  );
  const small = brotliCompressSync(tar, {
    params: {
      [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: tar.length,
    },
  });
  await writeFile(file, small);
  return small.length;
}

/** Unpacks a folder that `pack` has packed. */
export async function unpack(file: string, folder: string): Promise<void> {
  const tar = brotliDecompressSync(await readFile(file), {
    params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 },
  });
  for (const { header, data } of await unpackTar(new Uint8Array(tar))) {
    const path = join(folder, header.name);
    if (header.type === 'directory') await mkdir(path, { recursive: true, mode: 0o700 });
    else {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(path, data ?? new Uint8Array(), { mode: 0o600 });
    }
  }
}
