// Runs jobs periodically. The data says what is due, so a missed job catches up at its next run, and any number of
// processes may run the same jobs.

export interface Job {
  name: string;
  everySeconds: number;
  /** One run. It must be harmless to run at any time and in several processes at once. */
  run(): Promise<void>;
}

export interface RunningJobs {
  /** Lets running jobs finish and starts no further one. */
  stop(): Promise<void>;
}

const MS_PER_SECOND = 1000;

/**
 * Starts the jobs; each runs at once and then again a fixed time after it ended. A failed run is logged and tried
 * again.
 */
export function startJobs(jobs: Job[], options: { onError: (job: string, error: unknown) => void }): RunningJobs {
  const loops = jobs.map((job) => startLoop(job, options.onError));
  return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) };
}

function startLoop(job: Job, onError: (job: string, error: unknown) => void): RunningJobs {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const turn = () => {
    running = job
      .run()
      .catch((error: unknown) => onError(job.name, error))
      .then(() => {
        if (!stopped) timer = setTimeout(turn, job.everySeconds * MS_PER_SECOND).unref();
      });
  };
  turn();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
