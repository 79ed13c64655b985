// Codes by mail (S-01 and S-02, D-16): six digits, ten minutes, five tries, usable once and for one binding only.
import { FIGURES } from '#openapi/figures.ts';
import { timingSafeEqual } from 'node:crypto';
import type { components } from '#openapi/api.gen.d.ts';
import type { Services } from '#server/domain/services/services.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import { keyedHash, type Keys } from '#server/platform/crypto/keys.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import {
  enqueueMailOrRehearse,
  enqueueMailTo,
  type MemberRecipient,
  type MailRecipient,
} from '#server/platform/mail/outbox.ts';
import type { SecretMailKind } from '#server/platform/mail/kinds.ts';
import { earlier, secondsAfter, secondsUntil } from '#server/platform/system/clock.ts';
import { fieldSentence } from '#server/platform/texts/texts.ts';
import { addressHash } from './addresses.ts';
import { isMemberPurpose, type AccountPurpose, type AddressPurpose, type MemberPurpose } from './budgets.ts';
import { newDigits } from './digits.ts';
import { countSend, giveBackSends, RESEND_SECONDS, type Send } from './send-limits.ts';

/** The purposes of links; all other purposes are of codes. */
type LinkPurpose = 'changeEmailLink' | 'thawLink';
/** `confirmDraft`: the kind of draft says which mail carries the code. Each purpose has its budget in `BUDGETS`. */
export type CodePurpose = Exclude<MemberPurpose | AddressPurpose | AccountPurpose, LinkPurpose>;
type FixedPurpose = Exclude<CodePurpose, 'confirmDraft'>;
type Of<Purpose extends CodePurpose> = CodeBinding<Extract<FixedPurpose, Purpose>>;

/** What a code is valid for: a code of one binding opens no other. */
export interface CodeBinding<Purpose extends CodePurpose = FixedPurpose> {
  purpose: Purpose;
  email: string;
  /** The member, the browser that asked (`askingBrowser`), or the recovery, change or draft under way. */
  account: string;
}

/** `nobody`: the account does not exist. Everything else happens, but no mail goes out and no code is right. */
export type CodeRecipient = MailRecipient | 'nobody';

export const CODE_SECONDS = FIGURES.codeMinutes * 60;
const SECONDS_PER_MINUTE = 60;
/** How many wrong codes are compared; after that the code is void. */
export const CODE_TRIES = 5;
const HASH_BYTES = 32;

const MAIL_OF: Record<FixedPurpose, SecretMailKind> = {
  signUp: 'signUpCode',
  userName: 'userNameCode',
  verifyEmail: 'verifyEmailCode',
  changeEmail: 'changeEmailCode',
  resetPassword: 'passwordRecoveryCode',
  bindTwoFactor: 'bindTwoFactorCode',
  addPasskey: 'addPasskeyCode',
};

type MemberCode = Extract<MemberPurpose, CodePurpose>;
type AccountCode = Extract<AccountPurpose, CodePurpose>;

/** The purpose and recipient of a code. The purpose determines the budget; a member's own always has a member. */
export type CodeOrder = { until?: Date } & (
  | { binding: Of<MemberCode>; to: MemberRecipient }
  | {
      binding: CodeBinding<'confirmDraft'>;
      to: MemberRecipient;
      mail: { kind: SecretMailKind; values: Record<string, string> };
    }
  | { binding: CodeBinding<AddressPurpose>; to: CodeRecipient }
  // The hash of address and username as they were typed, whether or not such a member exists.
  | { binding: CodeBinding<AccountCode>; to: CodeRecipient; account: Buffer }
);

/**
 * Makes a code, voids the older one of the same binding and mails the new one. The code goes to the address that the
 * mail is put into the outbox with, so the binding's address must be the same.
 *
 * @param order.until the end of what the code is for, if that comes before the code's own end
 * @throws Problem code_too_soon or too_many_mails
 */
export async function sendCode(
  trx: Trx,
  services: Services,
  call: CallContext,
  order: CodeOrder,
): Promise<components['schemas']['CodeSent']> {
  const { clock, keys, random } = services;
  const { binding, to } = order;
  const words = 'mail' in order ? order.mail : { kind: MAIL_OF[order.binding.purpose], values: {} };
  const now = clock.now();
  const bound = bindingHash(keys, binding);
  await countSend(trx, services, sendOf(order, { bound, call }));
  const ownEnd = secondsAfter(now, CODE_SECONDS);
  const expiresAt = order.until === undefined ? ownEnd : earlier(ownEnd, order.until);
  const code = newDigits(random);
  await trx
    .updateTable('email_codes')
    .set({ voided_at: now })
    .where('binding', '=', bound)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute();
  const codeHash = to === 'nobody' ? random.bytes(HASH_BYTES) : hashOf(keys, bound, code);
  await trx
    .insertInto('email_codes')
    .values({ id: random.uuid(), binding: bound, code_hash: codeHash, created_at: now, expires_at: expiresAt })
    .execute();
  const mail = {
    kind: words.kind,
    to: to === 'nobody' ? stranger(binding.email, call) : to,
    device: call.device,
    now,
    values: { ...words.values, minutes: minutesUntil(now, expiresAt) },
    secret: { code, until: expiresAt },
  };
  // Whoever asks for a mail of their own knows who gets it, so there is nothing to rehearse.
  if (isMemberPurpose(binding.purpose)) await enqueueMailTo(trx, services, mail);
  else await enqueueMailOrRehearse(trx, services, mail, { really: to !== 'nobody' });
  return { expiresIn: secondsUntil(now, expiresAt), resendIn: RESEND_SECONDS };
}

/** The spender of the code, and its act: each binding is one. */
function sendOf(order: CodeOrder, { bound, call }: { bound: Buffer; call: CallContext }): Send {
  const { purpose, email } = order.binding;
  if ('account' in order)
    return {
      purpose: order.binding.purpose,
      account: order.account,
      memberId: order.to === 'nobody' ? null : order.to.memberId,
      call,
    };
  if (isMemberPurpose(purpose))
    return { purpose, memberId: (order.to as MemberRecipient).memberId, act: bound.toString('base64url'), call };
  return { purpose: purpose as AddressPurpose, email, call };
}

/** An address of which nothing is known, as the recipient of a mail in the caller's language. */
export function stranger(email: string, call: CallContext): MailRecipient {
  return { memberId: null, address: email, username: null, culture: call.culture };
}

/**
 * What a mail says about how long its secret is valid: rounded to the minute, as the screens do (`minutesOf` of
 * src/i18n/spans.ts).
 */
export function minutesUntil(now: Date, until: Date): string {
  return String(Math.max(1, Math.round(secondsUntil(now, until) / SECONDS_PER_MINUTE)));
}

export type CodeUse = { kind: 'right' } | { kind: 'refused'; problem: Problem };

/**
 * Uses a code up if it is right. One statement counts the try before anything is compared, so that parallel guesses
 * cannot exceed the five; the transaction must commit whatever the result. Of any number of parallel uses, one is
 * right.
 *
 * Refused with code_incorrect and the tries left, code_used_up at the fifth wrong one and after, or code_expired for a
 * code that expired, was used, was replaced or never existed.
 *
 * @param given.field the name of the code in the call, if the call has two
 */
export async function takeCode(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { binding: CodeBinding<CodePurpose>; code: string; field?: string },
): Promise<CodeUse> {
  const { clock, keys } = services;
  const now = clock.now();
  const bound = bindingHash(keys, given.binding);
  const field = given.field ?? 'code';
  const tried = await trx
    .updateTable('email_codes')
    .set((query) => ({ tries: query('tries', '+', 1) }))
    .where('binding', '=', bound)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', CODE_TRIES)
    .returning(['id', 'tries', 'code_hash'])
    .executeTakeFirst();
  if (tried === undefined) return refusal(call, { code: await deadCode(trx, { bound, now }), field });
  const right = timingSafeEqual(tried.code_hash, hashOf(keys, bound, given.code));
  if (!right)
    return refusal(call, {
      code: tried.tries >= CODE_TRIES ? 'code_used_up' : 'code_incorrect',
      field,
      triesLeft: CODE_TRIES - tried.tries,
    });
  await trx.updateTable('email_codes').set({ used_at: now }).where('id', '=', tried.id).execute();
  const { purpose } = given.binding;
  if (isMemberPurpose(purpose)) await giveBackSends(trx, keys, { purpose, act: bound.toString('base64url') });
  return { kind: 'right' };
}

/** A code that was mailed and has not expired, as its recipient has to know it. */
export interface LiveCode extends Readonly<components['schemas']['CodeSent']> {
  readonly triesLeft: number;
}

/** The newest code of a binding while it can be used; null if there is none. */
export async function liveCode(
  db: Db | Trx,
  services: Services,
  binding: CodeBinding<CodePurpose>,
): Promise<LiveCode | null> {
  const now = services.clock.now();
  const row = await db
    .selectFrom('email_codes')
    .select(['tries', 'created_at', 'expires_at'])
    .where('binding', '=', bindingHash(services.keys, binding))
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (row === undefined) return null;
  const resendAt = secondsAfter(row.created_at, RESEND_SECONDS);
  return {
    triesLeft: CODE_TRIES - row.tries,
    expiresIn: secondsUntil(now, row.expires_at),
    resendIn: resendAt > now ? secondsUntil(now, resendAt) : 0,
  };
}

/** Why there is no code to try: all tries of the newest one are spent, or none is still valid. */
async function deadCode(trx: Trx, options: { bound: Buffer; now: Date }): Promise<'code_used_up' | 'code_expired'> {
  const newest = await trx
    .selectFrom('email_codes')
    .select(['tries', 'used_at'])
    .where('binding', '=', options.bound)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', options.now)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return newest !== undefined && newest.used_at === null && newest.tries >= CODE_TRIES
    ? 'code_used_up'
    : 'code_expired';
}

function refusal(
  call: CallContext,
  said: { code: 'code_incorrect' | 'code_used_up' | 'code_expired'; field: string; triesLeft?: number },
): CodeUse {
  const { code, field, triesLeft } = said;
  if (code !== 'code_incorrect' || triesLeft === undefined) return { kind: 'refused', problem: new Problem(code) };
  const errors = { [field]: [fieldSentence(call.culture, 'codeIncorrect')] };
  return { kind: 'refused', problem: new Problem(code, { triesLeft, errors }) };
}

function bindingHash(keys: Keys, { purpose, email, account }: CodeBinding<CodePurpose>): Buffer {
  return keyedHash(keys.emailCode, purpose, addressHash(keys, email).toString('base64url'), account);
}

function hashOf(keys: Keys, bound: Buffer, code: string): Buffer {
  return keyedHash(keys.emailCode, bound.toString('base64url'), code);
}
