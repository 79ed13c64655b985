import { sql } from 'kysely';
import type { Services } from '#server/domain/services/services.ts';
import { keyedHash } from '#server/platform/crypto/keys.ts';
import { WINDOW_MS, type SharedCounts } from './call-counts.ts';
import { MS_PER_SECOND } from '#server/platform/system/clock.ts';

/** Half of the hash is enough to tell callers apart, and no way back to an address. */
const NAME_BYTES = 16;

/**
 * Counts in an unlogged table: one statement for each count, which waits for no disk and no standby. Time is that of
 * the database. The job `sweep-call-counts` removes what is over.
 */
export function createSharedCounts({ db, keys }: Pick<Services, 'db' | 'keys'>): SharedCounts {
  return {
    add: async (name, calls) => {
      const hash = keyedHash(keys.throttle, 'calls', name).subarray(0, NAME_BYTES);
      const { rows } = await sql<{ calls: number; left_ms: number }>`
        INSERT INTO call_counts AS c (name, calls, over_at)
        VALUES (${hash}, ${calls}, statement_timestamp() + make_interval(secs => ${WINDOW_MS / MS_PER_SECOND}))
        ON CONFLICT (name) DO UPDATE SET
          calls = CASE WHEN c.over_at > statement_timestamp() THEN c.calls ELSE 0 END + excluded.calls,
          over_at = CASE WHEN c.over_at > statement_timestamp() THEN c.over_at ELSE excluded.over_at END
        RETURNING calls, (extract(epoch FROM over_at - statement_timestamp()) * ${MS_PER_SECOND})::float8 AS left_ms`.execute(
        db,
      );
      const [counted] = rows;
      return { calls: counted?.calls ?? calls, leftMs: counted?.left_ms ?? WINDOW_MS };
    },
  };
}
