import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach } from 'vitest';
import { developmentFolder } from '#server/domain/chain/development/endpoints.ts';
import { lockFolder } from '#server/platform/db/lock.ts';
import { endProcesses } from '#tests/support/processes.ts';

/** Folders for real processes; both are gone after each test. */

const folders: string[] = [];
const keptFolders: string[] = [];

/** @param options.kept whether it is kept until all tests of the file are over, and not only the present one */
export function temporaryFolder({ kept = false } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'perch-launch-'));
  (kept ? keptFolders : folders).push(folder);
  return folder;
}

afterAll(() => keptFolders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })));

afterEach(async () => {
  await endProcesses();
  for (const folder of folders.splice(0)) {
    await chainHasEnded(folder);
    rmSync(folder, { recursive: true, force: true });
  }
});

/**
 * A killed server's development chain saves its coins before it ends: a file that appears while its folder is being
 * removed would stop the removal.
 */
async function chainHasEnded(dataDir: string): Promise<void> {
  const folder = developmentFolder(dataDir);
  while (existsSync(folder)) {
    const lock = await lockFolder(folder).catch(() => null);
    if (lock !== null) return lock.release();
    await sleep(50);
  }
}
