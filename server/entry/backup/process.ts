// The process that packs and verifies a backup beside the server: it computes for seconds, which members would notice,
// and an engine that fails on a damaged copy takes nobody along. It ends with the process that started it.
import { mkdir, rm } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { digestOf, readArchive, writeArchive } from '#server/platform/backup/archive.ts';
import type { BackupContents } from '#server/platform/backup/contents.ts';
import { passingKey } from '#server/platform/backup/recipients.ts';
import { lineOf } from '#server/platform/system/one-line-error.ts';
import { verifyCopy, type BooksOfCopy } from './verify-copy.ts';

/** What the process gets as its instructions, on one line of its standard input. */
export interface PackingOrder {
  /** A folder that has the copy in `copy` and room for another one. */
  readonly work: string;
  /** The file to write; it must not be there yet. */
  readonly file: string;
  readonly recipients: readonly string[];
  readonly contents: Omit<BackupContents, 'format' | 'files'>;
  /** The names of the copy's files in the archive. */
  readonly names: readonly string[];
}

/** What it answers, on one line of its standard output. */
export type PackingResult = { readonly bytes: number; readonly books: BooksOfCopy } | { readonly refused: string };

/** Background work: members' calls come first. */
const LOW_PRIORITY = 10;

async function pack({ work, file, recipients, contents, names }: PackingOrder): Promise<PackingResult> {
  const [copy, opened] = [join(work, 'copy'), join(work, 'opened')];
  const files = [];
  for (const name of names) files.push(await digestOf(copy, name));
  // The recipients' secret keys are elsewhere, so the file is encrypted for one more key, which lives until it is
  // verified.
  const passing = recipients.length === 0 ? null : await passingKey();
  const bytes = await writeArchive(file, {
    contents: { ...contents, files },
    from: copy,
    recipients: passing === null ? [] : [...recipients, passing.recipient],
  });
  // Both together would take the room of three databases.
  await rm(copy, { recursive: true });
  await mkdir(opened, { mode: 0o700 });
  const read = await readArchive(file, {
    identities: passing === null ? [] : [passing.identity],
    where: async () => (name) => join(opened, name),
    durable: false,
  });
  const books = await verifyCopy(opened, read, new Date(contents.madeAt));
  await rm(opened, { recursive: true });
  return { bytes, books };
}

const lines = createInterface({ input: process.stdin });
lines.once('line', (line) => {
  void pack(JSON.parse(line) as PackingOrder)
    .catch((error: unknown): PackingResult => ({ refused: lineOf(error) }))
    .then((result) => process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0)));
});
lines.once('close', () => process.exit(1));
setPriority(LOW_PRIORITY);
