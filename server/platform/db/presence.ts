// Which processes are there. Each connection of a process holds a shared advisory lock on the process's number for as
// long as it lives, so PostgreSQL itself knows whether anything of a process is left: when it is killed, the operating
// system closes its sockets, PostgreSQL ends its sessions, and the locks are gone with them. No clock is compared, and
// a process that is only slow keeps its sessions and so its number.
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './kysely.ts';

/** Any number: the first half of the advisory locks on processes. */
export const PROCESS_LOCK = 7_265_010;

const LARGEST_NUMBER = 2 ** 31 - 1;

/** A number that no other process has, but by a chance of one in two thousand million. */
export function newProcessNumber(): number {
  return randomInt(1, LARGEST_NUMBER);
}

/**
 * Whether nothing is left of a process in the database: all its connections have ended, and with them whatever it had
 * not committed.
 */
export async function isGone(db: Db, process: number): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    SELECT EXISTS (
      SELECT 1 FROM pg_locks
      WHERE locktype = 'advisory' AND classid = ${PROCESS_LOCK} AND objid = ${process} AND objsubid = 2
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS there`.execute(db);
  return rows[0]?.there !== true;
}
