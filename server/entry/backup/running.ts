// The backup that runs in this process: one at a time, and it ends when the process is to stop.
import { StartRefused } from '#server/platform/system/one-line-error.ts';

const running = new Map<string, { controller: AbortController; ended: Promise<void> }>();

/**
 * Runs `work` as the only backup of a data folder.
 *
 * @throws StartRefused if another one runs, or if the server stops meanwhile
 */
export async function asOnlyBackup<T>(dataDir: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  if (running.has(dataDir)) throw new StartRefused('another backup is being made; wait until it has ended');
  const controller = new AbortController();
  const done = work(controller.signal);
  const ended = done.then(
    () => undefined,
    () => undefined,
  );
  running.set(dataDir, { controller, ended });
  try {
    return await done;
  } finally {
    running.delete(dataDir);
  }
}

/** Ends the backup of a data folder, if one runs, and waits until nothing of it is left. */
export async function endBackup(dataDir: string): Promise<void> {
  const backup = running.get(dataDir);
  if (backup === undefined) return;
  backup.controller.abort(
    new StartRefused('the server stopped while the backup was being made; nothing is kept of it'),
  );
  await backup.ended;
}
