// The buckets that count failed passwords (S-06).
import { keyedHash, type Keys } from '#server/platform/crypto/keys.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { clearThrottles } from './throttle.ts';

/** The bucket of a browser known to the account, or the one that all strangers share. */
export function passwordBucket(keys: Keys, usernameKey: string, countedAs: Buffer | null): string {
  const owner = countedAs === null ? 'strangers' : countedAs.toString('base64url');
  return `password:${keyedHash(keys.throttle, usernameKey, owner).toString('base64url')}`;
}

/** The bucket of a session whose member has to give the password again. */
export function stepUpBucket(sessionId: string): string {
  return `step-up:${sessionId}`;
}

/**
 * Forgets all failed sign-ins of an account: its password was recovered, which also ends the lock after a hundred
 * failures.
 */
export async function clearPasswordThrottles(
  trx: Trx,
  keys: Keys,
  member: { id: string; usernameKey: string },
): Promise<void> {
  const browsers = await trx
    .selectFrom('trusted_browsers')
    .select('counted_as')
    .distinct()
    .where('member_id', '=', member.id)
    .execute();
  const known = browsers.map((row) => passwordBucket(keys, member.usernameKey, row.counted_as));
  await clearThrottles(trx, [...known, passwordBucket(keys, member.usernameKey, null)]);
}
