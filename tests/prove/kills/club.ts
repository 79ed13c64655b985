// A club on one engine, whose server is started and killed as often as wanted.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createKysely, type Db } from '#server/platform/db/kysely.ts';

import type { Services } from '#server/domain/services/services.ts';
import { freePort } from '#tests/provision/free-port.mjs';
import { builtServer, onClub, startOnce } from '#tests/support/perch.ts';
import type { Process } from '#tests/support/processes.ts';
import { addressOf, freshDatabase } from '#fixtures/club/database.ts';
import type { Mailbox } from '../callers/acts.ts';
import type { Where } from '../callers/calls.ts';
import { mailboxOf, outboxPage } from '../callers/mailboxes.ts';

export const PERCH_SECRET = 'kX0v2mQ9sB7nT4wLrZ8yC1dF6gH3jP5a';

export interface Engine {
  readonly name: 'embedded' | 'PostgreSQL';
  readonly where: Where;
  readonly mailbox: Mailbox;
  /** Begins a start, and does not wait for it. */
  begin(): Promise<Process>;
  /** Does something with the club while no server runs. */
  offline<T>(act: (services: Services) => Promise<T>): Promise<T>;
  /** Frees the keys of calls that were cut off; null if the start does that. */
  readonly freeKeys: (() => Promise<void>) | null;
  /** What a later inspection needs to know. */
  keep(): string;
  close(): Promise<void>;
}

export interface Opened {
  readonly folder: string;
  /** Settings beside those of the engine, such as the node of a chain. */
  readonly env: Record<string, string>;
  /** Of the server's process. */
  readonly options?: readonly string[];
}

const LIMITLESS = { RATE_LIMIT_SCALE: '100000' };

/** The server keeps its port over all starts, as it does behind a proxy. */
async function serverOf(env: Record<string, string>, options: readonly string[] = []) {
  const port = await freePort();
  return {
    where: { origin: () => `http://localhost:${port}` },
    begin: () => builtServer({ ...LIMITLESS, ...env, PORT: String(port) }, { options }),
  };
}

export async function openEmbedded({ folder, env, options }: Opened): Promise<Engine> {
  const DATA_DIR = join(folder, 'embedded');
  const { where, begin } = await serverOf({ ...env, DATA_DIR }, options);
  return {
    ...{ name: 'embedded', where, begin, freeKeys: null },
    mailbox: outboxPage(where),
    offline: (act) => onClub({ ...env, DATA_DIR }, act),
    keep: () => DATA_DIR,
    close: () => Promise.resolve(),
  };
}

export async function openPostgres({ folder, env }: Opened): Promise<Engine> {
  const database = await freshDatabase();
  const DATABASE_URL = (await addressOf(database)) ?? '';
  const DATA_DIR = join(folder, 'postgres');
  mkdirSync(DATA_DIR, { recursive: true });
  const settings = { ...env, DATABASE_URL, PERCH_SECRET, DATA_DIR };
  await startOnce(settings);
  const { where, begin } = await serverOf(settings);
  const db = createKysely(database.pool);
  return {
    ...{ name: 'PostgreSQL', where, begin },
    mailbox: mailboxOf(db),
    offline: (act) => onClub(settings, act),
    freeKeys: () => freeKeys(db),
    keep: () => database.leave(),
    close: () => database.close(),
  };
}

/** Lets the minute pass for which a call that was cut off keeps its key. */
export async function freeKeys(db: Db): Promise<void> {
  await sql`DELETE FROM requests WHERE done_at IS NULL AND claimed_at < clock_timestamp() - interval '1 second'`.execute(
    db,
  );
}
