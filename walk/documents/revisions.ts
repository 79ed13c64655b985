/** Flows as they were at a revision: their pages, texts and rules in git. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { versionOf, type FlowVersion, type Sentences } from '#machines/graph/compare.ts';
import type { FlowDocument } from '#machines/graph/document.ts';
import { entriesOf, type Catalogue } from './catalogue.ts';
import { versionOfLifecycle } from './lifecycle-chart.ts';
import type { LifecycleDocument } from './lifecycles.ts';
import { UsageError } from '#walk/paths/usage-error.ts';
import { cultures } from '#walk/paths/report.ts';
import { rulesIn } from './rule-texts.ts';

const root = join(import.meta.dirname, '../..');

/** A commit that touched a flow. */
export interface Commit {
  readonly rev: string;
  /** When it was made, RFC 3339. */
  readonly at: string;
  readonly subject: string;
}

/** Reads a file of the repository; null if it does not exist. */
export type Read = (file: string) => string | null;

/** Reads the current files. */
export const readNow: Read = (file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : null);

/** The full name of a revision. Throws a `UsageError` if git knows no such revision. */
export function revisionOf(name: string): string {
  try {
    // A name that starts with a dash would be an option of git.
    return git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]).trim();
  } catch {
    throw new UsageError(`There is no revision "${name}".`);
  }
}

/** The current revision, and whether files were changed since. */
export function presentRevision(): string {
  try {
    return `${revisionOf('HEAD')}${git(['status', '--porcelain']) === '' ? '' : ' with changes'}`;
  } catch {
    return 'unknown';
  }
}

/** Reads the files of a revision. */
export function readAt(name: string): Read {
  const rev = revisionOf(name);
  const files = new Set(git(['ls-tree', '-r', '--name-only', rev, 'docs/flows', 'machines', 'locales']).split('\n'));
  return (file) => (files.has(file) ? git(['show', `${rev}:${file}`]) : null);
}

/** The documented flows there, by name. */
export function flowsIn(read: Read, names: Iterable<string>): ReadonlyMap<string, FlowVersion> {
  return new Map(
    [...names].flatMap((flow) => {
      const version = flowIn(read, flow);
      return version === null ? [] : [[flow, version] as const];
    }),
  );
}

/** The documented lifecycles there, by name. */
export function lifecyclesIn(read: Read): ReadonlyMap<string, FlowVersion> {
  const content = read('docs/flows/lifecycles.json');
  const documents = content === null ? [] : (JSON.parse(content) as readonly LifecycleDocument[]);
  return new Map(documents.map((document) => [document.lifecycle, versionOfLifecycle(document)]));
}

/** The names of all documented flows, now or at a revision. */
export function flowNames(name: string | null): readonly string[] {
  const listed = git(
    name === null
      ? ['ls-files', '--cached', '--others', '--exclude-standard', 'docs/flows']
      : ['ls-tree', '-r', '--name-only', revisionOf(name), 'docs/flows'],
  );
  return listed
    .split('\n')
    .flatMap((file) => /^docs\/flows\/(.+)\.json$/.exec(file)?.[1] ?? [])
    .filter((flow) => flow !== 'lifecycles');
}

/** A flow as documented there; null if it isn't. */
export function flowIn(read: Read, flow: string): FlowVersion | null {
  const content = read(`docs/flows/${flow}.json`);
  if (content === null) return null;
  const document = JSON.parse(content) as FlowDocument;
  return versionOf(document, textsIn(read, flow, document), rulesOf(read, flow, document));
}

/** The texts of a flow in all languages: those of its own area and of its titles' areas. */
function textsIn(read: Read, flow: string, { states }: Pick<FlowDocument, 'states'>): Sentences {
  const areas = [
    ...new Set([flow, ...states.flatMap(({ title }) => (title === null ? [] : [title.split(':')[0] ?? '']))]),
  ];
  return Object.fromEntries(
    cultures.flatMap((culture) =>
      areas.flatMap((area) => {
        const content = read(`locales/${culture}/${area}.json`);
        return content === null
          ? []
          : entriesOf(JSON.parse(content) as Catalogue).map(
              ([key, text]) => [`${area}:${key} (${culture})`, text] as const,
            );
      }),
    ),
  );
}

/** The rules of a flow, and those of all flows that its guards refer to. */
function rulesOf(read: Read, flow: string, { transitions }: Pick<FlowDocument, 'transitions'>): Sentences {
  const guards = new Set(transitions.map(({ guard }) => guard?.split(':')[0]));
  const shared = rulesIn(read('machines/chart/chart.rules.ts') ?? '').filter(({ name }) => guards.has(name));
  const rules = [...shared, ...rulesIn(read(`machines/${flow}/${flow}.rules.ts`) ?? '')];
  return Object.fromEntries(rules.map(({ name, says, code }) => [name, says === '' ? code : `${says}\n${code}`]));
}

/** The files of a flow and of a lifecycle: a commit that touches one of them touches the chart. */
const known = {
  flow: [/^docs\/flows\/([\w-]+)\.json$/, /^machines\/([\w-]+)\//, /^locales\/[\w-]+\/([\w-]+)\.json$/],
  lifecycle: [/^machines\/lifecycles\/([\w-]+)\.machine\.ts$/],
} as const;

type Kind = keyof typeof known;

/** The commits that touched a chart, by its kind and name. */
export type Commits = Readonly<Record<Kind, Readonly<Record<string, readonly Commit[]>>>>;

const RECORD = '\u001e';
const SEPARATOR = '\u001f';

/** The commits that touched each chart, latest first, at most `count`. The history is read once for all of them. */
export async function commitsOfAll(count: number): Promise<Commits> {
  const format = `--format=${RECORD}%H${SEPARATOR}%cI${SEPARATOR}%s`;
  const parameters = [
    '-c',
    'core.quotePath=false',
    'log',
    '--full-history',
    '--no-merges',
    '--name-only',
    '--no-renames',
    format,
    '--',
    'docs/flows',
    'machines',
    'locales',
  ];
  const { stdout } = await promisify(execFile)('git', parameters, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: LARGEST_LOG,
  });
  const found: Record<Kind, Record<string, Commit[]>> = { flow: {}, lifecycle: {} };
  for (const record of stdout.split(RECORD).slice(1)) {
    const [line = '', ...files] = record.split('\n');
    const [rev = '', at = '', subject = ''] = line.split(SEPARATOR);
    for (const kind of ['flow', 'lifecycle'] as const) {
      const names = new Set(files.flatMap((file) => known[kind].flatMap((place) => place.exec(file)?.[1] ?? [])));
      for (const name of names) {
        const commits = (found[kind][name] ??= []);
        if (commits.length < count) commits.push({ rev, at, subject });
      }
    }
  }
  return found;
}

/** The newest commit; null outside a repository. */
export function head(): string | null {
  try {
    return git(['rev-parse', 'HEAD']).trim();
  } catch {
    return null;
  }
}

const LARGEST_FILE = 64 * 1024 * 1024;
const LARGEST_LOG = 512 * 1024 * 1024;

function git(parameters: readonly string[]): string {
  return execFileSync('git', parameters, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: LARGEST_FILE,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
