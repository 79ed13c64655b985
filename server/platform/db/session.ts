// What is set on each connection to PostgreSQL before its first use. It is set by a statement and not by the start of
// the connection, since poolers refuse or ignore most parameters there.
import type { ClientBase } from 'pg';
import { PROCESS_LOCK } from './presence.ts';
import { TIMELINE, type PrimaryFinder } from './primary.ts';

/** Settings of PostgreSQL by name, for one session. */
export type SessionSettings = Readonly<Record<string, string>>;

/** This connection leads to a server that takes no writes; it is closed, and the next one looks for another host. */
export class NotPrimary extends Error {
  override readonly name = 'NotPrimary';
  /** As PostgreSQL itself says of a write on a standby (read_only_sql_transaction). */
  readonly code = '25006';
}

/**
 * A connection whose other end is gone without a goodbye is noticed by PostgreSQL within half a minute, idle or not, so
 * that its locks are free again.
 */
const KEEPALIVE: SessionSettings = {
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '30000',
};

/** Within a second a statement notices that its caller is gone. PostgreSQL lacks it on some systems. */
export const CLIENT_CHECK: SessionSettings = { client_connection_check_interval: '1000' };

/**
 * Prepares a new connection: its settings, and the number of its process.
 *
 * @throws NotPrimary if the server is a standby, or was left behind by a fail-over
 */
export async function prepareSession(
  client: ClientBase,
  { process, settings, finder }: { process: number; settings: SessionSettings; finder: PrimaryFinder },
): Promise<void> {
  const values = Object.entries({ ...KEEPALIVE, ...settings });
  const set = values.map((_, index) => `set_config($${2 * index + 3}, $${2 * index + 4}, false)`);
  const { rows } = await client.query<{ timeline: number | null }>(
    `SELECT ${TIMELINE} AS timeline, pg_advisory_lock_shared($1::int, $2::int), ${set.join(', ')}`,
    [PROCESS_LOCK, process, ...values.flat()],
  );
  const timeline = rows[0]?.timeline ?? null;
  if (timeline !== null && finder.isNewest(timeline)) return;
  finder.doubt();
  throw new NotPrimary(
    timeline === null
      ? 'the server of PostgreSQL is a standby, which takes no writes'
      : 'the server of PostgreSQL was left behind by a fail-over; nothing is written to it',
  );
}
