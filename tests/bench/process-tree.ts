// What a process and all that it has started take of the machine. Linux alone tells it.
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;
const KB_PER_MB = 1024;

/** What a process takes: seconds of a processor, and megabytes. */
export interface Taken {
  readonly what: string;
  readonly cpu: number;
  /** All pages in memory. */
  readonly rss: number;
  /** The same, with pages that several processes share counted in parts. */
  readonly pss: number;
}

/** The process and those below it, each by itself; empty once it has ended. */
export function takenBy(root: number): Taken[] {
  const all = allStats();
  const below = (pid: number): number[] => [
    pid,
    ...all.filter(({ parent }) => parent === pid).flatMap((each) => below(each.pid)),
  ];
  return below(root).flatMap((pid) => {
    try {
      const memory = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(memory)?.[1]) / KB_PER_MB;
      const what = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, 2).join(' ');
      return { what, cpu: all.find((each) => each.pid === pid)?.cpu ?? 0, rss: of('Rss'), pss: of('Pss') };
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

/** What Linux counts of a process. */
export interface Stat {
  readonly pid: number;
  readonly parent: number;
  /** Its seconds of a processor. */
  readonly cpu: number;
  /** Those of its children that have ended. */
  readonly cpuOfEnded: number;
}

/** Null once the process has ended, and where there is no Linux. */
export function statOf(pid: number): Stat | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const seconds = (from: number) => ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) / TICKS_PER_SECOND;
    return { pid, parent: fields[1] ?? 0, cpu: seconds(11), cpuOfEnded: seconds(13) };
  } catch {
    return null;
  }
}

function allStats(): Stat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? []);
}

/** The processor time of some processes, in seconds, with that of their children which have ended. */
export function cpuOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const stat = statOf(pid);
    return stat === null ? sum : sum + stat.cpu + stat.cpuOfEnded;
  }, 0);
}

/** The process that started another one. */
export function parentOf(pid: number): number {
  return statOf(pid)?.parent ?? 0;
}

/** A process and its children: PostgreSQL's first one and its sessions. */
export function withChildren(first: number): number[] {
  return [first, ...allStats().flatMap(({ pid, parent }) => (parent === first ? [pid] : []))];
}
