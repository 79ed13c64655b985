// Tables that several processes on one database need of each other.
import type { ColumnType } from 'kysely';

type Bytes = ColumnType<Buffer, Uint8Array, Uint8Array>;

export interface CallCountsTable {
  /** A keyed hash of the caller and the group. */
  name: Bytes;
  calls: number;
  over_at: Date;
}

export interface JobRunsTable {
  name: string;
  began_at: Date;
  /** Null while it runs, and after a run whose process has died. */
  ended_at: Date | null;
}

export interface ChainWatchesTable {
  network: 'bitcoin' | 'ethereum';
  state: 'starting' | 'current' | 'behind' | 'unreachable' | 'otherChain';
  since: Date;
}
