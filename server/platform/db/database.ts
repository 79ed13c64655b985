// What the rest of the server knows of the open database, whichever engine it is.
import type pg from 'pg';
import type { Db } from './kysely.ts';

/** A database that is ready for queries, on either engine. */
export interface Database {
  readonly engine: 'embedded' | 'postgres';
  /** For members' calls. */
  readonly pool: pg.Pool;
  /** For jobs, migrations and operators, whose work may take longer; the same pool if the engine has one session. */
  readonly workPool: pg.Pool;
  /**
   * For monitoring: one connection that no call or job can use up, so that it reports a full pool; the
   * same pool if the engine has one session.
   */
  readonly watchPool: pg.Pool;
  /**
   * What several processes on one PostgreSQL need of each other; null on the embedded engine, which has one process.
   */
  readonly shared: SharedDatabase | null;
  /**
   * Whether the embedded engine opened files that no clean stop had sealed, such as after a kill, and that were not
   * read since (`findDamage`).
   */
  isUnsealed(): boolean;
  /**
   * Reads every page of the embedded database, or every table of PostgreSQL, and says what is damaged, one line each;
   * empty if nothing is. Takes as long as the disk needs for that, and lets calls in between.
   *
   * @param db whose connections it uses: in a job, that of the run
   */
  findDamage(db: Db, isStopping?: () => boolean): Promise<string[]>;
  close(): Promise<void>;
}

export interface SharedDatabase {
  /** The number by which other processes know this one (`isGone`). */
  readonly process: number;
  /**
   * Opens a separate connection, which belongs to no pool. The caller ends it. It has a listener for errors:
   * when it is lost, its `end` event says so.
   */
  connect(): Promise<pg.Client>;
}
