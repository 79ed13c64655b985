// A browser that signed in before is recognized by a signed cookie that scripts cannot read (S-06).
import { timingSafeEqual } from 'node:crypto';
import { followNotifiedBrowser } from '#server/domain/notices/notified-browsers.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { CodeCounter } from '#server/domain/throttle/code-buckets.ts';
import type { CallContext, CallCookies, Cookie, GivenCookie } from '#server/platform/contract/types.ts';
import { eitherHash, keyedHash, type Keys } from '#server/platform/crypto/keys.ts';
import { newToken, tokenHash } from '#server/platform/crypto/tokens.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { DAY_SECONDS, secondsAfter } from '#server/platform/system/clock.ts';
import type { Random } from '#server/platform/system/random.ts';

export const BROWSER_COOKIE: Cookie = { name: 'perch_browser' };
/** After this long unseen, a browser is a stranger again. */
export const BROWSER_TRUST_SECONDS = 180 * DAY_SECONDS;

/** The hash of the cookie's browser token; null if there is no cookie or its signature is not ours. */
export function readBrowser(cookies: CallCookies, keys: Keys): Buffer | null {
  const [token, signature] = cookies.read(BROWSER_COOKIE)?.split('.') ?? [];
  if (token === undefined || signature === undefined) return null;
  const given = Buffer.from(signature, 'base64url');
  const known = eitherHash(keys, 'browser', token).some(
    (right) => given.length === right.length && timingSafeEqual(given, right),
  );
  return known ? tokenHash(token) : null;
}

/** The oldest moment at which a browser may have been seen last and still be known. */
export function trustedSince(now: Date): Date {
  return secondsAfter(now, -BROWSER_TRUST_SECONDS);
}

/**
 * Notifies the member of the next sign-in from each of their browsers. The account still knows the browsers: strangers
 * cannot spend what the browsers have for themselves, and a freeze does not reset the limits of a thief's browser.
 */
export async function tellOfNextSignIns(trx: Trx, memberId: string): Promise<void> {
  await trx.updateTable('trusted_browsers').set({ signed_in: false }).where('member_id', '=', memberId).execute();
}

/**
 * Notifies the members of the next sign-ins from the browsers of sessions that are about to be ended by something other
 * than their own sign-out: one that was ended may have been a stranger's, and its browser must not come back unnoticed.
 * Done before the sessions end, in the order in which a sign-in moves a browser to a new token. A refresh with a spent
 * token takes them the other way round: where the two meet, the database ends one of them, which is repeated.
 *
 * @param of which sessions; of these, the ones that have not ended yet. `kept`: a session whose browser is left out
 */
export async function tellOfNextSignInsFromEnded(
  db: Db | Trx,
  of: { sessionId: string; kept: string | null } | { memberId: string; kept: string | null } | 'everybody',
): Promise<void> {
  const known = db
    .updateTable('trusted_browsers')
    .set({ signed_in: false })
    .from('sessions')
    .whereRef('sessions.member_id', '=', 'trusted_browsers.member_id')
    .whereRef('sessions.browser_hash', '=', 'trusted_browsers.browser_hash')
    .where('sessions.ended_at', 'is', null)
    .where('trusted_browsers.signed_in', '=', true);
  if (of === 'everybody') return void (await known.execute());
  const ending =
    'sessionId' in of
      ? known.where('sessions.id', '=', of.sessionId)
      : known.where('sessions.member_id', '=', of.memberId);
  if (of.kept === null) return void (await ending.execute());
  await ending
    .where('trusted_browsers.browser_hash', 'is distinct from', (kept) =>
      kept.selectFrom('sessions as here').select('here.browser_hash').where('here.id', '=', of.kept),
    )
    .execute();
}

/**
 * Forgets every browser of a member: the next sign-in comes from a stranger, is throttled as one and notified by mail.
 */
export async function forgetBrowsers(trx: Trx, memberId: string): Promise<void> {
  await trx.deleteFrom('trusted_browsers').where('member_id', '=', memberId).execute();
}

/**
 * Makes the calling browser the only one that the member's account knows, under a new token, so that a copy of the old
 * token is useless. Without it strangers, whose failures count together, could keep the member from signing in with the
 * password just set. The next sign-in from this browser is notified all the same.
 *
 * Other accounts that knew the old token know the new one in its place, so a copy of the old one is a stranger to them
 * as well. Every account continues to count the browser as before: a new token is not a new set of tries.
 *
 * If the browser has never passed a code of the app, its codes count with those of all resets: otherwise somebody who
 * reads the mailbox would have a new set of guesses after each reset.
 *
 * @param options.proven false only if the mailbox alone was enough, so that the codes count with those of all resets
 * @returns the cookie of the new token
 */
export async function trustOnlyThisBrowser(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: { memberId: string; proven: boolean },
): Promise<GivenCookie> {
  const { memberId, proven } = options;
  const { keys, random, clock } = services;
  const now = clock.now();
  const presented = readBrowser(call.cookies, keys);
  const token = newToken('br', random);
  const browserHash = tokenHash(token);
  const before = await callingBrowser(trx, services, call, memberId);
  await forgetBrowsers(trx, memberId);
  await trx
    .insertInto('trusted_browsers')
    .values({
      member_id: memberId,
      browser_hash: browserHash,
      device: call.device,
      first_seen_at: now,
      last_seen_at: now,
      signed_in: false,
      counted_as: before?.counted_as ?? browserHash,
      codes_with: proven || before?.codes_with === 'itself' ? 'itself' : 'resets',
    })
    .execute();
  // Moved, never copied: if two such calls run at once, each account follows one of them, and no token of an account
  // becomes two.
  if (presented !== null) {
    await trx
      .updateTable('trusted_browsers')
      .set({ browser_hash: browserHash })
      .where('browser_hash', '=', presented)
      .execute();
    await followNotifiedBrowser(trx, presented, browserHash);
  }
  return { cookie: BROWSER_COOKIE, value: signed(keys, token), maxAgeSeconds: BROWSER_TRUST_SECONDS };
}

/** How the calling browser is counted if the member's account knows it; null if it is a stranger. */
export async function countedAsOf(
  db: Db | Trx,
  services: Services,
  call: Pick<CallContext, 'cookies'>,
  memberId: string | null,
): Promise<Buffer | null> {
  return (await callingBrowser(db, services, call, memberId))?.counted_as ?? null;
}

/**
 * Which counter the browser's app codes go to at sign-in: its own if it has passed one; that of all resets if the
 * account knows it only because of a reset; otherwise that of all strangers.
 */
export async function codeCounter(
  db: Db | Trx,
  services: Services,
  call: Pick<CallContext, 'cookies'>,
  memberId: string,
): Promise<CodeCounter> {
  const known = await callingBrowser(db, services, call, memberId);
  if (known === undefined) return 'strangers';
  return known.codes_with === 'itself' ? known.counted_as : known.codes_with;
}

/**
 * Lets all browsers but one count their app codes with the strangers, because an app was just set up and they had
 * signed in with the password alone. Otherwise somebody who had that password could have as many sets of guesses as
 * browsers.
 */
export async function countCodesOfOthersWithStrangers(
  trx: Trx,
  services: Services,
  call: CallContext,
  memberId: string,
): Promise<void> {
  await trx
    .updateTable('trusted_browsers')
    .set({ codes_with: 'strangers' })
    .where('member_id', '=', memberId)
    .where('browser_hash', '!=', readBrowser(call.cookies, services.keys) ?? Buffer.alloc(0))
    .execute();
}

function callingBrowser(db: Db | Trx, services: Services, call: Pick<CallContext, 'cookies'>, memberId: string | null) {
  const presented = readBrowser(call.cookies, services.keys);
  return db
    .selectFrom('trusted_browsers')
    .select(['counted_as', 'codes_with'])
    .where('member_id', '=', memberId)
    .where('browser_hash', '=', presented ?? Buffer.alloc(0))
    .where('last_seen_at', '>=', trustedSince(services.clock.now()))
    .executeTakeFirst();
}

/**
 * Remembers the browser of a completed sign-in and renews its cookie; a browser without a cookie gets one.
 *
 * @returns the browser's hash, and whether it is new to this account
 */
export async function rememberBrowser(
  trx: Trx,
  options: { memberId: string; device: string; now: Date; cookies: CallCookies; keys: Keys; random: Random },
): Promise<{ browserHash: Buffer; isNew: boolean }> {
  const { memberId, device, now, cookies, keys, random } = options;
  const presented = readBrowser(cookies, keys);
  // Signed again even if it is known, since the secret may have changed meanwhile.
  const token = presented === null ? newToken('br', random) : (cookies.read(BROWSER_COOKIE)?.split('.')[0] ?? '');
  const browserHash = tokenHash(token);
  const before = await trx
    .selectFrom('trusted_browsers')
    .select(['last_seen_at', 'signed_in'])
    .where('member_id', '=', memberId)
    .where('browser_hash', '=', browserHash)
    .executeTakeFirst();
  await trx
    .insertInto('trusted_browsers')
    .values({
      member_id: memberId,
      browser_hash: browserHash,
      device,
      first_seen_at: now,
      last_seen_at: now,
      counted_as: browserHash,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['member_id', 'browser_hash'])
        .doUpdateSet({ device, last_seen_at: now, signed_in: true, codes_with: 'itself' }),
    )
    .execute();
  cookies.set(BROWSER_COOKIE, signed(keys, token), BROWSER_TRUST_SECONDS);
  return { browserHash, isNew: before === undefined || !before.signed_in || before.last_seen_at < trustedSince(now) };
}

/** A browser's token as its cookie carries it. */
function signed(keys: Keys, token: string): string {
  return `${token}.${keyedHash(keys.browser, token).toString('base64url')}`;
}
