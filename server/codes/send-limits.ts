// How often mails with codes and links may be asked for (security rule 2). Asking counts, whether or not a mail goes out, so
// that the limits tell nothing of who is a member.
import { sql } from 'kysely';
import { secondsAfter, secondsUntil } from '#server/clock.ts';
import type { Trx } from '#server/db/kysely.ts';
import { Problem } from '#server/problems.ts';
import type { Services } from '#server/services.ts';
import { addressHash } from './addresses.ts';

/** So long after one mail, another of the same purpose may be asked for. */
export const RESEND_SECONDS = 60;
const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const HOURLY = 5;
const DAILY = 10;
/** How long a send must be remembered. */
export const SEND_MEMORY_SECONDS = DAY_SECONDS;

/**
 * Counts one mail to an address, or refuses it. Sends to one address follow each other, whatever runs in parallel.
 *
 * @throws Problem code_too_soon within a minute of the last one for the same purpose, too_many_requests beyond five an hour or
 * ten a day to the address for any purpose
 */
export async function countSend(trx: Trx, services: Services, send: { email: string; purpose: string }): Promise<void> {
  const now = services.clock.now();
  const recipient = addressHash(services.keys, send.email);
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${recipient.toString('base64')}, 0))`.execute(trx);
  const sends = await trx
    .selectFrom('email_sends')
    .select(['purpose', 'sent_at'])
    .where('recipient', '=', recipient)
    .where('sent_at', '>', secondsAfter(now, -DAY_SECONDS))
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const last = sends.find(({ purpose }) => purpose === send.purpose);
  refuseUntil('code_too_soon', now, last === undefined ? null : secondsAfter(last.sent_at, RESEND_SECONDS));
  // The oldest of as many as are allowed: once it leaves the window, there is room for one more.
  const hourly = sends[HOURLY - 1];
  const daily = sends[DAILY - 1];
  refuseUntil('too_many_requests', now, hourly === undefined ? null : secondsAfter(hourly.sent_at, HOUR_SECONDS));
  refuseUntil('too_many_requests', now, daily === undefined ? null : secondsAfter(daily.sent_at, DAY_SECONDS));
  await trx.insertInto('email_sends').values({ recipient, purpose: send.purpose, sent_at: now }).execute();
}

function refuseUntil(code: 'code_too_soon' | 'too_many_requests', now: Date, until: Date | null): void {
  if (until !== null && until > now) throw new Problem(code, { retryAfterSeconds: secondsUntil(now, until), until });
}
