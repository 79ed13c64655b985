import { randomUUID } from 'node:crypto';
import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Who holds a data folder, written into its lock file: a random token that the holder compares before it writes anything that
 * can't be taken back, and a beat by which machines that share the folder but no kernel see each other.
 */
export interface Holder {
  readonly token: string;
  readonly pid: number;
  readonly host: string;
  /** The running kernel. All containers of a machine share it, and with it its locks. */
  readonly kernel: string;
}

/** How often the holder touches its file. */
export const BEAT_MS = 5_000;
/** A holder on another machine that was silent for so many beats is gone. */
const BEATS_TO_WAIT = 3;

export function thisHolder(): Holder {
  return { token: randomUUID(), pid: process.pid, host: hostname(), kernel: kernelOf() };
}

/** A number that Linux draws at each boot; elsewhere the name of the machine has to do. */
function kernelOf(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return hostname();
  }
}

/** What the file says; null where it is missing or says nothing, as after a kill between its creation and its first line. */
export function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

export function writeHolder(file: string, holder: Holder): void {
  writeFileSync(file, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
}

/** Whether the file still names this holder. A file that is gone says no as well: whoever removed it may have opened the folder. */
export function isStillHeldBy(file: string, holder: Holder): boolean {
  return readHolder(file)?.token === holder.token;
}

/** A sign of life; a disk that doesn't take it for a moment gets the next one. */
export function beat(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    return;
  }
}

/**
 * Whether the holder that an earlier process left in the file lives on another machine. A lock of this kernel says nothing about
 * that, so its beat is watched; clocks of two machines are never compared.
 *
 * @param file a lock file that this process has locked already
 */
export async function livesElsewhere(file: string, here: Holder, beatMs = BEAT_MS): Promise<Holder | null> {
  const left = readHolder(file);
  if (left === null || left.kernel === here.kernel) return null;
  const before = statSync(file).mtimeMs;
  for (let beats = 0; beats < BEATS_TO_WAIT; beats += 1) {
    await sleep(beatMs);
    if (statSync(file).mtimeMs !== before || readHolder(file)?.token !== left.token) return readHolder(file) ?? left;
  }
  return null;
}
