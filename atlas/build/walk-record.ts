/** A walk's record: which revision was walked, and how much of it. Without that, a partial walk would look complete. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Share } from '#atlas/model/walked.ts';
import { UsageError } from '#walk/paths/usage-error.ts';
import { git } from './git.ts';

/** The folder of this machine's walks, outside git. */
export const WALKED_HERE = join('.atlas', 'walked');
/** The folder of the walk that is committed with a release. */
export const WALKED_RELEASED = join('docs', 'walked');

const RECORD = 'walk.json';
/** What follows the revision in a folder's name while another walk of the same revision is replaced. */
const AGAIN = /-\d+$/;

export const screensIn = (folder: string): string => join(folder, 'screens');
export const coverageIn = (folder: string): string => join(folder, 'coverage');

/** Changes there do not affect a walk: the walk itself is committed there afterwards. */
export const NOT_WALKED = [':(exclude)docs/walked'];

/** Whether there are uncommitted changes. */
export function hasChanges(root: string): boolean {
  return (git(root, ['status', '--porcelain', '--', '.', ...NOT_WALKED]) ?? '') !== '';
}

/** What a part of a walk leaves. */
export type WalkPart = 'coverage' | 'screens';

/** How a part of a walk ended. */
export interface EndedPart {
  /** Whether there were uncommitted changes. */
  readonly changes: boolean;
  /** How many paths were walked to their end, and how many there were. */
  readonly walked: number;
  readonly of: number;
  /** How many pictures, or charts with coverage, were left. */
  readonly left: number;
}

/** The record that is written with a walk; a part is null while it runs, or if there was none. */
export interface WalkRecord {
  readonly rev: string;
  /** When the last part ended, RFC 3339. */
  readonly at: string;
  readonly coverage: EndedPart | null;
  readonly screens: EndedPart | null;
}

/**
 * The folder for walks of the current revision; created if it does not exist.
 * @param begun the part that begins: until it ends, the record has none. Null if only some of a part is walked again.
 */
export function folderForNow(root: string, at: string, begun: WalkPart | null): string {
  const rev = git(root, ['rev-parse', 'HEAD']);
  if (rev === null) throw new UsageError('Without git there is no revision that a walk could be kept by.');
  const folder = join(root, WALKED_HERE, rev);
  mkdirSync(folder, { recursive: true });
  write(folder, { ...recordOf(folder, rev), at, ...(begun !== null && { [begun]: null }) });
  return folder;
}

/** How a part ended: how many of its paths were walked to their end, and how many there were. */
export interface Ended extends Pick<EndedPart, 'walked' | 'of'> {
  readonly part: WalkPart;
  /** When it ended, RFC 3339. */
  readonly at: string;
}

/** Records that a part ended, and how much of it was walked. */
export function endPart(root: string, folder: string, { part, at, walked, of }: Ended): void {
  const ended: EndedPart = { changes: hasChanges(root), walked, of, left: leftOf(folder, part) };
  write(folder, { ...recordOf(folder, basename(folder)), at, [part]: ended });
}

/** Records that some paths of a part were walked again. They do not complete a part that never ended. */
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
  return files.filter((file) => file.endsWith('.json')).flatMap((file) => chartsIn(join(place, file))).length;
}

/** The charts in a coverage report. */
function chartsIn(report: string): readonly string[] {
  const { flows } = (parsed(report) ?? {}) as { readonly flows?: object };
  return Object.keys(flows ?? {});
}

/** How much of a part is there: of the planned paths, and of what the walk left. */
export function sharesOf(part: EndedPart | null, there: number): Share {
  return part === null ? null : { walked: part.walked, of: part.of, there, left: part.left };
}

/** A walk's record; an error message if it can't be read. */
export function readRecord(folder: string): WalkRecord | string {
  const record = parsed(join(folder, RECORD)) as Partial<WalkRecord> | null;
  if (record === null || typeof record !== 'object') return `its ${RECORD} is missing or can’t be read.`;
  const { rev, at, coverage = null, screens = null } = record;
  const isNamed = typeof rev === 'string' && /^[0-9a-f]{40}$/.test(rev) && typeof at === 'string';
  if (!isNamed) return `its ${RECORD} names no revision.`;
  if (basename(folder).replace(AGAIN, '') !== rev) return `its ${RECORD} is of another revision.`;
  if (![coverage, screens].every(isPart)) return `its ${RECORD} does not tell how much was walked.`;
  return { rev, at, coverage, screens };
}

function isPart(part: unknown): boolean {
  if (part === null) return true;
  const { changes, walked, of, left } = part as Partial<EndedPart>;
  const counts = [walked, of, left];
  return typeof changes === 'boolean' && counts.every((count) => Number.isInteger(count) && Number(count) >= 0);
}

/** The content of a JSON file; null if it can't be read. */
export function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
