import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely';
import { watchAnswer } from './query-watch.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

/** Notifies the listeners of a topic that something has changed, such as a session (`Bus`). */
export interface Notifier {
  notify(topic: string, id: string): void;
}

const notifiers = new WeakMap<Db | Trx, Notifier>();

/**
 * The query builder over a pool of either engine. Closing the pool is up to its opener.
 *
 * @param notifier what `notifyAfter` notifies others by; by default nobody is notified
 */
export function createKysely(pool: PostgresPool, notifier?: Notifier): Db {
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: watched(pool) }) });
  if (notifier !== undefined) notifiers.set(db, notifier);
  return db;
}

/** The same pool; a watcher of the current work learns how long it waits for a connection. */
function watched(pool: PostgresPool): PostgresPool {
  return {
    connect: () => {
      const connection = pool.connect();
      watchAnswer('connection', connection);
      return connection;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

/**
 * Tells others of a change once it is committed, and never if it is rolled back. They are told outside the
 * transaction, so nothing that goes wrong there can fail the change or hold up others' commits; in exchange a
 * notification is lost if the process dies in between, so listeners also look now and then by themselves.
 *
 * @param db the transaction that changes something (`inTransaction`), or the database after a statement of its own
 */
export function notifyAfter(db: Db | Trx, topic: string, id: string): void {
  notifiers.get(db)?.notify(topic, id);
}

/** How often a transaction is tried that the database aborted in favor of another one. */
const MAX_ATTEMPTS = 5;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';

/**
 * Runs `work` in one READ COMMITTED transaction and commits what it did; a throw rolls back.
 * Deadlocks and serialization failures are tried again, so `work` must have no effect outside the database.
 */
export async function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const changes: [topic: string, id: string][] = [];
    try {
      const result = await db.transaction().execute((trx) => {
        notifiers.set(trx, { notify: (...change) => void changes.push(change) });
        return work(trx);
      });
      for (const change of changes) notifyAfter(db, ...change);
      return result;
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isTransient(error)) throw error;
    }
  }
}

/** Runs `work` in a transaction that is always rolled back, and so waits for no standby. */
export async function rehearse<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  const trx = await db.startTransaction().execute();
  try {
    return await work(trx);
  } finally {
    await trx.rollback().execute();
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
