// Whether a server can take calls: started, not about to stop, and its database reachable and of this version.
import type { Pool } from 'pg';
import { lacksMigrations } from '#server/platform/db/migrate.ts';
import { createLooks } from '#server/platform/system/looks.ts';
import { reasonOf } from '#server/platform/system/one-line-error.ts';

/** `unknown`: there was nothing to look at, since another check had failed. */
export type CheckResult = 'pass' | 'fail' | 'unknown';

export interface ReadinessVerdict {
  readonly ready: boolean;
  readonly checks: {
    /** The database is open, migrated and checked. */
    readonly start: CheckResult;
    /** Nobody has asked the server to stop. */
    readonly stop: CheckResult;
    /** The database answers. */
    readonly database: CheckResult;
    /** It has all migrations of this version, and perhaps those of a newer one. */
    readonly migrations: CheckResult;
  };
}

export interface Readiness {
  /** The server has started: from now on its database is looked at. */
  started(database: WatchedDatabase): void;
  /** The server is about to stop: it is not ready any more, and never again. */
  drain(): void;
  isDraining(): boolean;
  /** Looks now; all who ask within a second share one look at the database. */
  look(): Promise<ReadinessVerdict>;
}

export interface WatchedDatabase {
  readonly pool: Pool;
  /** The names of this version's migrations. */
  readonly migrations: readonly string[];
  /**
   * How long the database may leave looks without an answer, in milliseconds. The embedded engine does one thing at a
   * time, and a long one delays the others. That is not a reason to send callers to nobody.
   */
  readonly patienceMs: number;
  /** Gets one line when the server ceases to be ready, and one when it is ready again. */
  readonly log: (line: string) => void;
}

/** Load balancers wait a few seconds for an answer. */
const LONGEST_MS = 2_000;
/** Strangers may ask, too: the database is asked this often at most. */
const KEPT_MS = 1_000;

/** What is wrong with the database. */
interface Trouble {
  readonly check: 'database' | 'migrations';
  readonly reason: string;
}

export function createReadiness(): Readiness {
  let draining = false;
  let lookAtDatabase: (() => Promise<Trouble | null>) | null = null;
  let log: WatchedDatabase['log'] = () => undefined;
  let wasReady = true;
  const note = (trouble: Trouble | null) => {
    if (wasReady !== (trouble === null)) log(trouble === null ? 'ready again' : `not ready: ${trouble.reason}`);
    wasReady = trouble === null;
  };
  return {
    started: (database) => {
      log = database.log;
      lookAtDatabase = createDatabaseLook(database);
    },
    drain: () => {
      draining = true;
    },
    isDraining: () => draining,
    look: async () => {
      if (draining || lookAtDatabase === null) {
        const [start, stop] = [lookAtDatabase === null ? 'fail' : 'pass', draining ? 'fail' : 'pass'] as const;
        return { ready: false, checks: { start, stop, database: 'unknown', migrations: 'unknown' } };
      }
      const trouble = await lookAtDatabase();
      note(trouble);
      const database = trouble?.check === 'database' ? 'fail' : 'pass';
      const migrations = trouble === null ? 'pass' : trouble.check === 'migrations' ? 'fail' : 'unknown';
      return { ready: trouble === null, checks: { start: 'pass', stop: 'pass', database, migrations } };
    },
  };
}

function createDatabaseLook({ pool, migrations, patienceMs }: WatchedDatabase): () => Promise<Trouble | null> {
  const looks = createLooks(() => lacksMigrations(pool, migrations), { longestMs: LONGEST_MS, keptMs: KEPT_MS });
  let answeredAt = performance.now();
  return async () => {
    const look = await looks();
    if (look.kind === 'late')
      return performance.now() - answeredAt < patienceMs
        ? null
        : { check: 'database', reason: 'the database does not answer' };
    if (look.kind === 'failed')
      return { check: 'database', reason: `the database cannot be reached: ${reasonOf(look.error)}` };
    answeredAt = performance.now();
    return look.value ? { check: 'migrations', reason: 'the database lacks migrations of this version' } : null;
  };
}
