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
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? statOf(Number(name)) : []));
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

function statOf(pid: number): { pid: number; parent: number; cpu: number }[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return [{ pid, parent: fields[1] ?? 0, cpu: ((fields[11] ?? 0) + (fields[12] ?? 0)) / TICKS_PER_SECOND }];
  } catch {
    return [];
  }
}
