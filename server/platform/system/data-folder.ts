import { mkdir } from 'node:fs/promises';
import { reasonOf, StartRefused } from './one-line-error.ts';

/**
 * Makes the data folder, for its owner alone, if it is not there.
 *
 * @throws StartRefused saying why it cannot be made
 */
export async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartRefused(
      `the data folder ${dataDir} can't be made: ${reasonOf(error)}; make it, or set DATA_DIR to a folder that this user may write to`,
    );
  }
}
