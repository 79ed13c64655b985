import { randomUUID } from 'node:crypto';
import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

import { readIfThere } from '#server/platform/system/files.ts';
import { reasonOf } from '#server/platform/system/one-line-error.ts';

/**
 * The holder of a data folder, written into its lock file: a random token that the holder checks before it writes
 * anything irreversible, and a heartbeat for machines that share the folder but not the kernel.
 */
export interface Holder {
  readonly token: string;
  readonly pid: number;
  readonly host: string;
  /** The running kernel. All containers of a machine share it, and with it its locks. */
  readonly kernel: string;
  /** How it holds the folder; unknown of an earlier version. */
  readonly ways?: readonly Way[];
}

/**
 * A lock of the kernel on the lock file, and a socket in the folder. Each disappears with its process, but not every
 * process can check both.
 */
export type Way = 'file' | 'socket';

/** How often the holder touches its file. */
export const BEAT_MS = 5_000;
/** A holder that was silent for this many heartbeats is dead. */
const BEATS_TO_WAIT = 3;

export function thisHolder(ways: readonly Way[]): Holder {
  return { token: randomUUID(), pid: process.pid, host: hostname(), kernel: kernelOf(), ways };
}

/** A number that Linux draws at each boot; elsewhere the machine's name is used. */
function kernelOf(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return hostname();
  }
}

/**
 * The content of the file; null if it is missing or empty, as after a kill between its creation and its first line.
 *
 * @throws if it cannot be read for the moment, for example for lack of descriptors: that says nothing about who holds
 * the folder
 */
export function readHolder(file: string): Holder | null {
  const text = readIfThere(file);
  try {
    return text === null ? null : (JSON.parse(text) as Holder);
  } catch {
    return null;
  }
}

export function writeHolder(file: string, holder: Holder): void {
  writeFileSync(file, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
}

/** `unknown` if the file cannot be read for the moment, and why. */
export type HoldState = 'held' | 'lost' | { readonly unknown: string };

/**
 * Whether the file still names this holder. False if the file is gone: whoever removed it may have opened the folder.
 */
export function holdOf(file: string, holder: Holder): HoldState {
  try {
    return readHolder(file)?.token === holder.token ? 'held' : 'lost';
  } catch (error) {
    return { unknown: reasonOf(error) };
  }
}

/** A heartbeat; if the disk does not accept it for a moment, the next one will do. */
export function beat(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    return;
  }
}

/**
 * The holder that is named in the file, where it lives. One of this kernel is dead where something of its own was found
 * let go. Of any other the beat is watched: of one on another machine, and of one that holds the folder by a way that
 * this process can't look at. Clocks of two machines are never compared.
 *
 * @param letGo what was found let go here: nobody holds it but by living
 */
export async function findLiving(
  file: string,
  here: Holder,
  { letGo, beatMs = BEAT_MS }: { letGo: readonly Way[]; beatMs?: number },
): Promise<Holder | null> {
  const left = readHolder(file);
  if (left === null) return null;
  if (left.kernel === here.kernel && letGo.some((way) => left.ways?.includes(way))) return null;
  const before = lastBeat(file);
  for (let beats = 0; beats < BEATS_TO_WAIT; beats += 1) {
    await sleep(beatMs);
    const now = lastBeat(file);
    // It has ended meanwhile, and taken its file along.
    if (now === null) return null;
    if (now !== before || readHolder(file)?.token !== left.token) return readHolder(file) ?? left;
  }
  return null;
}

function lastBeat(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null;
}
