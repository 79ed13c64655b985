/**
 * The results of full walks: pictures of the states and which transitions were visited, in a folder named after the
 * walked revision. `.atlas/walked` has those of this machine, `docs/walked` the one that a release includes.
 */
import {
  closeSync,
  cpSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { cultures, keyOf, type ChartModel, type CoverageRun } from '#atlas/model/model.ts';
import { lackOf, type WalkedAt } from '#atlas/model/walked.ts';
import type { CoverageReport } from '#walk/paths/coverage.ts';
import { UsageError } from '#walk/paths/usage-error.ts';
import { git } from './git.ts';
import {
  coverageIn,
  NOT_WALKED,
  parsed,
  readRecord,
  screensIn,
  sharesOf,
  WALKED_HERE,
  WALKED_RELEASED,
  type WalkRecord,
} from './walk-record.ts';

/** What the name of a walk begins with while it is being copied or removed; nobody reads it then. */
const UNFINISHED = '.unfinished-';

/** The folder of the site with the pictures. */
export const SHOWN_SCREENS = 'screens';

export const sizes = {
  phone: { width: 390, height: 800, cultures },
  desktop: { width: 1280, height: 860, cultures: ['en-US'] },
} as const;
export type Size = keyof typeof sizes;

/** The viewport sizes of pictures; older walks have more of them. */
const sizeNames = Object.keys(sizes) as readonly Size[];

/** A stored walk. */
export interface KeptWalk {
  readonly folder: string;
  readonly walked: WalkedAt;
  /** What was visited, by chart; empty if there is no readable coverage. */
  readonly runs: Runs;
  /** The valid pictures, by their names below the folder of pictures. */
  readonly pictures: ReadonlySet<string>;
  /** What can't be read, as sentences. */
  readonly damaged: readonly string[];
}

/** The picture of a state, below the folder of pictures. */
export function screenFile({
  chart,
  state,
  culture,
  size,
}: {
  readonly chart: string;
  readonly state: string;
  readonly culture: string;
  readonly size: Size;
}): string {
  return `${chart}/${state}-${culture}-${size}.webp`;
}

/** The stored walks, the one nearest to the current revision first; unreadable ones are reported through `refused`. */
export function keptWalks(root: string, refused: (text: string) => void = () => {}): readonly KeptWalk[] {
  const folders = [WALKED_HERE, WALKED_RELEASED].flatMap((place) => {
    const all = join(root, place);
    return existsSync(all)
      ? readdirSync(all, { withFileTypes: true }).flatMap((entry) =>
          entry.isDirectory() && !entry.name.startsWith(UNFINISHED) ? [join(all, entry.name)] : [],
        )
      : [];
  });
  const walks = folders.flatMap((folder): readonly KeptWalk[] => {
    const record = readRecord(folder);
    if (typeof record === 'string') {
      refused(`${relative(root, folder)} is not shown: ${record}`);
      return [];
    }
    const walk = walkOf(folder, record, commitsSince(root, record.rev));
    for (const text of walk.damaged) refused(`${relative(root, folder)}: ${text}`);
    return [walk];
  });
  return walks.toSorted(
    (one, other) =>
      (one.walked.commitsAgo ?? Infinity) - (other.walked.commitsAgo ?? Infinity) ||
      other.walked.at.localeCompare(one.walked.at),
  );
}

/** A walk as stored: what can be read of it, and how much of the walk that is. */
function walkOf(folder: string, record: WalkRecord, commitsAgo: number | null): KeptWalk {
  const pictures = picturesIn(folder);
  const damaged = [
    ...(pictures.damaged.length > 0
      ? [`pictures that are damaged are not shown: ${shortened(pictures.damaged)}.`]
      : []),
  ];
  let runs: Runs = [];
  try {
    runs = reportsIn(coverageIn(folder));
  } catch (error) {
    damaged.push(
      `the coverage can’t be read and is not shown (${error instanceof Error ? error.message : 'unknown'}).`,
    );
  }
  const changes = [record.coverage, record.screens].some((part) => part?.changes === true);
  const walked = {
    rev: record.rev,
    at: record.at,
    commitsAgo,
    changes,
    coverage: sharesOf(record.coverage, runs.length),
    screens: sharesOf(record.screens, pictures.whole.size),
  };
  return { folder, walked, runs, pictures: pictures.whole, damaged };
}

const NAMED = 3;

function shortened(names: readonly string[]): string {
  return `${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ` and ${names.length - NAMED} more` : ''}`;
}

/** Pictures by their names below the folder, separated into complete and damaged ones. */
function picturesIn(folder: string): { readonly whole: ReadonlySet<string>; readonly damaged: readonly string[] } {
  const place = screensIn(folder);
  const names = existsSync(place)
    ? readdirSync(place, { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() && entry.name.endsWith('.webp')
          ? [relative(place, join(entry.parentPath, entry.name)).split(sep).join('/')]
          : [],
      )
    : [];
  const whole = new Set(names.filter((name) => isPicture(join(place, name))));
  return { whole, damaged: names.filter((name) => !whole.has(name)).toSorted() };
}

const HEAD_BYTES = 12;

/** WebP contains its length: RIFF, how many bytes follow, WEBP. */
function isPicture(file: string): boolean {
  const head = Buffer.alloc(HEAD_BYTES);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, head, 0, HEAD_BYTES, 0);
    return (
      head.toString('latin1', 0, 4) === 'RIFF' &&
      head.toString('latin1', 8) === 'WEBP' &&
      head.readUInt32LE(4) + 8 <= fstatSync(opened).size
    );
  } finally {
    closeSync(opened);
  }
}

function commitsSince(root: string, rev: string): number | null {
  if (!/^[0-9a-f]{40}$/.test(rev) || git(root, ['merge-base', '--is-ancestor', rev, 'HEAD']) === null) return null;
  const count = git(root, ['rev-list', '--count', `${rev}..HEAD`, '--', '.', ...NOT_WALKED]);
  return count === null ? null : Number(count);
}

/** The pictures of a chart's states, by `state/culture/size`, from the nearest walk that has some. */
export function screensOf(
  walks: readonly KeptWalk[],
  chart: Pick<ChartModel, 'id' | 'kind' | 'states'>,
): { readonly walk: KeptWalk | null; readonly screens: ChartModel['screens'] } {
  const key = keyOf(chart);
  for (const walk of walks) {
    const all = chart.states.flatMap(({ path }) =>
      cultures.flatMap((culture) => sizeNames.map((size) => ({ path, culture, size }))),
    );
    const found = all.flatMap(({ path, culture, size }) => {
      const file = screenFile({ chart: key, state: path, culture, size });
      return walk.pictures.has(file) ? [[`${path}/${culture}/${size}`, `${SHOWN_SCREENS}/${file}`] as const] : [];
    });
    if (found.length > 0) return { walk, screens: Object.fromEntries(found) };
  }
  return { walk: null, screens: {} };
}

/** What was visited, by chart. */
export type Runs = readonly (readonly [chart: string, run: CoverageRun])[];

/** What the nearest walk with coverage visited. */
export function coverageOfWalks(walks: readonly KeptWalk[]): { readonly walk: KeptWalk | null; readonly runs: Runs } {
  const walk = walks.find(({ runs }) => runs.length > 0);
  return walk === undefined ? { walk: null, runs: [] } : { walk, runs: walk.runs };
}

/** The reports of a folder, named after the levels. Each that is none is refused; by default that throws. */
export function reportsIn(
  folder: string,
  nameOf: (level: string) => string = (level) => level,
  refuse: (error: Error) => void = (error) => {
    throw error;
  },
): Runs {
  const files = existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.json'))
        .toSorted()
    : [];
  return files.flatMap((file) => {
    const report = reportIn(join(folder, file));
    if (report !== null) return runsOf(nameOf(basename(file, '.json')), report);
    refuse(new Error(`${file} is no report of coverage`));
    return [];
  });
}

function reportIn(file: string): CoverageReport | null {
  const { at, flows } = (parsed(file) ?? {}) as Partial<CoverageReport>;
  const isReport =
    typeof at === 'string' &&
    isTable(flows) &&
    Object.values(flows).every((visits) => isTable(visits) && isCounts(visits.states) && isCounts(visits.transitions));
  return isReport ? { at, flows } : null;
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCounts(value: unknown): boolean {
  return isTable(value) && Object.values(value).every((count) => typeof count === 'number');
}

export function runsOf(name: string, { at, flows: visited }: CoverageReport): Runs {
  return Object.entries(visited).map(([chart, visits]) => [chart, { name, at, ...visits }] as const);
}

/**
 * Copies the nearest walk of this machine into the folder that is committed; the one before goes. Stopped at any
 * moment, the one or the other lies there whole: the new one gets its name once it is, and only then the former one
 * loses its own. Throws a `UsageError` where there is none that is whole.
 */
export function release(root: string): KeptWalk {
  const refused: string[] = [];
  const walk = keptWalks(root, (text) => refused.push(text)).find(({ folder }) =>
    folder.startsWith(join(root, WALKED_HERE)),
  );
  if (walk === undefined)
    throw new UsageError(
      ['There is no full walk of this machine yet; npm test -- --all makes one.', ...refused].join('\n'),
    );
  if (walk.walked.changes)
    throw new UsageError(
      'The last full walk was one of changes that were not committed; a release carries that of a revision.',
    );
  const missing = (['coverage', 'screens'] as const).flatMap((part) => lackOf(walk.walked, part, 'en-US') ?? []);
  if (missing.length + walk.damaged.length > 0)
    throw new UsageError(
      ['The last walk is not whole; npm test -- --all makes one that is.', ...missing, ...walk.damaged].join('\n'),
    );
  replaceReleased(join(root, WALKED_RELEASED), walk.folder);
  return walk;
}

/** Puts a walk into a folder in place of all that lies there. */
function replaceReleased(place: string, folder: string): void {
  mkdirSync(place, { recursive: true });
  const hidden = (name: string): string => join(place, `${UNFINISHED}${name}`);
  const remove = (name: string): void => rmSync(join(place, name), { recursive: true, force: true });
  for (const left of readdirSync(place).filter((name) => name.startsWith(UNFINISHED))) remove(left);
  const former = readdirSync(place);
  const rev = basename(folder);
  cpSync(folder, hidden(rev), { recursive: true });
  // A walk of the same revision that lies there keeps its name until it goes.
  const names = [rev, ...former.map((_, index) => `${rev}-${index + 2}`)];
  renameSync(hidden(rev), join(place, names.find((name) => !former.includes(name)) ?? rev));
  for (const each of former) {
    renameSync(join(place, each), hidden(each));
    remove(`${UNFINISHED}${each}`);
  }
}
