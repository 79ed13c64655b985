// Notices that the database has lost what it had acknowledged: a server writes the newest journal that it has seen
// beside the database, in its own folder. Where PostgreSQL was put back to an earlier moment, or another machine took
// over that lacked the last commits, that journal is gone or another one.
import { createHash, randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '#server/domain/services/services.ts';
import type { AuditEvent } from '#server/platform/audit/audit.ts';
import { inTransaction, type Db } from '#server/platform/db/kysely.ts';
import { makeDataFolder } from '#server/platform/system/data-folder.ts';
import { readIfThere } from '#server/platform/system/files.ts';
import { reserveAddresses } from './accept.ts';
import { beginRestore, lastMoment, readRestore } from './hold.ts';

const FILE = 'newest-journal.json';
const CALL: AuditEvent['call'] = { requestId: 'start', device: '' };

interface Seen {
  /** The club that it was seen in: a folder may serve another database later. */
  readonly club: string;
  readonly journal: string;
  /** A hash of its key: numbers are given again after a restore, keys are not. */
  readonly key: string;
  /** When a restore had been accepted last, in ISO 8601; null if none ever was. */
  readonly accepted: string | null;
}

type Parts = Pick<Services, 'db' | 'config' | 'clock' | 'chain'>;

/**
 * Compares the database with what was seen of it, and notes what is newest now. If what was seen is gone, it begins a
 * restore: no money moves until an operator has compared the books. Unless a restore was accepted since then, as with a
 * server that was down in the meantime: the books have been compared.
 */
export async function compareWithSeen(parts: Parts, log: (line: string) => void): Promise<void> {
  const { db, clock, config } = parts;
  await makeDataFolder(config.dataDir);
  const file = join(config.dataDir, FILE);
  const seen = readSeen(file);
  const newest = await newestOf(db);
  const isLost = seen !== null && seen.club === newest.club && !(await isThere(db, seen));
  if (isLost && wasComparedSince(seen, newest)) {
    log(
      `the database has lost journal ${seen.journal}, which this server had seen, and the books were compared since: a restore was accepted at ${newest.accepted}`,
    );
  } else if (isLost) {
    const at = clock.now();
    const from = await lastMoment(db);
    const since = from === null || from > at ? at : from;
    await inTransaction(db, async (trx) => {
      await beginRestore(trx, {
        at,
        from: since,
        call: CALL,
        details: { operator: 'the server', journal: seen.journal },
      });
      await reserveAddresses(trx, parts.chain, { at, from: since });
    });
    log(
      `the database has lost journal ${seen.journal}, which this server had seen: it was put back to ${since.toISOString()}. No money moves until it was compared; see: restored show`,
    );
  }
  if (JSON.stringify(seen) !== JSON.stringify(newest)) await writeSeen(file, newest);
}

/** Where a restore waits to be accepted: makes sure, at a start, that no address is given out twice, and says so. */
export async function continueRestore({ db, chain }: Parts, log: (line: string) => void): Promise<void> {
  const restore = await readRestore(db);
  if (restore === null) return;
  await inTransaction(db, (trx) => reserveAddresses(trx, chain, restore));
  log(
    `the club was put back to ${restore.from.toISOString()}: no money moves until an operator has compared what was paid since; see: restored show`,
  );
}

function wasComparedSince(seen: Seen, { accepted }: Seen): boolean {
  return accepted !== null && (seen.accepted === null || Date.parse(accepted) > Date.parse(seen.accepted));
}

async function newestOf(db: Db): Promise<Seen> {
  const { club_id: club, restore_accepted_at: accepted } = await db
    .selectFrom('club_state')
    .select(['club_id', 'restore_accepted_at'])
    .executeTakeFirstOrThrow();
  const journal = await db
    .selectFrom('journals')
    .select(['id', 'key'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    club,
    journal: String(journal?.id ?? 0n),
    key: hashOf(journal?.key ?? ''),
    accepted: accepted?.toISOString() ?? null,
  };
}

async function isThere(db: Db, seen: Seen): Promise<boolean> {
  if (seen.journal === '0') return true;
  const journal = await db
    .selectFrom('journals')
    .select('key')
    .where('id', '=', BigInt(seen.journal))
    .executeTakeFirst();
  return journal !== undefined && hashOf(journal.key) === seen.key;
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Null if nothing was noted, or a process that was killed has left something else. */
function readSeen(file: string): Seen | null {
  const text = readIfThere(file);
  if (text === null) return null;
  try {
    const { club, journal, key, accepted = null } = JSON.parse(text) as Partial<Seen>;
    return typeof club === 'string' && typeof key === 'string' && /^\d+$/.test(journal ?? '')
      ? { club, journal: journal ?? '', key, accepted }
      : null;
  } catch {
    return null;
  }
}

async function writeSeen(file: string, seen: Seen): Promise<void> {
  // Not by the number of the process, which is the same in each container: `wx` refuses what another has begun.
  const unfinished = `${file}.${randomUUID()}.unfinished`;
  try {
    const handle = await open(unfinished, 'wx', 0o600);
    try {
      await handle.writeFile(JSON.stringify(seen));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
