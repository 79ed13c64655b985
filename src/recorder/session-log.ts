import { LOG_CAPACITY, type LogEntry, type Recorder } from './recorder.ts';

/** Where the log of a tab survives a reload. */
const KEPT = 'perch.recorder.log';

type Tab = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Everything that a tab has recorded: what its earlier pages left, and what this one records. */
export interface SessionLog {
  readonly lines: () => readonly LogEntry[];
  readonly count: () => number;
  /** Calls the listener after every change; returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly clear: () => void;
  /** Leaves the lines for the tab's next page: a reload is a step that testers take. */
  readonly keep: () => void;
}

/** The log of a tab, on top of the recorder of its current page. */
export function createSessionLog(recorder: Recorder, tab: Tab): SessionLog {
  let earlier = keptIn(tab);
  const lines = (): readonly LogEntry[] => [...earlier, ...recorder.log].slice(-LOG_CAPACITY);
  return {
    lines,
    count: () => Math.min(earlier.length + recorder.log.length, LOG_CAPACITY),
    subscribe: recorder.subscribe,
    clear() {
      earlier = [];
      tab.removeItem(KEPT);
      recorder.clear();
    },
    keep: () => tab.setItem(KEPT, JSON.stringify(lines())),
  };
}

function keptIn(tab: Tab): readonly LogEntry[] {
  try {
    const kept: unknown = JSON.parse(tab.getItem(KEPT) ?? '[]');
    return Array.isArray(kept) ? (kept as readonly LogEntry[]) : [];
  } catch {
    return [];
  }
}

/** A log as `npm run walk -- --replay FILE` reads it: a JSON list, one entry per line. */
export function logText(lines: readonly LogEntry[]): string {
  return `[\n${lines.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`;
}

/** A file name that sorts by time and is allowed everywhere. */
export function logFileName(now: number): string {
  return `perch-session-${new Date(now).toISOString().replace(/\.\d+/, '').replaceAll(':', '')}.json`;
}
