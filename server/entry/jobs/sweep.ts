// Deletes rows that nobody needs any more. Every limit here is far beyond the last moment at which the row could
// matter.
import { sql } from 'kysely';
import { forgetUnusedBrowsers } from '#server/domain/notices/notified-browsers.ts';
import { DAY_SECONDS, secondsAfter } from '#server/platform/system/clock.ts';
import { SEND_MEMORY_SECONDS } from '#server/domain/codes/send-limits.ts';
import type { Db } from '#server/platform/db/kysely.ts';
import { MAX_PASSWORD_FAILURES } from '#server/domain/throttle/throttle.ts';
import { trustedSince } from '#server/domain/sessions/browsers.ts';
import { REQUEST_DAYS, SECRET_ANSWER_SECONDS } from '#server/domain/requests/requests.ts';

/** Members see where they were signed in; the tokens of such sessions are deleted much earlier. */
const SESSION_DAYS = 90;
const THROTTLE_DAYS = 30;
/**
 * Nobody returns to a draft that was not confirmed within minutes; a draft that was carried out answers as long as its
 * call does.
 */
const DRAFT_DAYS = 30;
/** As long as members may ask about past mails; mails that could not be sent stay for the operator equally long. */
const MAIL_DAYS = 90;
/** Far longer than anything that a notice leads to is news; Activity has what happened for good. */
const NOTICE_DAYS = 365;

/** Deletes counts of calls whose minute is over: by the clock of the database, which they end by. */
export async function sweepCallCounts(db: Db): Promise<void> {
  await sql`DELETE FROM call_counts WHERE over_at < clock_timestamp()`.execute(db);
}

/** Deletes saved answers with secrets once their ten minutes are over. */
export async function wipeSecretAnswers(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('requests')
    .set({ answer_sealed: null })
    .where('answer_sealed', 'is not', null)
    .where('done_at', '<=', secondsAfter(now, -SECRET_ANSWER_SECONDS))
    .execute();
}

/**
 * Removes expired codes and links from the mails that carried them. If such a mail could not be sent so far, it is
 * given up: its code would be useless. A mail that is being sent at this moment is left to the next run, so that its
 * status is not overwritten.
 */
export async function wipeMailSecrets(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({
      body: '',
      html: '',
      eml: sql<string | null>`CASE WHEN eml IS NULL THEN NULL ELSE '' END`,
      wiped_at: now,
      given_up_at: sql<Date | null>`CASE WHEN sent_at IS NULL AND eml IS NULL THEN coalesce(given_up_at, ${now}::timestamptz) ELSE given_up_at END`,
    })
    .where('secret_until', '<=', now)
    .where('wiped_at', 'is', null)
    .where((or) => or.or([or('leased_until', 'is', null), or('leased_until', '<=', now)]))
    .execute();
}

/**
 * Freeze links. Those of a member for whom a new address is requested stay, since they say which former addresses are
 * notified of the result.
 */
async function sweepFreezeLinks(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('freeze_links')
    .where('expires_at', '<', before)
    .where('member_id', 'not in', (query) =>
      query
        .selectFrom('support_requests')
        .select('member_id')
        .where('kind', '=', 'address')
        .where('ended_at', 'is', null),
    )
    .execute();
}

/**
 * Deletes expired tokens, challenges, sessions, codes, proofs, links, old mails, saved requests, throttles that have
 * cooled down, browsers that are strangers again, and those that are notified of members who stayed away.
 */
export async function sweepExpired(db: Db, now: Date): Promise<void> {
  const dayAgo = secondsAfter(now, -DAY_SECONDS);
  await db.deleteFrom('access_tokens').where('expires_at', '<', dayAgo).execute();
  await db
    .deleteFrom('notices')
    .where('at', '<', secondsAfter(now, -NOTICE_DAYS * DAY_SECONDS))
    .execute();
  await forgetUnusedBrowsers(db, now);
  await db.deleteFrom('trusted_browsers').where('last_seen_at', '<', trustedSince(now)).execute();
  await db.deleteFrom('challenges').where('expires_at', '<', dayAgo).execute();
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', dayAgo).execute();
  await db.deleteFrom('email_codes').where('expires_at', '<', dayAgo).execute();
  await db.deleteFrom('email_proofs').where('expires_at', '<', dayAgo).execute();
  await db.deleteFrom('password_recoveries').where('expires_at', '<', dayAgo).execute();
  await db.deleteFrom('thaw_links').where('expires_at', '<', dayAgo).execute();
  await sweepFreezeLinks(db, dayAgo);
  await db.deleteFrom('email_sends').where('sent_at', '<', secondsAfter(now, -SEND_MEMORY_SECONDS)).execute();
  // Spent refresh tokens stay as long as their session could live: otherwise their re-use could not be detected.
  await db
    .deleteFrom('refresh_tokens')
    .where('session_id', 'in', (query) => query.selectFrom('sessions').select('id').where('absolute_end', '<', dayAgo))
    .execute();
  await db
    .deleteFrom('sessions')
    .where('absolute_end', '<', secondsAfter(now, -SESSION_DAYS * DAY_SECONDS))
    .execute();
  await db
    .deleteFrom('mails')
    .where('created_at', '<', secondsAfter(now, -MAIL_DAYS * DAY_SECONDS))
    .execute();
  await db
    .deleteFrom('requests')
    .where('claimed_at', '<', secondsAfter(now, -REQUEST_DAYS * DAY_SECONDS))
    .execute();
  await sweepDrafts(db, now);
  // The same for existing and unknown names, so that waits reveal nothing. A disabled password stays disabled.
  await db
    .deleteFrom('throttles')
    .where('last_failure_at', '<', secondsAfter(now, -THROTTLE_DAYS * DAY_SECONDS))
    .where('failures', '<', MAX_PASSWORD_FAILURES)
    .execute();
}

/**
 * Receipts and journals stay forever; the draft that led to them is only needed for repetitions of its member's call.
 */
async function sweepDrafts(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('drafts')
    .where('state', '<>', 'executed')
    .where('expires_at', '<', secondsAfter(now, -DRAFT_DAYS * DAY_SECONDS))
    .execute();
  await db
    .deleteFrom('drafts')
    .where('executed_at', '<', secondsAfter(now, -REQUEST_DAYS * DAY_SECONDS))
    .execute();
}
