import { existsSync } from 'node:fs';
import { flows, graphOf, hostGraphOf, matricesFor, unsafeCalls } from './flows.ts';
import { walkCells } from './machine-cells.ts';
import { walkMachine, WalkFailure } from './machine-driver.ts';
import { NotBuilt } from './nearest.ts';
import type { BrowserOptions, Failure, Level, LevelOptions, LevelReport, Walk, Walked } from './report.ts';

/** The drivers that live in a file of their own, and what the file exports. */
const drivers = {
  component: { file: 'component-command.ts', name: 'walkOnScreens' },
  browser: { file: 'browser-command.ts', name: 'walkInBrowser' },
} as const;

type Driver = (options: BrowserOptions) => Promise<LevelReport>;

/** Walks at a level. A level whose driver isn't there is told as such, and never counted as walked. */
export async function runLevel(level: Level, options: BrowserOptions): Promise<LevelReport> {
  if (level === 'machine') return runMachine(options);
  const { file, name } = drivers[level];
  const place = new URL(file, import.meta.url);
  if (!existsSync(place)) throw new NotBuilt(`The ${level} level is not built yet: tests/walk/${file} with "${name}" is missing.`);
  const driver = ((await import(place.href)) as Record<string, Driver | undefined>)[name];
  if (driver === undefined) throw new NotBuilt(`tests/walk/${file} exports no "${name}".`);
  return driver(options);
}

async function runMachine({ walks, onWalked }: LevelOptions): Promise<LevelReport> {
  const began = performance.now();
  const walked: Walked[] = [];
  for (const walk of walks) {
    const each = await walkOne(walk);
    walked.push(each);
    onWalked(each);
  }
  return { level: 'machine', walked, seconds: (performance.now() - began) / 1000 };
}

async function walkOne({ graph, path }: Walk): Promise<Walked> {
  const began = performance.now();
  const failure = await failureOf(() => walkMachine(graph, path));
  return { id: path.id, steps: path.edges.length - 1, seconds: (performance.now() - began) / 1000, failure };
}

/** Walks the cells of all matrices of the named flows on the machines, and tells how many there are. */
export async function runCells(report: LevelReport, ids: ReadonlySet<string>): Promise<LevelReport> {
  const began = performance.now();
  let cells = 0;
  const failed: Walked[] = [];
  for (const cases of flows.filter(({ machine }) => ids.has(machine.id))) {
    const failure = await failureOf(async () => {
      cells += await walkCells(graphOf(cases), matricesFor(cases), unsafeCalls, hostGraphOf(cases));
    });
    if (failure !== null) failed.push({ id: `${cases.machine.id} matrices`, steps: 0, seconds: 0, failure });
  }
  return { ...report, walked: [...report.walked, ...failed], cells, seconds: report.seconds + (performance.now() - began) / 1000 };
}

async function failureOf(walk: () => Promise<unknown>): Promise<Failure | null> {
  try {
    await walk();
    return null;
  } catch (error) {
    if (error instanceof WalkFailure) return { at: error.at, message: error.message };
    return { at: 0, message: error instanceof Error ? error.message : String(error) };
  }
}
