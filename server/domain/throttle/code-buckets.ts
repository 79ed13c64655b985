// Under which names wrong codes of the app are counted, outside of a session (S-07).

/**
 * With whom codes of the app count at sign-in: a browser that counts by itself, those that the account knows by a reset alone, or all
 * others.
 */
export type CodeCounter = Buffer | 'resets' | 'strangers';

export function signInBucket(memberId: string, counter: CodeCounter): string {
  return `second-factor:${memberId}:${typeof counter === 'string' ? counter : counter.toString('base64url')}`;
}

/** The bucket of all links to thaw of a member. */
export function thawBucket(memberId: string): string {
  return `second-factor:${memberId}:thaw`;
}
