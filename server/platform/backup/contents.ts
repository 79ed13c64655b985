// What a backup says of itself, in its first entry: whose it is, what made it, and every file with its checksum.
import { Ajv } from 'ajv';
import type { AppliedMigration } from '#server/platform/db/migrate.ts';

/** The first entry of the archive. */
export const CONTENTS = 'backup.json';
/** Present in the archive if the secret is a file of the data folder; the second one while it is being replaced. */
export const KEY_FILES = ['secret.key', 'secret.key.new'] as const;
/** The folder of the archive that has the database. */
export const DATABASE = 'database';

/** Raised when an archive can no longer be read by an earlier program. */
const FORMAT = 1;
/** The most that the first entry can take: a million files. */
export const MOST_CONTENTS_BYTES = 128 * 1024 * 1024;

export interface BackupFile {
  /** Its path in the archive, such as `database/base/5/1259`. */
  readonly name: string;
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

export interface BackupContents {
  readonly format: number;
  /** The version of Perch that made it. */
  readonly version: string;
  /** The moment of the copy (ISO 8601): everything acknowledged before is in it, and nothing after. */
  readonly madeAt: string;
  readonly club: { readonly id: string; readonly origin: string | null; readonly demo: boolean };
  /** The engine that made the files, such as `PostgreSQL 18.6 (PGlite 0.5.16)`. */
  readonly engine: string;
  /** Whether the secret is in the archive, or came from PERCH_SECRET and has to be set again. */
  readonly secret: 'file' | 'environment';
  readonly migrations: readonly AppliedMigration[];
  /** The number of the newest journal, in decimal digits; 0 if there is none. */
  readonly newestJournal: string;
  /** The folders of the database, the empty ones among them. */
  readonly folders: readonly string[];
  readonly files: readonly BackupFile[];
}

const text = { type: 'string', maxLength: 1000 } as const;
/** No path leads out of the folder: each part begins with a letter, a digit or `_`. */
const PART = '[A-Za-z0-9_][A-Za-z0-9_.-]*';
const path = { type: 'string', maxLength: 200, pattern: `^${DATABASE}(/${PART})*$` } as const;
const digest = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;

const SCHEMA = {
  type: 'object',
  required: [
    'format',
    'version',
    'madeAt',
    'club',
    'engine',
    'secret',
    'migrations',
    'newestJournal',
    'folders',
    'files',
  ],
  properties: {
    format: { const: FORMAT },
    version: text,
    madeAt: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' },
    club: {
      type: 'object',
      required: ['id', 'origin', 'demo'],
      properties: { id: text, origin: { type: ['string', 'null'] }, demo: { type: 'boolean' } },
    },
    engine: text,
    secret: { enum: ['file', 'environment'] },
    migrations: {
      type: 'array',
      items: { type: 'object', required: ['name', 'checksum'], properties: { name: text, checksum: text } },
    },
    newestJournal: { type: 'string', pattern: '^\\d{1,19}$' },
    folders: { type: 'array', items: path },
    files: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'bytes', 'sha256'],
        properties: {
          name: { type: 'string', maxLength: 200, pattern: `^(${DATABASE}(/${PART})+|secret\\.key(\\.new)?)$` },
          bytes: { type: 'integer', minimum: 0 },
          sha256: digest,
        },
      },
    },
  },
} as const;

const hasForm = new Ajv({ allErrors: false }).compile<BackupContents>(SCHEMA);

/** The contents as the first entry of an archive. */
export function contentsText(contents: Omit<BackupContents, 'format'>): string {
  return JSON.stringify({ format: FORMAT, ...contents });
}

/** Reads the first entry. @returns why it cannot be used, as the end of a sentence, if it cannot */
export function readContents(bytes: Uint8Array): BackupContents | { readonly wrong: string } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return { wrong: 'is damaged: what it says of itself cannot be read' };
  }
  const format = typeof parsed === 'object' && parsed !== null && 'format' in parsed ? parsed.format : undefined;
  if (typeof format === 'number' && format > FORMAT)
    return { wrong: 'was made by a newer version of Perch; restore it with that version or a later one' };
  if (!hasForm(parsed)) return { wrong: 'is damaged: what it says of itself is incomplete' };
  const names = [...parsed.files.map(({ name }) => name), ...parsed.folders];
  return new Set(names).size === names.length ? parsed : { wrong: 'is damaged: it has a file twice' };
}
