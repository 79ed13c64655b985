// Finds the server that takes writes among the hosts of a database: after a fail-over it is another one.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '#server/platform/system/postgres-driver.ts';
import { reasonOf } from '#server/platform/system/one-line-error.ts';

/** Where one server of PostgreSQL listens. */
export interface DatabaseHost {
  readonly host: string;
  readonly port: number;
}

/** What a host says of itself: the timeline that it writes, or null if it is a standby and writes none. */
export type Probe = (url: string) => Promise<number | null>;

export interface PrimaryFinder {
  /** The host that takes writes, as far as known; looks for it if nobody knows. @throws NoPrimary */
  find(): Promise<DatabaseHost>;
  /** Connecting to the known host failed: the next `find` looks again. */
  doubt(): void;
  /**
   * A promotion begins a new timeline. @returns false if a server that takes writes is one that was left behind: what
   * it has is older than what this process has seen, so nothing may be written to it
   */
  isNewest(timeline: number): boolean;
}

/** No host of the database takes writes now. A fail-over may be under way, so it counts as unreachable. */
export class NoPrimary extends Error {
  override readonly name = 'NoPrimary';
  /** As PostgreSQL itself says that it cannot be used yet (cannot_connect_now). */
  readonly code = '57P03';
}

/** How long one host may take to answer. */
const PROBE_MS = 2_000;
/** Once a primary has answered, how long the others may take to say that they are newer. */
const OTHERS_MS = 300;
/** How often all are asked again while none takes writes. */
const AGAIN_MS = 250;
/** Shorter than a call waits for a connection. */
const LONGEST_MS = 8_000;

/**
 * @param urls the address of each host, in order; a single one is used as it is
 * @param options.longestMs how long to look before giving up
 */
export function createPrimaryFinder(
  urls: readonly string[],
  { probe = probeHost, longestMs = LONGEST_MS }: { probe?: Probe; longestMs?: number } = {},
): PrimaryFinder {
  const hosts = urls.map((url) => ({ url, ...hostOf(url) }));
  const [only] = hosts;
  let known: DatabaseHost | null = hosts.length === 1 && only !== undefined ? only : null;
  let newest = 0;
  let looking: Promise<DatabaseHost> | null = null;
  const look = async (): Promise<DatabaseHost> => {
    const end = performance.now() + longestMs;
    for (;;) {
      const answers = await primariesOf(hosts, probe);
      const best = answers.primaries.sort((a, b) => b.timeline - a.timeline)[0];
      if (best !== undefined && best.timeline >= newest) {
        newest = best.timeline;
        known = best.at;
        return best.at;
      }
      if (performance.now() + AGAIN_MS > end) {
        const behind = best === undefined ? [] : [`${nameOf(best.at)} was left behind by a fail-over`];
        throw new NoPrimary(`no host of the database takes writes: ${[...behind, ...answers.reasons].join('; ')}`);
      }
      await sleep(AGAIN_MS);
    }
  };
  return {
    find: async () => known ?? (looking ??= look().finally(() => (looking = null))),
    doubt: () => {
      if (hosts.length > 1) known = null;
    },
    isNewest: (timeline) => {
      newest = Math.max(newest, timeline);
      return timeline === newest;
    },
  };
}

interface Answers {
  primaries: { at: DatabaseHost; timeline: number }[];
  /** Why each other host is none. */
  reasons: string[];
}

/** Asks all hosts at once, and waits for the slow ones only as long as none has answered that it takes writes. */
async function primariesOf(hosts: readonly (DatabaseHost & { url: string })[], probe: Probe): Promise<Answers> {
  const answers: Answers = { primaries: [], reasons: [] };
  let found: (() => void) | undefined;
  const first = new Promise<void>((resolve) => (found = resolve));
  const all = Promise.all(
    hosts.map(async ({ url, host, port }) => {
      const at = { host, port };
      try {
        const timeline = await probe(url);
        if (timeline === null) answers.reasons.push(`${nameOf(at)} is a standby`);
        else answers.primaries.push({ at, timeline });
        if (timeline !== null) found?.();
      } catch (error) {
        answers.reasons.push(`${nameOf(at)}: ${reasonOf(error)}`);
      }
    }),
  );
  await Promise.race([all, first.then(() => Promise.race([all, sleep(OTHERS_MS)]))]);
  // A host that answers later is asked again next time.
  return { primaries: [...answers.primaries], reasons: [...answers.reasons] };
}

/** In SQL: the timeline that a server writes, null on a standby. */
export const TIMELINE = `CASE WHEN pg_is_in_recovery() THEN NULL
  ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END`;

async function probeHost(url: string): Promise<number | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS });
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: number | null }>(`SELECT ${TIMELINE} AS timeline`);
    return rows[0]?.timeline ?? null;
  } finally {
    // Nobody waits for a host that does not even answer a goodbye.
    void client.end().catch(() => undefined);
  }
}

function hostOf(url: string): DatabaseHost {
  // Parsed by the driver itself, with what PGHOST and PGPORT add.
  const { host, port } = new Client({ connectionString: url });
  return { host, port };
}

function nameOf({ host, port }: DatabaseHost): string {
  return `${host}:${port}`;
}
