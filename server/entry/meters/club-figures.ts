// Figures of the club that only the database knows, read when somebody asks for the metrics.
import { Gauge, type Registry } from 'prom-client';
import type { Pool } from 'pg';
import type { Chain, WatchState } from '#server/domain/chain/chain.ts';
import { DAY_SECONDS, secondsAfter, type Clock } from '#server/platform/system/clock.ts';
import { createLooks } from '#server/platform/system/looks.ts';

/** How long the metrics wait for the database; then they come without these figures. */
const LONGEST_MS = 2_000;
/** Several scrapers share one reading. */
const KEPT_MS = 5_000;
/** Mails that were given up longer ago are nobody's alarm any more. */
const GIVEN_UP_DAYS = 7;

/** One statement, so that it is one moment and costs one turn of the embedded engine. Indexes answer all of it. */
const FIGURES = `
  SELECT
    (SELECT count(*) FROM mails WHERE sent_at IS NULL AND given_up_at IS NULL AND eml IS NULL)::float8 AS mails_waiting,
    (SELECT count(*) FROM mails WHERE given_up_at IS NOT NULL AND created_at > $2)::float8 AS mails_given_up,
    (SELECT count(*) FROM withdrawals JOIN receipts ON receipts.id = withdrawals.id
      WHERE withdrawals.settled_at IS NULL AND withdrawals.completed_at IS NULL AND withdrawals.completes_at <= $1
        AND receipts.status IN ('inProcess', 'approved'))::float8 AS withdrawals_overdue,
    (SELECT coalesce(max(id), 0) FROM journals)::float8 AS journals,
    (SELECT extract(epoch FROM checked_at)::float8 FROM books_check) AS books_checked,
    (SELECT (books_stopped_at IS NOT NULL)::int::float8 FROM club_state) AS books_stopped,
    (SELECT maintenance::int::float8 FROM club_state) AS maintenance,
    (SELECT extract(epoch FROM last_seen_at)::float8 FROM clock_state) AS clock_seen,
    (SELECT extract(epoch FROM (month + make_interval(months => 1)) AT TIME ZONE 'UTC')::float8 FROM (
      SELECT coalesce(
        (SELECT min(month) FROM bonus_periods WHERE state <> 'released'),
        (SELECT (max(month) + make_interval(months => 1))::date FROM bonus_periods),
        (SELECT min(month) FROM volumes)) AS month) AS unpaid) AS month_due,
    pg_database_size(current_database())::float8 AS size,
    coalesce((SELECT json_object_agg(network, extract(epoch FROM moved_at)::float8) FROM chain_cursors), '{}')
      AS chain_moved,
    coalesce((SELECT json_object_agg(network, state) FROM chain_watches), '{}') AS chain_states`;

interface Figures {
  readonly mails_waiting: number;
  readonly mails_given_up: number;
  readonly withdrawals_overdue: number;
  readonly journals: number;
  readonly books_checked: number | null;
  readonly books_stopped: number;
  readonly maintenance: number;
  readonly clock_seen: number | null;
  readonly month_due: number | null;
  readonly size: number;
  readonly chain_moved: Readonly<Record<string, number>>;
  readonly chain_states: Readonly<Record<string, WatchState>>;
}

/** The figures that are one number each. */
type PlainFigure = Exclude<keyof Figures, 'chain_moved' | 'chain_states'>;

const GAUGES: readonly [name: string, help: string, key: PlainFigure][] = [
  ['perch_mails_waiting', 'Mails that wait to be sent.', 'mails_waiting'],
  ['perch_mails_given_up', 'Mails of the last seven days that could not be sent.', 'mails_given_up'],
  ['perch_withdrawals_overdue', 'Withdrawals that should have been paid by now.', 'withdrawals_overdue'],
  [
    'perch_journals',
    'Number of the newest journal. Its increase is how many movements there were, or a few more: those that were rolled back have numbers, too.',
    'journals',
  ],
  ['perch_books_checked_timestamp_seconds', 'When the books were last checked.', 'books_checked'],
  ['perch_books_stopped', '1 if money is stopped because the books disagree, else 0.', 'books_stopped'],
  ['perch_maintenance', '1 if the club is closed for maintenance, else 0.', 'maintenance'],
  [
    'perch_clock_seen_timestamp_seconds',
    'The last moment that the clock was trusted; it stands still while the clock is in doubt.',
    'clock_seen',
  ],
  [
    'perch_month_due_timestamp_seconds',
    'When the oldest month whose bonuses are not paid was over, or will be; left out before the first sale.',
    'month_due',
  ],
  ['perch_database_size_bytes', 'Size of the database, without its log.', 'size'],
];

/**
 * Adds the figures of the club. All processes of a club show the same. While the database does not answer in time they
 * are missing, and `perch_database_up` is 0.
 */
export function watchClub(
  registry: Registry,
  { pool, clock, chain }: { pool: Pool; clock: Clock; chain: Pick<Chain, 'networks'> },
): void {
  const look = createLooks(() => readFigures(pool, clock.now()), { longestMs: LONGEST_MS, keptMs: KEPT_MS });
  const read = async () => {
    const seen = await look();
    return seen.kind === 'seen' ? seen.value : null;
  };
  new Gauge({
    name: 'perch_database_up',
    help: `Whether the database answered within ${LONGEST_MS / 1000} seconds: 1 or 0.`,
    registers: [registry],
    async collect() {
      this.set(Number((await read()) !== null));
    },
  });
  for (const [name, help, key] of GAUGES)
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = (await read())?.[key] ?? null;
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  addChain(registry, chain, read);
}

const CHAIN_STATES: Readonly<Record<WatchState, null>> = {
  starting: null,
  current: null,
  behind: null,
  unreachable: null,
  otherChain: null,
};

/** Networks that are closed now are left out, whatever was found when they were open. */
function addChain(
  registry: Registry,
  { networks }: Pick<Chain, 'networks'>,
  read: () => Promise<Figures | null>,
): void {
  new Gauge({
    name: 'perch_chain_state',
    help: 'Which state the watcher of each network is in: 1 for that one, 0 for the others.',
    labelNames: ['network', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      const figures = await read();
      if (figures === null) return;
      for (const { network } of networks) {
        const present = figures.chain_states[network] ?? 'starting';
        for (const state of Object.keys(CHAIN_STATES)) this.set({ network, state }, Number(state === present));
      }
    },
  });
  new Gauge({
    name: 'perch_chain_last_block_timestamp_seconds',
    help: 'When the last block of each network was read.',
    labelNames: ['network'],
    registers: [registry],
    async collect() {
      this.reset();
      const figures = await read();
      for (const { network } of networks) {
        const at = figures?.chain_moved[network];
        if (at !== undefined) this.set({ network }, at);
      }
    },
  });
}

async function readFigures(pool: Pool, now: Date): Promise<Figures | null> {
  const { rows } = await pool.query<Figures>(FIGURES, [now, secondsAfter(now, -GIVEN_UP_DAYS * DAY_SECONDS)]);
  return rows[0] ?? null;
}
