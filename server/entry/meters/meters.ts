// What a server counts while it works (docs/metrics.md). Every label has a closed list of values: names of operations,
// problems, jobs and networks. No label identifies a member.
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { CHECK_ALL_PAGES } from '#server/platform/db/damage.ts';
import type { Job, JobRun } from '#server/platform/jobs/runner.ts';
import { MS_PER_SECOND } from '#server/platform/system/clock.ts';

/** From the quickest reads to what a proxy would give up. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Whatever is not an operation of the contract: pages, files, unknown paths. */
const OTHER = 'other';

/** Why a connection was refused: the process has as many as it may, or the caller's address has. */
export type ConnectionLimit = 'process' | 'address';
/**
 * Why the server closed a connection: its caller was too slow, sent too many requests at once, or left it idle while
 * others needed the place.
 */
export type ConnectionEnd = 'slow' | 'pipelined' | 'idle';

/** The counters of one process. */
export class Meters {
  /** Everything that `/metrics` shows; other parts add their own. */
  readonly registry = new Registry();

  private readonly requests = new Counter({
    name: 'perch_requests_total',
    help: 'Answered requests by operation and outcome: ok, or the code of the problem.',
    labelNames: ['operation', 'outcome'] as const,
    registers: [this.registry],
  });
  private readonly durations = new Histogram({
    name: 'perch_request_duration_seconds',
    help: 'Time until an answer was ready to be sent.',
    labelNames: ['operation'] as const,
    buckets: DURATION_BUCKETS,
    registers: [this.registry],
  });
  private readonly unreadables = new Counter({
    name: 'perch_unreadable_requests_total',
    help: 'Requests that could not be parsed, or were not sent in time.',
    registers: [this.registry],
  });
  private readonly throttles = new Counter({
    name: 'perch_throttle_refusals_total',
    help: 'Requests refused by a limit: of an address, of a member, or the code of the problem.',
    labelNames: ['limit'] as const,
    registers: [this.registry],
  });
  private readonly refusedConnections = new Counter({
    name: 'perch_connections_refused_total',
    help: 'Connections refused because the process or an address has as many as it may.',
    labelNames: ['limit'] as const,
    registers: [this.registry],
  });
  private readonly closedConnections = new Counter({
    name: 'perch_connections_closed_total',
    help: 'Connections that the server closed because of what their callers did.',
    labelNames: ['reason'] as const,
    registers: [this.registry],
  });
  private readonly jobRuns = new Counter({
    name: 'perch_job_runs_total',
    help: 'Runs of each job in this process by result: done, failed, waited, or left to another process.',
    labelNames: ['job', 'result'] as const,
    registers: [this.registry],
  });
  private readonly damage = new Gauge({
    name: 'perch_database_damaged',
    help: '1 once this process has found damaged pages of the database, until it has read all of them as sound; else 0.',
    registers: [this.registry],
  });
  private readonly jobSuccesses = new Gauge({
    name: 'perch_job_last_success_timestamp_seconds',
    help: 'When this process last did each job; 0 if it has not yet. Most jobs run in one process of all.',
    labelNames: ['job'] as const,
    registers: [this.registry],
  });
  private readonly jobDurations = new Gauge({
    name: 'perch_job_last_duration_seconds',
    help: 'How long the last run of each job in this process took.',
    labelNames: ['job'] as const,
    registers: [this.registry],
  });

  constructor() {
    // Rates of increase need a value before the first event.
    for (const limit of ['process', 'address'] satisfies ConnectionLimit[]) this.refusedConnections.inc({ limit }, 0);
    for (const reason of ['slow', 'pipelined', 'idle'] satisfies ConnectionEnd[])
      this.closedConnections.inc({ reason }, 0);
    for (const limit of ['address', 'member']) this.throttles.inc({ limit }, 0);
  }

  /** @param answered.operation an operation of the contract; null for anything else */
  answered({ operation, outcome, seconds }: { operation: string | null; outcome: string; seconds: number }): void {
    this.requests.inc({ operation: operation ?? OTHER, outcome });
    this.durations.observe({ operation: operation ?? OTHER }, seconds);
  }

  unreadable(): void {
    this.unreadables.inc();
  }

  /** @param limit `address`, `member`, or the code of the problem */
  throttled(limit: string): void {
    this.throttles.inc({ limit });
  }

  refusedConnection(limit: ConnectionLimit): void {
    this.refusedConnections.inc({ limit });
  }

  closedConnection(reason: ConnectionEnd): void {
    this.closedConnections.inc({ reason });
  }

  /** Shows jobs before their first run ends. */
  expect(jobs: readonly Job[]): void {
    for (const { name: job } of jobs) {
      for (const result of ['done', 'failed', 'waited', 'left'] satisfies JobRun['result'][])
        this.jobRuns.inc({ job, result }, 0);
      this.jobSuccesses.set({ job }, 0);
    }
  }

  foundDamage(): void {
    this.damage.set(1);
  }

  ranJob(job: string, { result, ms }: JobRun): void {
    this.jobRuns.inc({ job, result });
    if (result === 'done' || result === 'failed') this.jobDurations.set({ job }, ms / MS_PER_SECOND);
    if (result === 'done' && job === CHECK_ALL_PAGES) this.damage.set(0);
    if (result === 'done') this.jobSuccesses.set({ job }, Date.now() / MS_PER_SECOND);
  }
}
