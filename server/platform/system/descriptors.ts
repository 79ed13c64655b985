// How many files and connections this process may have open at once, and how they are divided.
import { readIfThere } from './files.ts';

/**
 * The most files the embedded engine may keep open; by default it takes up to 1000, and leaves too few for connections.
 */
export const ENGINE_FILES = 256;
/**
 * For what is neither a connection nor a file of the database: the runtime, logs, locks, the chain, connections to
 * other machines.
 */
const OWN_DESCRIPTORS = 64;
/** What the embedded database needs, including the process around it. */
export const FEWEST_DESCRIPTORS = ENGINE_FILES + OWN_DESCRIPTORS;
/** A connection may need a second descriptor, for the file that it is sent. */
const DESCRIPTORS_A_CONNECTION = 2;
/** Enough for any club on one process; more would only take memory. */
const MOST_CONNECTIONS = 10_000;
/** Even if hardly anything is left, a few callers at a time are served. */
const FEWEST_CONNECTIONS = 16;

/** The limit of this process (`ulimit -n`), which Node has raised as far as it may. */
export function descriptorLimit(): number {
  const soft = Number(process.platform === 'linux' ? limitOfLinux() : limitOfReport());
  // "unlimited".
  return Number.isFinite(soft) ? soft : Infinity;
}

/** From proc_pid_limits(5); undefined if there is no /proc. */
function limitOfLinux(): string | undefined {
  return /^Max open files +(\d+)/m.exec(readIfThere('/proc/self/limits') ?? '')?.[1];
}

/** Not on Linux: there, the report resolves the names of all connected hosts, and waits for it. */
function limitOfReport(): unknown {
  const report = process.report?.getReport() as { userLimits?: { open_files?: { soft?: unknown } } } | undefined;
  return report?.userLimits?.open_files?.soft;
}

/** How many connections of callers may be open at once, so that enough descriptors remain for everything else. */
export function mostConnections(limit = descriptorLimit()): number {
  const shared = Math.floor((limit - FEWEST_DESCRIPTORS) / DESCRIPTORS_A_CONNECTION);
  return Math.min(MOST_CONNECTIONS, Math.max(FEWEST_CONNECTIONS, shared));
}
