// Runs jobs periodically. The data says what is due, so a missed job catches up at its next run.
import type { Db } from '#server/platform/db/kysely.ts';
import { isUnavailable } from '#server/platform/db/unavailable.ts';
import { MS_PER_SECOND } from '#server/platform/system/clock.ts';

export interface Job {
  name: string;
  everySeconds: number;
  /**
   * Most jobs run `in one process` of all that share a database. `in every process` runs what looks at the process
   * itself, or what shares its work row by row, so that more processes do more.
   */
  runs: 'in one process' | 'in every process';
  /**
   * One run. It must be harmless to run at any time. Everything it does in the database goes over `db`.
   *
   * @param isStopping whether the server stops, which waits for the run: one that has many parts ends after the present
   * part
   * @returns `not here` if this process can't do it now, such as one whose clock is wrong or whose node is away:
   * another process need not wait until it is due again; `more` if work is left that can be done now, so that the next
   * run follows at once, which only a job of every process may ask for
   */
  run(db: Db, isStopping?: () => boolean): Promise<void | 'not here' | 'more'>;
  /** What a process does at its turn while another one has the job. */
  follow?(db: Db): Promise<void>;
}

/** Lets one of several processes run a job (`createOneRunner`). */
export interface OneRunner {
  /**
   * Runs the job if it is due and no other process runs it.
   *
   * @returns false if it is not this process's turn
   */
  take(job: Job): Promise<boolean>;
}

export interface RunningJobs {
  /** Lets running jobs finish and starts no further one. */
  stop(): Promise<void>;
}

/** A run that has ended in this process. */
export interface JobRun {
  /**
   * `waited` if it could not begin, since the database was away; `left` if it could not be done in this process now,
   * such as one whose clock is wrong or whose node is away.
   */
  readonly result: 'done' | 'failed' | 'waited' | 'left';
  /** How long it took, in milliseconds. */
  readonly ms: number;
}

export interface JobObserver {
  onError: (job: string, error: unknown) => void;
  /**
   * Called when a run has ended, also when it failed before it had begun, such as without a database. Not called for a
   * turn at which another process has the job.
   */
  onRun?: (job: string, run: JobRun) => void;
}

export interface JobSurroundings extends JobObserver {
  db: Db;
  /** Null if no other process shares the database. */
  oneRunner: OneRunner | null;
  /** Whether jobs may run now; those that are due wait. Always, if omitted. */
  mayRun?: () => boolean;
  /** How far the first runs are apart, in milliseconds, so that calls come in between; 0 if omitted. */
  apartMs?: number;
}

/** How soon jobs that wait try again. */
const WAITING_SECONDS = 5;
/** How soon at most a process notices that the one which had a job is gone. */
export const TAKE_OVER_SECONDS = 15;

/**
 * Starts the jobs; each runs at once, or `apartMs` after the one before, and then again a fixed time after it ended, or
 * at once if it left work. A failed run is logged and tried again.
 */
export function startJobs(jobs: readonly Job[], surroundings: JobSurroundings): RunningJobs {
  const { apartMs = 0 } = surroundings;
  const loops = jobs.map((job, place) => startLoop(job, surroundings, place * apartMs));
  return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) };
}

function startLoop(given: Job, surroundings: JobSurroundings, firstMs: number): RunningJobs {
  const { db, oneRunner, mayRun = () => true, onError, onRun = () => undefined } = surroundings;
  const stopwatch = new Stopwatch();
  let stopped = false;
  const job = stopwatch.on(given, () => stopped);
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  /** When to ask again whether it is this process's turn. */
  const soon = Math.min(job.everySeconds, TAKE_OVER_SECONDS);
  /** @returns when the next turn comes, in seconds */
  const turn = async (): Promise<number> => {
    if (!mayRun()) return Math.min(job.everySeconds, WAITING_SECONDS);
    if (job.runs === 'in every process' || oneRunner === null)
      return (await job.run(db)) === 'more' ? 0 : job.everySeconds;
    if (!(await oneRunner.take(job))) {
      await job.follow?.(db);
      return soon;
    }
    return job.everySeconds;
  };
  const next = () => {
    stopwatch.start();
    running = turn()
      .catch((error: unknown) => {
        onError(job.name, error);
        stopwatch.failed(isUnavailable(error));
        if (!stopwatch.hasRun) return soon;
        // If it fails in this process alone, the next turn is another one's.
        return job.everySeconds + (oneRunner === null ? 0 : soon);
      })
      .then((seconds) => {
        const run = stopwatch.read();
        if (run !== null) onRun(job.name, run);
        if (!stopped) timer = setTimeout(next, seconds * MS_PER_SECOND).unref();
      });
  };
  if (firstMs === 0) next();
  else timer = setTimeout(next, firstMs).unref();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Measures the runs of a job, one turn after the other. */
class Stopwatch {
  private began = 0;
  /** Whether the run of this turn has begun. */
  hasRun = false;
  private result: JobRun['result'] | null = null;

  /** The same job; its runs are followed, and told when the server stops. */
  on(job: Job, isStopping: () => boolean): Job {
    return {
      ...job,
      run: async (db) => {
        this.began = performance.now();
        this.hasRun = true;
        const outcome = await job.run(db, isStopping);
        this.result = outcome === 'not here' ? 'left' : 'done';
        return outcome;
      },
    };
  }

  /** A turn begins. */
  start(): void {
    this.began = performance.now();
    this.hasRun = false;
    this.result = null;
  }

  /** It failed, whether the run itself did or its session; or it could not begin, since the database is away. */
  failed(isAway: boolean): void {
    this.result = isAway && !this.hasRun ? 'waited' : 'failed';
  }

  /** The run of this turn; null if there was none. */
  read(): JobRun | null {
    return this.result === null ? null : { result: this.result, ms: performance.now() - this.began };
  }
}
