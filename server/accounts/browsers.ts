// A browser that signed in before is known again by a signed cookie that scripts can't read (security rule 6).
import { timingSafeEqual } from 'node:crypto';
import { secondsAfter } from '#server/clock.ts';
import type { CallCookies, Cookie } from '#server/contract/types.ts';
import { keyedHash, type Keys } from '#server/crypto/keys.ts';
import { newToken, tokenHash } from '#server/crypto/tokens.ts';
import type { Trx } from '#server/db/kysely.ts';
import type { Random } from '#server/random.ts';

export const BROWSER_COOKIE: Cookie = { name: 'perch_browser', area: 'token' };
/** A browser not seen for so long is a stranger again. */
export const BROWSER_TRUST_SECONDS = 180 * 24 * 60 * 60;

/** The hash of the cookie's browser token; null where there is no cookie or its signature isn't ours. */
export function readBrowser(cookies: CallCookies, keys: Keys): Buffer | null {
  const [token, signature] = cookies.read(BROWSER_COOKIE)?.split('.') ?? [];
  if (token === undefined || signature === undefined) return null;
  const given = Buffer.from(signature, 'base64url');
  const right = keyedHash(keys.browser, token);
  return given.length === right.length && timingSafeEqual(given, right) ? tokenHash(token) : null;
}

/** Since when a browser must have been seen to be known now. */
export function trustedSince(now: Date): Date {
  return secondsAfter(now, -BROWSER_TRUST_SECONDS);
}

/**
 * Remembers the browser of a finished sign-in and renews its cookie; a browser without one gets one.
 *
 * @returns the browser's hash, and whether this account was never signed in to from it
 */
export async function rememberBrowser(
  trx: Trx,
  options: { memberId: string; device: string; now: Date; cookies: CallCookies; keys: Keys; random: Random },
): Promise<{ browserHash: Buffer; isNew: boolean }> {
  const { memberId, device, now, cookies, keys, random } = options;
  const presented = readBrowser(cookies, keys);
  const token = presented === null ? newToken('br', random) : null;
  const browserHash = token === null ? (presented ?? Buffer.alloc(0)) : tokenHash(token);
  const before = await trx
    .selectFrom('trusted_browsers')
    .select('last_seen_at')
    .where('member_id', '=', memberId)
    .where('browser_hash', '=', browserHash)
    .executeTakeFirst();
  await trx
    .insertInto('trusted_browsers')
    .values({ member_id: memberId, browser_hash: browserHash, device, first_seen_at: now, last_seen_at: now })
    .onConflict((conflict) => conflict.columns(['member_id', 'browser_hash']).doUpdateSet({ device, last_seen_at: now }))
    .execute();
  const value = token === null ? cookies.read(BROWSER_COOKIE) : `${token}.${keyedHash(keys.browser, token).toString('base64url')}`;
  if (value !== null) cookies.set(BROWSER_COOKIE, value, BROWSER_TRUST_SECONDS);
  return { browserHash, isNew: before === undefined || before.last_seen_at < trustedSince(now) };
}
