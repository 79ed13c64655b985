/** Flows as they were at a revision: what git keeps of their pages, texts and rules. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { versionOf, type FlowVersion, type Sentences } from '#machines/graph/compare.ts';
import type { FlowDocument } from '#machines/graph/document.ts';
import { entriesOf, type Catalogue } from './catalogue.ts';
import { versionOfLifecycle } from './lifecycle-chart.ts';
import type { LifecycleDocument } from './lifecycles.ts';
import { UsageError } from '#walk/paths/nearest.ts';
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

/** Reads a file of the repository; null where it isn't there. */
export type Read = (file: string) => string | null;

/** Reads the files that are there now. */
export const readNow: Read = (file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : null);

/** The full name of a revision. Throws a `UsageError` where git knows none of that name. */
export function revisionOf(name: string): string {
  try {
    // A name that begins with a dash would be an option of git.
    return git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]).trim();
  } catch {
    throw new UsageError(`There is no revision "${name}".`);
  }
}

/** What is walked now: the revision, and whether files were changed since. */
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

/** The flows that are written down there, by name. */
export function flowsIn(read: Read, names: Iterable<string>): ReadonlyMap<string, FlowVersion> {
  return new Map([...names].flatMap((flow) => {
    const version = flowIn(read, flow);
    return version === null ? [] : [[flow, version] as const];
  }));
}

/** The lifecycles that are written down there, by name. */
export function lifecyclesIn(read: Read): ReadonlyMap<string, FlowVersion> {
  const content = read('docs/flows/lifecycles.json');
  const documents = content === null ? [] : (JSON.parse(content) as readonly LifecycleDocument[]);
  return new Map(documents.map((document) => [document.lifecycle, versionOfLifecycle(document)]));
}

/** The names of all flows that are written down, now or at a revision. */
export function flowNames(name: string | null): readonly string[] {
  const listed = git(name === null ? ['ls-files', '--cached', '--others', '--exclude-standard', 'docs/flows'] : ['ls-tree', '-r', '--name-only', revisionOf(name), 'docs/flows']);
  return listed.split('\n').flatMap((file) => /^docs\/flows\/(.+)\.json$/.exec(file)?.[1] ?? []).filter((flow) => flow !== 'lifecycles');
}

/** A flow as it is written down there; null where it isn't. */
export function flowIn(read: Read, flow: string): FlowVersion | null {
  const content = read(`docs/flows/${flow}.json`);
  if (content === null) return null;
  const document = JSON.parse(content) as FlowDocument;
  return versionOf(document, textsIn(read, flow, document), rulesOf(read, flow));
}

/** The texts of a flow in all languages: those of its own area and of the areas that its titles are in. */
function textsIn(read: Read, flow: string, { states }: Pick<FlowDocument, 'states'>): Sentences {
  const areas = [...new Set([flow, ...states.flatMap(({ title }) => (title === null ? [] : [title.split(':')[0] ?? '']))])];
  return Object.fromEntries(
    cultures.flatMap((culture) =>
      areas.flatMap((area) => {
        const content = read(`locales/${culture}/${area}.json`);
        return content === null ? [] : entriesOf(JSON.parse(content) as Catalogue).map(([key, text]) => [`${area}:${key} (${culture})`, text] as const);
      }),
    ),
  );
}

function rulesOf(read: Read, flow: string): Sentences {
  const content = read(`machines/${flow}/${flow}.rules.ts`);
  return Object.fromEntries(content === null ? [] : rulesIn(content).map(({ name, says, code }) => [name, says === '' ? code : `${says}\n${code}`]));
}

/** The files by which a flow is known: a commit that touches one of them touches the flow. */
function filesOf(flow: string): readonly string[] {
  return [`docs/flows/${flow}.json`, `machines/${flow}`, ...cultures.map((culture) => `locales/${culture}/${flow}.json`)];
}

/** The commits that touched a flow, latest first. */
export function commitsOf(flow: string, count: number): readonly Commit[] {
  return commits(filesOf(flow), count);
}

/** The commits that touched a lifecycle, latest first. */
export function commitsOfLifecycle(lifecycle: string, count: number): readonly Commit[] {
  return commits([`machines/lifecycles/${lifecycle}.machine.ts`], count);
}

const SEPARATOR = '\u001f';

function commits(files: readonly string[], count: number): readonly Commit[] {
  const log = git(['log', `--max-count=${count}`, `--format=%H${SEPARATOR}%cI${SEPARATOR}%s`, '--', ...files]).trim();
  return log === '' ? [] : log.split('\n').map((line) => {
    const [rev = '', at = '', subject = ''] = line.split(SEPARATOR);
    return { rev, at, subject };
  });
}

/** The newest commit there is; null outside of a repository. */
export function head(): string | null {
  try {
    return git(['rev-parse', 'HEAD']).trim();
  } catch {
    return null;
  }
}

const LARGEST_FILE = 64 * 1024 * 1024;

function git(parameters: readonly string[]): string {
  return execFileSync('git', parameters, { cwd: root, encoding: 'utf8', maxBuffer: LARGEST_FILE, stdio: ['ignore', 'pipe', 'ignore'] });
}
