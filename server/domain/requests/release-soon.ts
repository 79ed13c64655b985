// Gives keys back that no run needs any more, also when the database is away at that moment.
import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from '#server/platform/db/unavailable.ts';

/**
 * How long a run holds its key: longer than any call may take. The key of a process that died is free at once
 * (`isGone`); only on a database whose processes have no numbers it is released by time.
 */
export const LEASE_SECONDS = 60;

const AGAIN_MS = 1_000;

/** Releases a key. @returns whether there was something to release */
export type Release = () => Promise<boolean>;

/**
 * Releases the key of a run that has failed. Where the run failed because the database is away, so does the release:
 * it is tried again until the database is back or the key is released by time, and nobody waits for it.
 */
export async function releaseSoon(release: Release): Promise<void> {
  try {
    await release();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    void again(async () => {
      await release();
      return true;
    });
  }
}

/**
 * Releases a key that nobody knows to be claimed: the claim was not answered, and may still be committed, for example
 * once a standby is back.
 */
export function releaseIfClaimed(release: Release): void {
  void again(release);
}

async function again(attempt: Release): Promise<void> {
  for (let second = 0; second < LEASE_SECONDS; second += 1) {
    await sleep(AGAIN_MS, undefined, { ref: false });
    // The call itself has been answered; a caller who repeats it meanwhile is asked to wait.
    if (await attempt().catch(() => false)) return;
  }
}
