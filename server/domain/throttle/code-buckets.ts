// The buckets that count wrong app codes outside a session (S-07).

/**
 * The counter of app codes at sign-in: a browser's own, that of browsers the account knows only because of a reset, or
 * that of all others.
 */
export type CodeCounter = Buffer | 'resets' | 'strangers';

export function signInBucket(memberId: string, counter: CodeCounter): string {
  return `second-factor:${memberId}:${typeof counter === 'string' ? counter : counter.toString('base64url')}`;
}

/** The bucket of all thaw links of a member. */
export function thawBucket(memberId: string): string {
  return `second-factor:${memberId}:thaw`;
}
