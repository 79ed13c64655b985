// Session locks, LISTEN and settings of a session need one session of PostgreSQL for as long as a connection lives. A
// pooler in transaction mode gives each transaction another one, and hands the settings of one client to the next.
import type pg from 'pg';
import { reasonOf } from '#server/platform/system/one-line-error.ts';
import { DatabaseOpenError } from './open-error.ts';

/** How long a pooler may take to give a further session. */
const FURTHER_SESSION_MS = 5_000;
/**
 * While these hold a session each, a pooler in transaction mode has to give the first connection another one, or has
 * given its own away; whether it hands out the session that was used last or the one that was used longest ago.
 */
const OTHERS = 2;

const REFUSED =
  'DATABASE_URL leads through a pooler that gives each transaction another session of PostgreSQL, which loses locks, settings and notifications; set pool_mode = session for this database, or connect without the pooler.';

/**
 * Makes sure that a connection keeps its session. Asks the pooler only if there is one: it answers with a process
 * number of its own at the start of a connection.
 *
 * @param connect opens a connection on which nothing was set: a pooler could hand it to others
 * @throws DatabaseOpenError if transactions of one connection run in several sessions, or two connections share one
 */
export async function requireOwnSession(first: pg.Client, connect: () => pg.Client): Promise<void> {
  const { processID } = first as unknown as { processID: number | null };
  const own = await backendOf(first);
  if (own === processID) return;
  const others: pg.Client[] = [];
  try {
    while (others.length < OTHERS) {
      const other = connect();
      others.push(other);
      await other.connect();
      await other.query({ text: 'BEGIN', query_timeout: FURTHER_SESSION_MS } as pg.QueryConfig);
      if ((await backendOf(other)) === own || (await backendOf(first)) !== own) throw new DatabaseOpenError(REFUSED);
    }
  } catch (error) {
    if (error instanceof DatabaseOpenError) throw error;
    if (NO_TRANSACTIONS.test(reasonOf(error))) throw new DatabaseOpenError(REFUSED);
    throw new DatabaseOpenError(
      `The pooler of DATABASE_URL gives no further session (${reasonOf(error)}); it has to allow as many as docs/operating.md says.`,
    );
  } finally {
    await Promise.all(others.map((other) => other.end().catch(() => undefined)));
  }
}

/** What PgBouncer says in its third mode, where a connection may not even begin a transaction. */
const NO_TRANSACTIONS = /statement pooling mode/;

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}
