/**
 * What full walks have left: pictures of the states and which transitions were visited, in a folder named after the revision
 * that was walked. `.atlas/walked` holds those of this machine, `docs/walked` the one that a release carries.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cultures, keyOf, type ChartModel, type CoverageRun } from '#atlas/model/model.ts';
import type { WalkedAt } from '#atlas/model/walked.ts';
import type { CoverageReport } from '#walk/paths/coverage.ts';
import { UsageError } from '#walk/paths/nearest.ts';
import { git } from './git.ts';

/** Where walks of this machine lie, outside of git. */
export const WALKED_HERE = join('.atlas', 'walked');
/** Where the walk lies that is committed with a release. */
export const WALKED_RELEASED = join('docs', 'walked');

const FACTS = 'walk.json';
const COVERAGE = 'coverage';
const SCREENS = 'screens';

/** The folder of the site that pictures are shown from. */
export const SHOWN_SCREENS = 'screens';

/** What is written beside a walk. */
interface Facts {
  readonly rev: string;
  readonly at: string;
  readonly changes: boolean;
}

export const sizes = {
  phone: { width: 390, height: 800, cultures },
  desktop: { width: 1280, height: 860, cultures: ['en-US'] },
} as const;
export type Size = keyof typeof sizes;

/** Sizes that a state may have been pictured in; older walks hold more of them. */
const sizeNames = Object.keys(sizes) as readonly Size[];

/** A walk that was kept. */
export interface KeptWalk {
  readonly folder: string;
  readonly walked: WalkedAt;
}

/** The picture of a state, below the folder of pictures. */
export function screenFile({ chart, state, culture, size }: { readonly chart: string; readonly state: string; readonly culture: string; readonly size: Size }): string {
  return `${chart}/${state}-${culture}-${size}.webp`;
}

/** The folder for what is walked at the present revision; made, with its facts, where there is none. */
export function folderForNow(root: string, at: string): string {
  const rev = git(root, ['rev-parse', 'HEAD']);
  if (rev === null) throw new UsageError('Without git there is no revision that pictures and coverage could be kept by.');
  const folder = join(root, WALKED_HERE, rev);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, FACTS), `${JSON.stringify({ rev, at, changes: hasChanges(root) } satisfies Facts)}\n`);
  return folder;
}

export const screensIn = (folder: string): string => join(folder, SCREENS);
export const coverageIn = (folder: string): string => join(folder, COVERAGE);

/** Where a commit changes nothing that is walked: what was walked is committed after the walk. */
const NOT_WALKED = [':(exclude)docs/walked'];

/** Whether something is not committed. */
export function hasChanges(root: string): boolean {
  return (git(root, ['status', '--porcelain', '--', '.', ...NOT_WALKED]) ?? '') !== '';
}

/** The walks that there are, the one nearest to the present revision first. */
export function keptWalks(root: string): readonly KeptWalk[] {
  const folders = [WALKED_HERE, WALKED_RELEASED].flatMap((place) => {
    const all = join(root, place);
    return existsSync(all) ? readdirSync(all).map((name) => join(all, name)).filter((folder) => existsSync(join(folder, FACTS))) : [];
  });
  const walks = folders.map((folder): KeptWalk => {
    const facts = JSON.parse(readFileSync(join(folder, FACTS), 'utf8')) as Facts;
    return { folder, walked: { ...facts, commitsAgo: commitsSince(root, facts.rev) } };
  });
  return walks.toSorted((one, other) => (one.walked.commitsAgo ?? Infinity) - (other.walked.commitsAgo ?? Infinity) || other.walked.at.localeCompare(one.walked.at));
}

function commitsSince(root: string, rev: string): number | null {
  if (!/^[0-9a-f]{40}$/.test(rev) || git(root, ['merge-base', '--is-ancestor', rev, 'HEAD']) === null) return null;
  const count = git(root, ['rev-list', '--count', `${rev}..HEAD`, '--', '.', ...NOT_WALKED]);
  return count === null ? null : Number(count);
}

/** The pictures of a chart's states, by `state/culture/size`, of the nearest walk that has some. */
export function screensOf(walks: readonly KeptWalk[], chart: Pick<ChartModel, 'id' | 'kind' | 'states'>): { readonly walk: KeptWalk | null; readonly screens: ChartModel['screens'] } {
  const key = keyOf(chart);
  for (const walk of walks) {
    const folder = join(screensIn(walk.folder), key);
    const there = new Set(existsSync(folder) ? readdirSync(folder) : []);
    const all = chart.states.flatMap(({ path }) => cultures.flatMap((culture) => sizeNames.map((size) => ({ path, culture, size }))));
    const found = all.flatMap(({ path, culture, size }) => {
      const file = screenFile({ chart: key, state: path, culture, size });
      return there.has(basename(file)) ? [[`${path}/${culture}/${size}`, `${SHOWN_SCREENS}/${file}`] as const] : [];
    });
    if (found.length > 0) return { walk, screens: Object.fromEntries(found) };
  }
  return { walk: null, screens: {} };
}

/** What was visited, by chart. */
export type Runs = readonly (readonly [chart: string, run: CoverageRun])[];

/** What the nearest walk has visited that left coverage. */
export function coverageOfWalks(walks: readonly KeptWalk[]): { readonly walk: KeptWalk | null; readonly runs: Runs } {
  const walk = walks.find(({ folder }) => existsSync(coverageIn(folder)));
  return walk === undefined ? { walk: null, runs: [] } : { walk, runs: reportsIn(coverageIn(walk.folder)) };
}

/** The reports of a folder, named after the levels. */
export function reportsIn(folder: string, nameOf: (level: string) => string = (level) => level): Runs {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')).toSorted() : [];
  return files.flatMap((file) => runsOf(nameOf(basename(file, '.json')), JSON.parse(readFileSync(join(folder, file), 'utf8')) as CoverageReport));
}

export function runsOf(name: string, { at, flows: visited }: CoverageReport): Runs {
  return Object.entries(visited).map(([chart, visits]) => [chart, { name, at, ...visits }] as const);
}

/** Copies the nearest walk of this machine into the folder that is committed; the one before goes. Throws a `UsageError` where there is none. */
export function release(root: string): KeptWalk {
  const walk = keptWalks(root).find(({ folder }) => folder.startsWith(join(root, WALKED_HERE)) && existsSync(coverageIn(folder)) && existsSync(screensIn(folder)));
  if (walk === undefined) throw new UsageError('There is no full walk of this machine yet; npm test -- --all makes one.');
  if (walk.walked.changes) throw new UsageError('The last full walk was one of changes that were not committed; a release carries that of a revision.');
  rmSync(join(root, WALKED_RELEASED), { recursive: true, force: true });
  cpSync(walk.folder, join(root, WALKED_RELEASED, basename(walk.folder)), { recursive: true });
  return walk;
}
