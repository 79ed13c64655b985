// Which mails members may do without, and why they get the others whatever they chose.
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import type { MailChoice } from '#server/platform/db/house-tables.ts';
import type { MailKind } from './kinds.ts';

/**
 * Why a mail is always sent.
 * - `asked`: the member asked for it: a code, a link, their username, their account.
 * - `protection`: it tells of a sign-in, or of what protects the account.
 * - `inYourName`: it tells what was done with a session of the member, which a thief may have.
 */
export const ALWAYS_REASONS = ['asked', 'protection', 'inYourName'] as const;

export type AlwaysReason = (typeof ALWAYS_REASONS)[number];

/** Why a kind of mail is always sent, or the choice that it follows. */
export type SentWhen = { readonly always: AlwaysReason } | { readonly choice: MailChoice };

const ASKED = { always: 'asked' } as const;
const PROTECTION = { always: 'protection' } as const;
const IN_YOUR_NAME = { always: 'inYourName' } as const;
const chosen = (choice: MailChoice) => ({ choice });

/** Every kind of mail has a line; `tests/server/mail-choices.test.ts` says which kinds may have a choice at all. */
export const SENT_WHEN: Readonly<Record<MailKind, SentWhen>> = {
  // Codes and links.
  signUpCode: ASKED,
  userNameCode: ASKED,
  verifyEmailCode: ASKED,
  changeEmailLink: ASKED,
  changeEmailCode: ASKED,
  bindTwoFactorCode: ASKED,
  addPasskeyCode: ASKED,
  passwordRecoveryCode: ASKED,
  thawLink: ASKED,
  withdrawalCode: ASKED,
  transferCode: ASKED,
  exchangeCode: ASKED,
  purchaseCode: ASKED,
  restakeCode: ASKED,
  userName: ASKED,
  welcome: ASKED,
  firstMember: ASKED,
  // The account.
  newSignIn: PROTECTION,
  refreshTokenReused: PROTECTION,
  accountFrozen: PROTECTION,
  frozenBySupport: PROTECTION,
  passwordResetFrozen: PROTECTION,
  passwordResetOnlySupportThaws: PROTECTION,
  sessionsEndedBySupport: PROTECTION,
  frozenFromFormerAddress: PROTECTION,
  accountThawedOverruled: PROTECTION,
  onlySupportThaws: PROTECTION,
  twoFactorOn: PROTECTION,
  twoFactorOnProvisional: PROTECTION,
  twoFactorOff: PROTECTION,
  twoFactorDropped: PROTECTION,
  factorRemovalAsked: PROTECTION,
  provisionalRemovalAsked: PROTECTION,
  recoveryCodeUsed: PROTECTION,
  recoveryCodesRenewed: PROTECTION,
  passkeyAdded: PROTECTION,
  passkeyCopied: PROTECTION,
  passkeyRemoved: PROTECTION,
  passkeysDropped: PROTECTION,
  allowListOn: PROTECTION,
  allowListTurningOff: PROTECTION,
  allowListKept: PROTECTION,
  addressSavedLimited: PROTECTION,
  passwordChanged: PROTECTION,
  emailPhraseChanged: PROTECTION,
  profileChanged: PROTECTION,
  passwordReset: PROTECTION,
  emailChanged: PROTECTION,
  emailChangedOld: PROTECTION,
  accountThawedFormer: PROTECTION,
  addressAsked: PROTECTION,
  addressGiven: PROTECTION,
  addressTaken: PROTECTION,
  accountThawed: PROTECTION,
  accountThawedHeld: PROTECTION,
  // Coins that are sent all the same may be a thief's.
  addressRetired: PROTECTION,
  // Whoever has a session can do these, so the mail is how the member learns of it.
  addressSaved: IN_YOUR_NAME,
  addressRemoved: IN_YOUR_NAME,
  withdrawalAccepted: IN_YOUR_NAME,
  transferSent: IN_YOUR_NAME,
  planBought: IN_YOUR_NAME,
  stakeRestaked: IN_YOUR_NAME,
  stakeWithdrawn: IN_YOUR_NAME,
  inquiryReceived: IN_YOUR_NAME,
  // What happens without anybody's act, or ends one that was mailed when it began.
  withdrawalRefused: chosen('withdrawalRefused'),
  withdrawalCompleted: chosen('withdrawalPaid'),
  transferReceived: chosen('transferReceived'),
  stakeMatured: chosen('stakeFree'),
  referralBonus: chosen('referralBonus'),
  depositCredited: chosen('depositCredited'),
  depositRefused: chosen('depositHeld'),
  depositAtRetired: chosen('depositHeld'),
  inquiryAnswered: chosen('inquiryAnswered'),
};

/** Whether a member gets mails of a kind. */
export async function getsMail(db: Db | Trx, memberId: string, kind: MailKind): Promise<boolean> {
  const when = SENT_WHEN[kind];
  if ('always' in when) return true;
  const row = await db
    .selectFrom('notice_settings')
    .select('mail')
    .where('member_id', '=', memberId)
    .where('kind', '=', when.choice)
    .executeTakeFirst();
  return row?.mail ?? true;
}
