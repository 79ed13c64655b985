// How often mails with codes and links may be requested (S-02). Every request counts, whether or not a mail goes out,
// so that the limits do not reveal who is a member.
import { FIGURES } from '#openapi/figures.ts';
import { sql } from 'kysely';
import type { Services } from '#server/domain/services/services.ts';
import { countedAsOf } from '#server/domain/sessions/browsers.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import { keyedHash, type Keys } from '#server/platform/crypto/keys.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import type { EndReason } from '#server/platform/db/tables.ts';
import { DAY_SECONDS, secondsAfter, secondsUntil } from '#server/platform/system/clock.ts';
import { addressHash } from './addresses.ts';
import { BUDGETS, OF_CALLER, OF_CALLER_FOR_ACCOUNT, OF_KNOWN_BROWSERS } from './budgets.ts';
import type {
  AccountPurpose,
  AddressPurpose,
  Allowance,
  MailPurpose,
  MemberPurpose,
  RightPasswordPurpose,
} from './budgets.ts';

/** How long after one mail of an act the next mail of the same act may be requested. */
export const RESEND_SECONDS = FIGURES.resendSeconds;
const HOUR_SECONDS = 60 * 60;
/** How long a send must be remembered. */
export const SEND_MEMORY_SECONDS = DAY_SECONDS;

/** The suffix of a budget's name when a known browser has it for itself. */
export const KNOWN_BROWSER = ', known browser';
/**
 * Reasons to end a session that take more than the password: what such a session requested no longer counts. If other
 * reasons counted too, anybody who knows the password could have codes mailed and guessed without limit.
 */
const FREED_BY: readonly (EndReason | null)[] = [
  'password_reset',
  'frozen',
  'email_changed',
  'two_factor_on',
  'two_factor_off',
  'passkey_added',
  'ended_by_support',
];

type Asking = Pick<CallContext, 'session' | 'caller' | 'cookies'>;

/**
 * One requested mail. Its purpose says whose budget it spends (`BUDGETS`); the type says what must be known for
 * that.
 *
 * The cool-down applies within one act, not across acts. A member's `act` is the draft, change or address that the mail
 * is for. A caller who is not signed in has one act for each purpose and recipient; for accounts, each caller has an
 * act of their own.
 */
export type Send =
  | { purpose: MemberPurpose; memberId: string; act: string; call: Asking }
  | { purpose: AddressPurpose; email: string; call: Asking }
  // `memberId`: the account's member; null if no member has these names.
  | { purpose: AccountPurpose; account: Buffer; memberId: string | null; call: Asking }
  | { purpose: RightPasswordPurpose; memberId: string };

/** A mail as it is counted. */
interface Counted {
  budget: string;
  spender: Buffer;
  act: Buffer;
  allowance: Allowance;
  /** A network, or a browser that the account knows; null if the session identifies the caller, or nobody does. */
  caller: Buffer | null;
  /** The session that requests a member's own mail. */
  sessionId: string | null;
  /** What the caller, or the session, may take of this spender's budget. */
  share: Allowance | null;
  /** Whether the places of a session that was ended for the member's safety come back. */
  comesBack: boolean;
}

/**
 * Counts one mail, or refuses it. Sends of one spender are handled one at a time.
 *
 * @throws Problem code_too_soon within a minute of the last one of the same act, too_many_mails if the budget is spent
 */
export async function countSend(trx: Trx, services: Services, send: Send): Promise<void> {
  const now = services.clock.now();
  const { purpose } = send;
  const { budget, spender, act, allowance, caller, sessionId, share, comesBack } = await countingOf(
    trx,
    services,
    send,
  );
  await lockSends(trx, spender);
  const asked = await trx
    .selectFrom('email_sends')
    .leftJoin('sessions', 'sessions.id', 'email_sends.session_id')
    .select(['purpose', 'act', 'caller', 'session_id', 'sent_at', 'end_reason'])
    .where('budget', '=', budget)
    .where('spender', '=', spender)
    .where('sent_at', '>', secondsAfter(now, -DAY_SECONDS))
    .orderBy('sent_at', 'desc')
    .orderBy('email_sends.id', 'desc')
    .execute();
  const last = asked.find((earlier) => earlier.purpose === purpose && earlier.act.equals(act));
  refuseUntil('code_too_soon', now, last === undefined ? null : secondsAfter(last.sent_at, RESEND_SECONDS));
  const sends = comesBack ? asked.filter((earlier) => !FREED_BY.includes(earlier.end_reason)) : asked;
  refuseBeyond(allowance, sends, now);
  const isTheirs = (earlier: (typeof sends)[number]) =>
    caller === null ? earlier.session_id === sessionId : earlier.caller?.equals(caller) === true;
  if (share !== null) refuseBeyond(share, sends.filter(isTheirs), now);
  if (caller !== null)
    refuseBeyond(scaled(OF_CALLER, services), await sendsOfCaller(trx, { budget, caller, now }), now);
  await trx
    .insertInto('email_sends')
    .values({ budget, spender, purpose, act, caller, session_id: sessionId, sent_at: now })
    .execute();
}

/** Gives the places of a member's act back: its code was used. */
export async function giveBackSends(
  trx: Trx,
  keys: Keys,
  used: { purpose: MemberPurpose; act: string },
): Promise<void> {
  await trx
    .deleteFrom('email_sends')
    .where('act', '=', actHash(keys, used.purpose, used.act))
    .execute();
}

/**
 * The spender of a mail and its act. @throws Error if a call that is not the member's requests a mail of a member's
 * budget
 */
async function countingOf(trx: Trx, services: Services, send: Send): Promise<Counted> {
  const { keys } = services;
  const { purpose } = send;
  const nobodys = { caller: null, sessionId: null, share: null, comesBack: false };
  if ('act' in send) {
    // The type alone cannot know whose session a call has.
    if (send.call.session?.memberId !== send.memberId)
      throw new Error(`a mail to ${purpose} can only be requested by the member`);
    const { session, total } = BUDGETS[send.purpose];
    const spender = memberSpender(keys, { purpose, memberId: send.memberId });
    return {
      budget: purpose,
      spender,
      act: actHash(keys, purpose, send.act),
      allowance: total,
      caller: null,
      sessionId: send.call.session.id,
      share: session,
      comesBack: purpose !== 'changeEmail',
    };
  }
  if (!('call' in send)) {
    const spender = memberSpender(keys, { purpose, memberId: send.memberId });
    return {
      budget: purpose,
      spender,
      act: actHash(keys, purpose, send.memberId),
      allowance: BUDGETS[send.purpose],
      ...nobodys,
    };
  }
  const caller = keyedHash(keys.emailAddress, 'caller', send.call.caller);
  if ('email' in send) {
    const spender = addressHash(keys, send.email);
    const { pool: budget, ...allowance } = BUDGETS[send.purpose];
    return {
      ...nobodys,
      budget,
      spender,
      act: actHash(keys, purpose, spender.toString('base64url')),
      allowance,
      caller,
    };
  }
  const { pool: budget, ...allowance } = BUDGETS[send.purpose];
  const account = send.account.toString('base64url');
  const browser = await countedAsOf(trx, services, send.call, send.memberId);
  if (browser !== null) {
    // All browsers of the account share a limit; otherwise each sign-in from a new one would add another reserve.
    const known = keyedHash(keys.emailAddress, 'browser', account, browser.toString('base64url'));
    const act = actHash(keys, purpose, known.toString('base64url'));
    return {
      ...nobodys,
      budget: budget + KNOWN_BROWSER,
      spender: send.account,
      act,
      allowance: OF_KNOWN_BROWSERS,
      caller: known,
      share: allowance,
    };
  }
  const act = actHash(keys, purpose, keyedHash(keys.emailAddress, account, send.call.caller).toString('base64url'));
  return { ...nobodys, budget, spender: send.account, act, allowance, caller, share: OF_CALLER_FOR_ACCOUNT };
}

/** Whose places a member's mail takes. */
export function memberSpender(keys: Keys, { purpose, memberId }: { purpose: MailPurpose; memberId: string }): Buffer {
  return keyedHash(keys.emailAddress, 'member', purpose, memberId);
}

async function sendsOfCaller(
  trx: Trx,
  of: { budget: string; caller: Buffer; now: Date },
): Promise<{ sent_at: Date }[]> {
  const { budget, caller, now } = of;
  await lockSends(trx, caller);
  return trx
    .selectFrom('email_sends')
    .select('sent_at')
    .where('budget', '=', budget)
    .where('caller', '=', caller)
    .where('sent_at', '>', secondsAfter(now, -DAY_SECONDS))
    .orderBy('sent_at', 'desc')
    .execute();
}

/**
 * Waits for other transactions that count for the same keys. Callers are locked after spenders, so there is no
 * deadlock.
 */
async function lockSends(trx: Trx, whose: Buffer): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${whose.toString('base64')}, 0))`.execute(trx);
}

/** @param sends those of the last day, newest first */
function refuseBeyond({ hourly, daily }: Allowance, sends: readonly { sent_at: Date }[], now: Date): void {
  // The oldest of as many as are allowed: once it leaves the window, there is room for one more.
  const inHour = sends[hourly - 1];
  const inDay = sends[daily - 1];
  refuseUntil('too_many_mails', now, inDay === undefined ? null : secondsAfter(inDay.sent_at, DAY_SECONDS));
  refuseUntil('too_many_mails', now, inHour === undefined ? null : secondsAfter(inHour.sent_at, HOUR_SECONDS));
}

/** Limits of callers are scaled by `RATE_LIMIT_SCALE`, as in server/entry/http/rate-limits.ts. */
function scaled({ hourly, daily }: Allowance, { config }: Services): Allowance {
  return { hourly: hourly * config.rateLimitScale, daily: daily * config.rateLimitScale };
}

function actHash(keys: Keys, purpose: MailPurpose, act: string): Buffer {
  return keyedHash(keys.emailAddress, 'act', purpose, act);
}

function refuseUntil(code: 'code_too_soon' | 'too_many_mails', now: Date, until: Date | null): void {
  if (until !== null && until > now) throw new Problem(code, { retryAfterSeconds: secondsUntil(now, until), until });
}
