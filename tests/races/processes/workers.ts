// Processes on the database of a test.
import { addressOf } from '#fixtures/club/database.ts';
import type { Database } from '#server/platform/db/database.ts';
import { start, type Process } from '#tests/support/processes.ts';

/** Starts a process that does one thing on a database (`worker.ts`), and waits until it is about to. */
export async function worker(database: Database, task: string, env: Record<string, string> = {}): Promise<Process> {
  const url = await addressOf(database);
  if (url === null) throw new Error('several processes need a PostgreSQL');
  const started = start(['--import', 'tsx', 'tests/races/processes/worker.ts', task], { DATABASE_URL: url, ...env });
  await started.line('open');
  return started;
}
