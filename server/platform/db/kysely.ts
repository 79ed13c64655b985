import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

/** The query builder over a pool of either engine. Whoever opened the pool closes it. */
export function createKysely(pool: Pool): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** How often a transaction is tried that the database aborted in favour of another one. */
const MAX_ATTEMPTS = 5;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';

/**
 * Runs `work` in one READ COMMITTED transaction and commits what it did; a throw rolls back.
 * Deadlocks and serialization failures are tried again, so `work` must have no effect outside the database.
 */
export async function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isTransient(error)) throw error;
    }
  }
}

function isTransient(error: unknown): boolean {
  const code = sqlState(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
}

/** The SQLSTATE of a database error, or null if the error is of another kind. */
export function sqlState(error: unknown): string | null {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return null;
}
