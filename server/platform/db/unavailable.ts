// Which failures mean that the database is unreachable or too busy, so that the same call may succeed a moment later.
import { sqlState } from './kysely.ts';

/** Classes of SQLSTATE: connections; resources such as disk and connections. */
const CLASSES = new Set(['08', '53']);

const STATES = new Set([
  '57P01', // admin_shutdown: PostgreSQL is stopped, or the session was ended
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now: it is starting or recovering
  '57P05', // idle_session_timeout
  '57014', // query_canceled: the statement took too long
  '55P03', // lock_not_available: somebody else holds the row for too long
  '25P03', // idle_in_transaction_session_timeout
  '25006', // read_only_sql_transaction: a stand-by that isn't the leader yet
  '40001', // serialization_failure, after all tries
  '40P01', // deadlock_detected, after all tries
]);

/** What Node says of a connection. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOSPC',
  'EDQUOT',
]);

/** The driver has no codes of its own. */
const SENTENCES = [
  /^timeout exceeded when trying to connect$/,
  /^Connection terminated/,
  /^Query read timeout$/,
  /^Client has encountered a connection error and is not queryable$/,
  /^Client was closed and is not queryable$/,
  /^Cannot use a pool after calling end on the pool$/,
];

/** Whether a failure is temporary, such as a database that is being restarted or a disk that is full. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = sqlState(error);
  if (
    code !== null &&
    (STATES.has(code) || NETWORK.has(code) || (/^[0-9A-Z]{5}$/.test(code) && CLASSES.has(code.slice(0, 2))))
  )
    return true;
  return SENTENCES.some((sentence) => sentence.test(error.message));
}
