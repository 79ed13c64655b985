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
export function lackOf(walk: Pick<WalkedAt, 'coverage' | 'screens'>, part: 'coverage' | 'screens'): string | null {
  const says = `Only a part of the ${part}`;
  const share = walk[part];
  if (share === null) return `${says}: the walk was not finished.`;
  const { walked, of, there, left } = share;
  const lacks = [
    ...(walked < of ? [`${walked} of ${of} paths were walked to their end`] : []),
    ...(there < left ? [`${there} of ${left} ${part === 'screens' ? 'pictures' : 'flows'} can be read`] : []),
  ];
  return lacks.length === 0 ? null : `${says}: ${lacks.join(', ')}.`;
}

const SHORT = 7;

/**
 * What a reader must know about screens or coverage: which revision they belong to, if that is not the one shown.
 * @param what what the walk left, such as "Screens".
 * @param changes whether the atlas shows uncommitted changes.
 */
export function walkedSentence(
  what: string,
  { rev, commitsAgo, changes: walkedChanges }: WalkedAt,
  changes: boolean,
): string {
  const walked = `revision ${rev.slice(0, SHORT)}${walkedChanges ? ' with changes that were not committed' : ''}`;
  if (commitsAgo === null) return `${what} of ${walked}, which is not among the commits before this one.`;
  const ago = commitsAgo === 0 ? 'the one shown' : commitsAgo === 1 ? '1 commit ago' : `${commitsAgo} commits ago`;
  return `${what} of ${walked}, ${ago}${changes ? ', before changes that are not committed' : ''}.`;
}

/** Whether screens or coverage belong to something other than what is shown. */
export function isOther({ commitsAgo, changes: walkedChanges }: WalkedAt, changes: boolean): boolean {
  return commitsAgo !== 0 || walkedChanges || changes;
}
