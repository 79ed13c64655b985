import { sql } from 'kysely';
import type { Db } from '#server/platform/db/kysely.ts';
import { secondsAfter, type Clock } from '#server/platform/system/clock.ts';
import type { Mailer, OutgoingMail } from './transport.ts';
import { reasonOf } from '#server/platform/system/one-line-error.ts';
import { retryDelay } from '#server/platform/system/retry-delay.ts';

/** How many mails one run sends; after a full run the next one follows at once. */
const MAILS_IN_A_RUN = 20;
/** Longer than a delivery may take, so that no second sender takes a mail that is on its way. */
const LEASE_SECONDS = 120;
/** Over about a day with the delays between them; after that the mail waits for an operator. */
const MAX_ATTEMPTS = 30;
const MAX_ERROR_LENGTH = 200;
/** In place of what the log must not have. */
const HIDDEN = '…';

/** What a run has done. */
export interface MailRun {
  /** How many mails it took. */
  taken: number;
  /** Whether others may wait that can go out now; not if the mail server takes none. */
  more: boolean;
}

/**
 * Delivers what waits in the outbox, codes and links before all else. Any number of processes may run it: each takes
 * mails that no other has, one at a time, so that a slow mail server delays none beyond its lease. A mail may go out
 * twice when a process dies between delivery and note, both times under the same Message-ID; never not at all. A server
 * that stops finishes only the mail that is on its way.
 *
 * @param options.log gets a line for each failure, but only once a run for failures with the same answer
 */
export async function sendMails(
  db: Db,
  options: { mailer: Mailer; clock: Clock; log?: (line: string) => void },
  isStopping: () => boolean = () => false,
): Promise<MailRun> {
  const { mailer, clock, log } = options;
  const logged = new Set<string>();
  let delivered = 0;
  for (let taken = 0; taken < MAILS_IN_A_RUN; taken += 1) {
    if (isStopping()) return { taken, more: false };
    const mail = await takeMail(db, clock.now());
    if (mail === null) return { taken, more: false };
    try {
      const result = await mailer.deliver(mail);
      delivered += 1;
      const done = result.kind === 'sent' ? { sent_at: clock.now() } : { eml: result.eml };
      await db
        .updateTable('mails')
        .set({ ...done, leased_until: null, last_error: null })
        .where('id', '=', mail.id)
        .execute();
    } catch (error) {
      await noteFailure(db, { mail, error, now: clock.now() });
      const line = lineOfFailure(mail, error);
      if (!logged.has(line)) log?.(line);
      logged.add(line);
    }
  }
  return { taken: MAILS_IN_A_RUN, more: delivered > 0 };
}

type TakenMail = OutgoingMail & { attempts: number };

/**
 * Takes the mail whose code or link ends next, or the one that has waited longest if none has any; null if none is due.
 * What has expired is useless, and is left to be wiped.
 */
async function takeMail(db: Db, now: Date): Promise<TakenMail | null> {
  const row = await db
    .updateTable('mails')
    .set((query) => ({ leased_until: secondsAfter(now, LEASE_SECONDS), attempts: query('attempts', '+', 1) }))
    .where('id', '=', (query) =>
      query
        .selectFrom('mails')
        .select('id')
        .where('sent_at', 'is', null)
        .where('given_up_at', 'is', null)
        .where('eml', 'is', null)
        .where('next_attempt_at', '<=', now)
        .where((or) => or.or([or('leased_until', 'is', null), or('leased_until', '<=', now)]))
        .where((or) => or.or([or('secret_until', 'is', null), or('secret_until', '>', now)]))
        .orderBy('secret_until', (end) => end.asc().nullsLast())
        .orderBy('next_attempt_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'recipient_name', 'recipient', 'subject', 'body', 'html', 'culture', 'created_at', 'attempts'])
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    id: row.id,
    recipientName: row.recipient_name,
    recipient: row.recipient,
    subject: row.subject,
    body: row.body,
    html: row.html,
    culture: row.culture,
    createdAt: row.created_at,
    attempts: row.attempts,
  };
}

async function noteFailure(db: Db, failed: { mail: TakenMail; error: unknown; now: Date }): Promise<void> {
  const { mail, error, now } = failed;
  const message = reasonOf(error).slice(0, MAX_ERROR_LENGTH);
  await db
    .updateTable('mails')
    .set({
      leased_until: null,
      last_error: message,
      next_attempt_at: secondsAfter(now, retryDelay(mail.attempts)),
      given_up_at: mail.attempts >= MAX_ATTEMPTS ? now : sql<null>`NULL`,
    })
    .where('id', '=', mail.id)
    .execute();
}

function lineOfFailure(mail: TakenMail, error: unknown): string {
  const outcome = mail.attempts >= MAX_ATTEMPTS ? `was given up after ${MAX_ATTEMPTS} tries` : 'could not be sent';
  return `a mail ${outcome}: ${answerOf(mail, error)}`;
}

/**
 * What the mail server answered, for the log. Servers like to quote: addresses, the recipient's name, links and codes
 * are left out (S-24).
 */
function answerOf({ recipient, recipientName }: TakenMail, error: unknown): string {
  const names = [recipientName, recipient.replace(/@.*$/, '')].map((name) => name.toLowerCase());
  return reasonOf(error)
    .split(/\s+/)
    .map((word) => (/@|:\/\/|\d{6}/.test(word) || names.includes(bare(word)) ? HIDDEN : word))
    .join(' ')
    .slice(0, MAX_ERROR_LENGTH);
}

/** A word without the punctuation around it. */
function bare(word: string): string {
  return word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').toLowerCase();
}
