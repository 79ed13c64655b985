// PostgreSQL as the database: pools for calls, for work and for monitoring, and connections of their
// own for what outlives a call.
import type pg from 'pg';
import { Pool } from '#server/platform/system/postgres-driver.ts';
import { databaseUrlsOf } from '#server/platform/config/database-urls.ts';
import type { DatabaseSettings } from '#server/platform/config/database-settings.ts';
import { once } from '#server/platform/system/once.ts';
import { reasonOf } from '#server/platform/system/one-line-error.ts';
import type { Database } from './database.ts';
import { sqlState } from './kysely.ts';
import { DatabaseOpenError } from './open-error.ts';
import { requireOwnSession } from './pooler.ts';
import { clientOf } from './postgres-client.ts';
import { findDamagedTables } from './postgres-tables.ts';
import { newProcessNumber } from './presence.ts';
import { createPrimaryFinder, NoPrimary } from './primary.ts';
import { unwatched } from './query-watch.ts';
import { CLIENT_CHECK, prepareSession, type SessionSettings } from './session.ts';
import { valueTypes } from './value-types.ts';
import { MS_PER_SECOND } from '#server/platform/system/clock.ts';

/** The SQL requires this version; the embedded engine is newer. */
const OLDEST_POSTGRES = 15;
const CONNECTION_TIMEOUT_MS = 10_000;
/** A connection that nobody has used for this long is asked whether it is still there. */
const KEEPALIVE_MS = 10_000;

/**
 * Opens the database at an address with one host or several (`databaseUrlsOf`).
 *
 * @throws DatabaseOpenError if it can't be reached, is too old, or a pooler takes sessions away
 */
export async function openPostgres(
  databaseUrl: string,
  { settings, log }: { settings: DatabaseSettings | null; log: (line: string) => void },
): Promise<Database> {
  const urls = databaseUrlsOf(databaseUrl);
  const finder = createPrimaryFinder(urls);
  const Client = clientOf(finder);
  const process = newProcessNumber();
  const common = {
    connectionString: urls[0],
    types: valueTypes,
    application_name: 'perch',
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
  };
  const ofServer = await look(() => new Client(common));
  const prepare = (client: pg.ClientBase, limits: SessionSettings) =>
    prepareSession(client, { process, finder, settings: { ...ofServer, ...limits } });
  const sayLost = (error: Error) => log(`a database connection was lost: ${error.message}`);
  const open = ({ max, answerMs, limits }: Limits) => {
    const pool = new Pool({
      ...common,
      Client,
      max,
      ...(answerMs === null ? {} : { query_timeout: answerMs }),
      onConnect: (client) => unwatched(() => prepare(client, limits)),
    });
    pool.on('connect', (client) => void client.on('error', sayLost));
    return pool;
  };
  const pool = open(settings === null ? NO_LIMITS : limitsOfCalls(settings));
  const workPool = settings === null ? pool : open(limitsOfWork(settings));
  const watchPool = settings === null ? pool : open(limitsOfWatch(settings));
  const connect = async () => {
    const client = new Client({ ...common, query_timeout: CONNECTION_TIMEOUT_MS });
    client.on('error', sayLost);
    await client.connect();
    try {
      await prepare(client, {});
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  };
  const close = async () =>
    void (await Promise.all([...new Set([pool, workPool, watchPool])].map((each) => each.end())));
  return {
    engine: 'postgres',
    pool,
    workPool,
    watchPool,
    shared: { process, connect },
    isUnsealed: () => false,
    findDamage: findDamagedTables,
    close: once(close),
  };
}

interface Limits {
  /** Connections of the pool. */
  max: number;
  /** Without an answer for this long, a connection counts as lost; null: never. */
  answerMs: number | null;
  limits: SessionSettings;
}

/** The driver's own number of connections, and no time limits. */
const NO_LIMITS: Limits = { max: 10, answerMs: null, limits: {} };

/** A call that waits longer is refused as unavailable, before its caller gives up. */
function limitsOfCalls({ pool, lockSeconds, statementSeconds, idleSeconds, answerSeconds }: DatabaseSettings): Limits {
  return {
    max: pool,
    answerMs: answerSeconds * MS_PER_SECOND,
    limits: {
      lock_timeout: milliseconds(lockSeconds),
      statement_timeout: milliseconds(statementSeconds),
      idle_in_transaction_session_timeout: milliseconds(idleSeconds),
    },
  };
}

/**
 * Jobs and commands take turns. A job that runs in one process keeps its connection for as long as the run takes, also
 * while it waits for a node or a feed, and such runs must not delay the short ones.
 */
const WORK_CONNECTIONS = 8;
/** They compute between two statements of a transaction. */
const WORK_IDLE_FACTOR = 4;
/** A job waits for a row ten times as long as a call does: longer than any call can hold it. */
const WORK_LOCK_FACTOR = 10;

function limitsOfWork({
  lockSeconds,
  idleSeconds,
  statementSeconds,
  answerSeconds,
  jobSeconds,
}: DatabaseSettings): Limits {
  return {
    max: WORK_CONNECTIONS,
    answerMs: (jobSeconds + answerSeconds - statementSeconds) * MS_PER_SECOND,
    limits: {
      lock_timeout: milliseconds(WORK_LOCK_FACTOR * lockSeconds),
      statement_timeout: milliseconds(jobSeconds),
      idle_in_transaction_session_timeout: milliseconds(WORK_IDLE_FACTOR * idleSeconds),
    },
  };
}

const WATCH_SECONDS = 2;

/** One connection, for the probes and the metrics, which wait no longer than those who ask for them. */
function limitsOfWatch({ answerSeconds }: DatabaseSettings): Limits {
  return {
    max: 1,
    answerMs: Math.min(answerSeconds, 2 * WATCH_SECONDS) * MS_PER_SECOND,
    limits: { lock_timeout: milliseconds(WATCH_SECONDS), statement_timeout: milliseconds(WATCH_SECONDS) },
  };
}

function milliseconds(seconds: number): string {
  return String(seconds * MS_PER_SECOND);
}

/** Looks at the server before anything is set on its sessions. @returns what it can set on each of them */
async function look(connect: () => pg.Client): Promise<SessionSettings> {
  const client = connect();
  try {
    const version = await versionOf(client);
    if (version < OLDEST_POSTGRES) {
      throw new DatabaseOpenError(
        `PostgreSQL ${OLDEST_POSTGRES} or newer is needed, and DATABASE_URL leads to version ${version}.`,
      );
    }
    await requireOwnSession(client, connect);
    return await settable(client, CLIENT_CHECK);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function versionOf(client: pg.Client): Promise<number> {
  try {
    await client.connect();
    const reply = await client.query<{ server_version_num: string }>('SHOW server_version_num');
    return Math.floor(Number(reply.rows[0]?.server_version_num) / 10_000);
  } catch (error) {
    if (error instanceof NoPrimary) throw new DatabaseOpenError(`DATABASE_URL can't be used: ${error.message}.`);
    // The message of `pg` names host and port, never the password; the URL itself is not repeated for that reason.
    throw new DatabaseOpenError(`The database of DATABASE_URL can't be reached: ${reasonOf(error)}.`);
  }
}

const INVALID_VALUE = '22023';

/** The settings, if the server's system has what they need; otherwise none. */
async function settable(client: pg.Client, settings: SessionSettings): Promise<SessionSettings> {
  try {
    for (const entry of Object.entries(settings)) await client.query('SELECT set_config($1, $2, false)', entry);
    return settings;
  } catch (error) {
    if (sqlState(error) === INVALID_VALUE) return {};
    throw error;
  }
}
