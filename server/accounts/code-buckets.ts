// Under which names wrong codes of the app are counted, outside of a session (security rule 7).
import type { Trx } from '#server/db/kysely.ts';

/** The bucket of a browser that counts alone at sign-in, or the one that all others share. */
export function signInBucket(memberId: string, browserHash: Buffer | null): string {
  return `second-factor:${memberId}:${browserHash === null ? 'strangers' : browserHash.toString('base64url')}`;
}

/** The bucket of all links to thaw of a member. */
export function thawBucket(memberId: string): string {
  return `second-factor:${memberId}:thaw`;
}

/** Hands the count of a browser on to its new token: another cookie is no new set of guesses. */
export async function moveCodeCount(trx: Trx, memberId: string, browser: { from: Buffer; to: Buffer }): Promise<void> {
  await trx
    .updateTable('throttles')
    .set({ bucket: signInBucket(memberId, browser.to) })
    .where('bucket', '=', signInBucket(memberId, browser.from))
    .execute();
}
