// How many resources of PostgreSQL a server uses, and how long it waits for it. The embedded engine is one session and
// needs none of it.
import { DAY_SECONDS } from '../system/clock.ts';
import { readWhole, type Environment, type Range } from './config-values.ts';

export interface DatabaseSettings {
  /** Connections for members' calls; jobs and operators have a few of their own beside them. */
  readonly pool: number;
  /** Seconds that a call waits for a row that another one has locked. */
  readonly lockSeconds: number;
  /** Seconds that a statement of a call may run. */
  readonly statementSeconds: number;
  /** Seconds that a transaction may be idle before PostgreSQL ends it, for example after its server was cut off. */
  readonly idleSeconds: number;
  /** Seconds without an answer after which a connection counts as lost: more than any statement may run. */
  readonly answerSeconds: number;
  /** Seconds that a statement of a job or of an operator's command may run, such as the calculation of a month. */
  readonly jobSeconds: number;
}

const POOL: Range = { usual: 10, from: 2, to: 200 };
const LOCK: Range = { usual: 3, from: 1, to: 60 };
const STATEMENT: Range = { usual: 10, from: 1, to: 120 };
const IDLE: Range = { usual: 15, from: 5, to: 300 };
const JOB: Range = { usual: 600, from: 10, to: DAY_SECONDS };
/** How much longer than a statement the client waits: PostgreSQL's own limit comes first if the network works. */
const GRACE_SECONDS = 5;

/** @throws ConfigError for the first invalid value */
export function readDatabaseSettings(env: Environment): DatabaseSettings {
  const statementSeconds = readWhole(env, 'DATABASE_STATEMENT_SECONDS', STATEMENT);
  return {
    pool: readWhole(env, 'DATABASE_POOL', POOL),
    lockSeconds: readWhole(env, 'DATABASE_LOCK_SECONDS', LOCK),
    statementSeconds,
    idleSeconds: readWhole(env, 'DATABASE_IDLE_SECONDS', IDLE),
    answerSeconds: readWhole(env, 'DATABASE_ANSWER_SECONDS', {
      usual: statementSeconds + GRACE_SECONDS,
      from: statementSeconds + 1,
      to: 300,
    }),
    jobSeconds: readWhole(env, 'DATABASE_JOB_SECONDS', JOB),
  };
}
