// Whether commits wait for a standby. With synchronous replication a commit is acknowledged once the standby has it; if
// the standby is lost, commits wait until it is back or an operator of PostgreSQL does without it. They must not be
// canceled: what was committed here alone would be lost by a fail-over.
import { sql } from 'kysely';
import type { Client } from 'pg';
import type { Db } from './kysely.ts';

export interface CommitWatch {
  /** Since when commits wait, as last looked at; null if they don't. Begin nothing meanwhile that writes. */
  waitSince(): Date | null;
  /** Looks again over a connection of its own, and reports once when that changes. */
  look(client: Client): Promise<void>;
}

/** A standby that is only slow answers sooner. */
const WAITING_SECONDS = 5;

/** Sessions of this role whose commit has waited for longer: a role without further rights sees its own. */
const WAITING = `SELECT count(*)::int AS commits FROM pg_stat_activity
  WHERE datname = current_database() AND usename = current_user AND wait_event = 'SyncRep'
    AND clock_timestamp() - state_change > make_interval(secs => ${WAITING_SECONDS})`;

/** How many commits wait for a standby now. */
export async function waitingCommits(db: Db): Promise<number> {
  const { rows } = await sql.raw<{ commits: number }>(WAITING).execute(db);
  return rows[0]?.commits ?? 0;
}

export function createCommitWatch(log: (line: string) => void): CommitWatch {
  let since: Date | null = null;
  return {
    waitSince: () => since,
    look: async (client) => {
      const { rows } = await client.query<{ commits: number }>(WAITING);
      const commits = rows[0]?.commits ?? 0;
      if (commits > 0 && since === null)
        log(
          `PostgreSQL waits for its synchronous standby (${commits} commits for more than ${WAITING_SECONDS} s): acts of members are refused and jobs wait until it is back, or until synchronous_standby_names does without it`,
        );
      if (commits === 0 && since !== null) log('PostgreSQL no longer waits for a standby; acts and jobs go on');
      since = commits === 0 ? null : (since ?? new Date());
    },
  };
}

/** For a database that waits for none. */
export const NO_STANDBY: CommitWatch = { waitSince: () => null, look: () => Promise.resolve() };
