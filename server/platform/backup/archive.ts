// The file of a backup: a tar archive, compressed by gzip and, if it has recipients, encrypted by age; so that standard
// tools can open it, too: `age -d -i KEY FILE | tar xz`.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { createTarDecoder, createTarPacker, type ParsedTarEntry } from 'modern-tar';
import { wantOf } from '#server/platform/system/files.ts';
import { reasonOf, StartRefused } from '#server/platform/system/one-line-error.ts';
import {
  CONTENTS,
  contentsText,
  MOST_CONTENTS_BYTES,
  readContents,
  type BackupContents,
  type BackupFile,
} from './contents.ts';

const OWNER_ONLY = 0o600;
const OWNER_FOLDER = 0o700;
const CHUNK_BYTES = 256 * 1024;

/** The file of a backup cannot be used; the message names it and says why. */
export class BackupRefused extends StartRefused {}

/**
 * Writes an archive to a new file and makes sure that it is on the disk.
 *
 * @param from the folder that has the files under their names in the archive
 * @param recipients public keys of age; none leaves the archive unencrypted
 * @returns the length of the file in bytes
 */
export async function writeArchive(
  file: string,
  archive: { contents: Omit<BackupContents, 'format'>; from: string; recipients: readonly string[] },
): Promise<number> {
  const { contents, from, recipients } = archive;
  const zipped = through(Readable.fromWeb(tarOf(contents, from)), createGzip());
  const sealed = recipients.length === 0 ? zipped : await encrypted(zipped, recipients);
  const target = createWriteStream(file, { flags: 'wx', mode: OWNER_ONLY, flush: true });
  await pipeline(sealed, target);
  return target.bytesWritten;
}

async function encrypted(plain: Readable, recipients: readonly string[]): Promise<Readable> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  const source = Readable.toWeb(plain) as unknown as globalThis.ReadableStream<Uint8Array>;
  return Readable.fromWeb((await encrypter.encrypt(source)) as unknown as WebStream);
}

/** A stream through a transformation; a failure of either ends both. */
function through<Out extends Transform>(source: Readable, transformation: Out): Out {
  // The reader gets the error.
  pipeline(source, transformation).catch(() => undefined);
  return transformation;
}

function tarOf(contents: Omit<BackupContents, 'format'>, from: string): WebStream<Uint8Array> {
  const { readable, controller } = createTarPacker();
  const mtime = new Date(contents.madeAt);
  const add = async (header: { name: string; size: number }, chunks: AsyncIterable<Uint8Array> | Uint8Array[]) => {
    const writer = controller.add({ ...header, mtime, mode: OWNER_ONLY, type: 'file' }).getWriter();
    for await (const chunk of chunks) await writer.write(chunk);
    await writer.close();
  };
  const run = async () => {
    const head = new TextEncoder().encode(contentsText(contents));
    await add({ name: CONTENTS, size: head.length }, [head]);
    for (const name of contents.folders) {
      const folder = { name: `${name}/`, size: 0, mtime, mode: OWNER_FOLDER, type: 'directory' as const };
      await controller.add(folder).getWriter().close();
    }
    for (const { name, bytes } of contents.files)
      await add({ name, size: bytes }, createReadStream(join(from, name), { highWaterMark: CHUNK_BYTES }));
    controller.finalize();
  };
  run().catch((error: unknown) => controller.error(error));
  return readable as unknown as WebStream<Uint8Array>;
}

/** The length and checksum of a file. */
export async function digestOf(from: string, name: string): Promise<BackupFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(join(from, name), { highWaterMark: CHUNK_BYTES })) {
    bytes += (chunk as Buffer).length;
    hash.update(chunk as Buffer);
  }
  return { name, bytes, sha256: hash.digest('hex') };
}

const AGE = 'age-encryption.org/v1\n';
const AGE_ARMOR = '-----BEGIN AGE';
const GZIP = Buffer.from([0x1f, 0x8b]);

/**
 * Unpacks an archive and makes sure that each file is there and as it was.
 *
 * @param where told what the archive says of itself before anything is unpacked; it answers with the place of each
 *   file, or throws
 * @param identities secret keys of age
 * @param durable whether everything has to be on the disk before this ends
 * @throws BackupRefused if the file is no backup, is damaged or cut off, or none of the keys opens it
 */
export async function readArchive(
  file: string,
  {
    identities,
    where,
    durable,
  }: {
    identities: readonly string[];
    where: (contents: BackupContents) => Promise<(name: string) => string>;
    durable: boolean;
  },
): Promise<BackupContents> {
  const entries = (await decrypted(file, identities)).pipeThrough(createTarDecoder({ strict: true }));
  const reader = entries.getReader();
  const next = () =>
    reader.read().catch((error: unknown) => {
      throw wantOf(error) === null ? damaged(file, reasonOf(error)) : error;
    });
  try {
    const first = await next();
    if (first.done === true || first.value.header.name !== CONTENTS)
      throw new BackupRefused(`${file} is not a backup of Perch`);
    const contents = readContents(await smallBody(file, first.value));
    if ('wrong' in contents) throw new BackupRefused(`${file} ${contents.wrong}`);
    const placeOf = await where(contents);
    for (const folder of contents.folders) await mkdir(placeOf(folder), { recursive: true, mode: OWNER_FOLDER });
    const missing = new Map(contents.files.map((each) => [each.name, each]));
    for (let entry = await next(); entry.done !== true; entry = await next()) {
      const { header } = entry.value;
      if (header.type === 'directory') {
        await entry.value.body.cancel();
        continue;
      }
      const expected = missing.get(header.name);
      // Neither a link nor anything that the list does not have is ever written.
      if (header.type !== 'file' || expected === undefined)
        throw damaged(file, `it holds ${JSON.stringify(header.name)}, which is not on its list`);
      await unpackFile(file, entry.value, { expected, path: placeOf(header.name), durable });
      missing.delete(header.name);
    }
    const [lost] = missing.keys();
    if (lost !== undefined) throw damaged(file, `${lost} is missing from it`);
    if (durable) for (const folder of contents.folders) await syncFolder(placeOf(folder));
    return contents;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function damaged(file: string, reason: string): BackupRefused {
  return new BackupRefused(
    `${file} is damaged or cut off (${reason}); restore another backup, or copy this one again from where it was made`,
  );
}

/** The tar archive inside; a reader sees its end by reading all of it. */
async function decrypted(file: string, identities: readonly string[]): Promise<globalThis.ReadableStream<Uint8Array>> {
  const start = await startOf(file);
  const text = start.toString('latin1');
  if (text.startsWith(AGE_ARMOR))
    throw new BackupRefused(`${file} was encrypted as text (armor); make it binary again first: age -d, then age -r`);
  if (!text.startsWith(AGE)) {
    if (!start.subarray(0, GZIP.length).equals(GZIP)) throw new BackupRefused(`${file} is not a backup of Perch`);
    return unzipped(createReadStream(file));
  }
  if (identities.length === 0)
    throw new BackupRefused(`${file} is encrypted; name the file with its secret key: --identity KEYFILE`);
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  const sealed = Readable.toWeb(createReadStream(file)) as unknown as globalThis.ReadableStream<Uint8Array>;
  const plain = await decrypter.decrypt(sealed).catch((error: unknown) => {
    if (/no identity matched/.test(reasonOf(error)))
      throw new BackupRefused(`${file} was encrypted for others: none of the secret keys opens it`);
    throw damaged(file, reasonOf(error));
  });
  return unzipped(Readable.fromWeb(plain as unknown as WebStream));
}

function unzipped(source: Readable): globalThis.ReadableStream<Uint8Array> {
  return Readable.toWeb(through(source, createGunzip())) as unknown as globalThis.ReadableStream<Uint8Array>;
}

async function startOf(file: string): Promise<Buffer> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(file, 'r');
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(AGE.length), 0, AGE.length, 0);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BackupRefused(
      code === 'ENOENT' || code === 'ENOTDIR'
        ? `there is no file ${file}`
        : `${file} can't be read: ${reasonOf(error)}`,
    );
  } finally {
    await handle?.close();
  }
}

async function smallBody(file: string, { header, body }: ParsedTarEntry): Promise<Uint8Array> {
  if (header.size > MOST_CONTENTS_BYTES) throw damaged(file, 'what it says of itself has no end');
  const chunks: Uint8Array[] = [];
  for await (const chunk of chunksOf(file, body)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* chunksOf(file: string, body: globalThis.ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body as unknown as WebStream<Uint8Array>;
  } catch (error) {
    throw wantOf(error) === null ? damaged(file, reasonOf(error)) : error;
  }
}

async function unpackFile(
  file: string,
  entry: ParsedTarEntry,
  { expected, path, durable }: { expected: BackupFile; path: string; durable: boolean },
): Promise<void> {
  const hash = createHash('sha256');
  let bytes = 0;
  await mkdir(dirname(path), { recursive: true, mode: OWNER_FOLDER });
  // `wx`: nothing is there that it could be written over or through.
  const handle = await open(path, 'wx', OWNER_ONLY);
  try {
    for await (const chunk of chunksOf(file, entry.body)) {
      bytes += chunk.length;
      if (bytes > expected.bytes) throw damaged(file, `${expected.name} is longer than its list says`);
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    if (durable) await handle.sync();
  } finally {
    await handle.close();
  }
  if (bytes !== expected.bytes || hash.digest('hex') !== expected.sha256)
    throw damaged(file, `${expected.name} is not as its list says`);
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
