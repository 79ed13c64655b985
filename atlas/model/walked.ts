import type { Culture } from '#openapi/cultures.ts';
import { say } from '#atlas/words/words.ts';

/** A walk whose screens and coverage are shown, and how it relates to the shown revision. */
export interface WalkedAt {
  readonly rev: string;
  /** When it ended, RFC 3339. */
  readonly at: string;
  /** How many commits before the one shown; null if git can't tell, as in a folder without history. */
  readonly commitsAgo: number | null;
  /** Whether there were uncommitted changes when it was walked. */
  readonly changes: boolean;
  readonly coverage: Share;
  readonly screens: Share;
}

/** How much of a part of a walk is there; null if it did not end. */
export type Share = {
  /** Paths that were walked to their end, of all planned ones. */
  readonly walked: number;
  readonly of: number;
  /** Valid pictures, or charts with coverage, of those that the walk left. */
  readonly there: number;
  readonly left: number;
} | null;

/** What a part of a walk lacks, as a sentence; null if it is complete. */
export function lackOf(
  walk: Pick<WalkedAt, 'coverage' | 'screens'>,
  part: 'coverage' | 'screens',
  culture: Culture,
): string | null {
  const share = walk[part];
  if (share === null) return say(culture, `lack.${part}.unfinished`);
  const { walked, of, there, left } = share;
  const lacks = [
    ...(walked < of ? [say(culture, 'lack.paths', { walked, of })] : []),
    ...(there < left ? [say(culture, part === 'screens' ? 'lack.pictures' : 'lack.flows', { there, left })] : []),
  ];
  return lacks.length === 0 ? null : say(culture, `lack.${part}`, { lacks: lacks.join(say(culture, 'comma')) });
}

const SHORT = 7;

/** What a walk left. */
export type WalkedWhat = 'screensAndCoverage' | 'screens' | 'someScreens' | 'coverage';

/**
 * What a reader must know about screens or coverage: which revision they belong to, if that is not the one shown.
 * @param changes whether the atlas shows uncommitted changes.
 */
export function walkedSentence(
  walkedWhat: WalkedWhat,
  { rev, commitsAgo, changes: walkedChanges }: WalkedAt,
  changes: boolean,
  culture: Culture,
): string {
  const values = {
    what: say(culture, `walked.${walkedWhat}`),
    revision: say(culture, walkedChanges ? 'walked.revision.changed' : 'walked.revision', { rev: rev.slice(0, SHORT) }),
  };
  if (commitsAgo === null) return say(culture, 'walked.elsewhere', values);
  if (commitsAgo === 0) return say(culture, changes ? 'walked.shown.changes' : 'walked.shown', values);
  return say(culture, changes ? 'walked.ago.changes' : 'walked.ago', { ...values, count: commitsAgo });
}

/** Whether screens or coverage belong to something other than what is shown. */
export function isOther({ commitsAgo, changes: walkedChanges }: WalkedAt, changes: boolean): boolean {
  return commitsAgo !== 0 || walkedChanges || changes;
}
