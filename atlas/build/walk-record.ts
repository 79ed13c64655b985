/**
 * What a walk says of itself: which revision was walked, and how much of it. Without that, nobody could tell a part
 * from the whole.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Share } from '#atlas/model/walked.ts';
import { UsageError } from '#walk/paths/nearest.ts';
import { git } from './git.ts';

/** Where walks of this machine lie, outside of git. */
export const WALKED_HERE = join('.atlas', 'walked');
/** Where the walk lies that is committed with a release. */
export const WALKED_RELEASED = join('docs', 'walked');

const RECORD = 'walk.json';

export const screensIn = (folder: string): string => join(folder, 'screens');
export const coverageIn = (folder: string): string => join(folder, 'coverage');

/** Where a commit changes nothing that is walked: what was walked is committed after the walk. */
export const NOT_WALKED = [':(exclude)docs/walked'];

/** Whether something is not committed. */
export function hasChanges(root: string): boolean {
  return (git(root, ['status', '--porcelain', '--', '.', ...NOT_WALKED]) ?? '') !== '';
}

/** What a step of a walk has left. */
export type WalkPart = 'coverage' | 'screens';

/** How a step of a walk has ended. */
export interface EndedPart {
  /** Whether there were changes besides the revision. */
  readonly changes: boolean;
  /** How many paths were walked to their end, and of how many. */
  readonly walked: number;
  readonly of: number;
  /** How many pictures, or charts with coverage, were left. */
  readonly left: number;
}

/** What is written beside a walk; a part is null from its beginning to its end, or where there was none. */
export interface WalkRecord {
  readonly rev: string;
  /** When the last part ended, RFC 3339. */
  readonly at: string;
  readonly coverage: EndedPart | null;
  readonly screens: EndedPart | null;
}

/**
 * The folder for what is walked at the present revision; made where there is none.
 * @param begun the part that begins with it: until it ends, the record has none. Null if only some of a part is
 * walked again.
 */
export function folderForNow(root: string, at: string, begun: WalkPart | null): string {
  const rev = git(root, ['rev-parse', 'HEAD']);
  if (rev === null) throw new UsageError('Without git there is no revision that a walk could be kept by.');
  const folder = join(root, WALKED_HERE, rev);
  mkdirSync(folder, { recursive: true });
  write(folder, { ...recordOf(folder, rev), at, ...(begun !== null && { [begun]: null }) });
  return folder;
}

/** How a part has ended: how many of its paths were walked to their end, and of how many. */
export interface Ended extends Pick<EndedPart, 'walked' | 'of'> {
  readonly part: WalkPart;
  /** When it ended, RFC 3339. */
  readonly at: string;
}

/** Notes that a part has ended, and how much of it was walked. */
export function endPart(root: string, folder: string, { part, at, walked, of }: Ended): void {
  const ended: EndedPart = { changes: hasChanges(root), walked, of, left: leftOf(folder, part) };
  write(folder, { ...recordOf(folder, basename(folder)), at, [part]: ended });
}

/** Notes that some paths of a part were walked again. Of a part that never ended they make no whole. */
export function endAgain(root: string, folder: string, { part, at, walked, of }: Ended): void {
  const record = recordOf(folder, basename(folder));
  const before = record[part];
  if (before === null) return;
  const changes = before.changes || hasChanges(root);
  const ended: EndedPart = {
    changes,
    walked: before.walked - (of - walked),
    of: before.of,
    left: leftOf(folder, part),
  };
  write(folder, { ...record, at, [part]: ended });
}

function recordOf(folder: string, rev: string): WalkRecord {
  const known = readRecord(folder);
  return typeof known === 'string' ? { rev, at: '', coverage: null, screens: null } : known;
}

function write(folder: string, record: WalkRecord): void {
  const unfinished = join(folder, `${RECORD}.${process.pid}`);
  writeFileSync(unfinished, `${JSON.stringify(record)}\n`);
  renameSync(unfinished, join(folder, RECORD));
}

function leftOf(folder: string, part: WalkPart): number {
  const place = part === 'screens' ? screensIn(folder) : coverageIn(folder);
  const files = existsSync(place) ? readdirSync(place, { recursive: true }).map(String) : [];
  if (part === 'screens') return files.filter((file) => file.endsWith('.webp')).length;
  return files.flatMap((file) => chartsIn(join(place, file))).length;
}

/** The charts that a report of coverage tells of. */
function chartsIn(report: string): readonly string[] {
  const { flows } = (parsed(report) ?? {}) as { readonly flows?: object };
  return Object.keys(flows ?? {});
}

/** How much of a part is there: of what was to be walked, and of what was left then. */
export function sharesOf(part: EndedPart | null, there: number): Share {
  return part === null ? null : { walked: part.walked, of: part.of, there, left: part.left };
}

/** What a walk says of itself; a sentence where it says nothing that can be read. */
export function readRecord(folder: string): WalkRecord | string {
  const record = parsed(join(folder, RECORD)) as Partial<WalkRecord> | null;
  if (record === null || typeof record !== 'object') return `its ${RECORD} is missing or can’t be read.`;
  const { rev, at, coverage = null, screens = null } = record;
  const isNamed = typeof rev === 'string' && /^[0-9a-f]{40}$/.test(rev) && typeof at === 'string';
  if (!isNamed) return `its ${RECORD} names no revision.`;
  if (rev !== basename(folder)) return `its ${RECORD} is of another revision.`;
  if (![coverage, screens].every(isPart)) return `its ${RECORD} does not tell how much was walked.`;
  return { rev, at, coverage, screens };
}

function isPart(part: unknown): boolean {
  if (part === null) return true;
  const { changes, walked, of, left } = part as Partial<EndedPart>;
  const counts = [walked, of, left];
  return typeof changes === 'boolean' && counts.every((count) => Number.isInteger(count) && Number(count) >= 0);
}

/** What a file of JSON says; null if it can't be read. */
export function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
