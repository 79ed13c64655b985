import type { MailChoice } from '#server/platform/db/house-tables.ts';

/** Mails that carry a code or a link, which is theirs alone (S-01 and S-03). */
export type SecretMailKind =
  | 'signUpCode'
  | 'userNameCode'
  | 'verifyEmailCode'
  | 'changeEmailLink'
  | 'changeEmailCode'
  | 'bindTwoFactorCode'
  | 'addPasskeyCode'
  | 'passwordRecoveryCode'
  | 'thawLink'
  | 'withdrawalCode'
  | 'transferCode'
  | 'exchangeCode'
  | 'purchaseCode'
  | 'restakeCode';

/** Notices that members get by mail (S-09). */
export type NoticeKind =
  | 'welcome'
  | 'newSignIn'
  | 'refreshTokenReused'
  | 'userName'
  | 'accountFrozen'
  | 'frozenBySupport'
  | 'passwordResetFrozen'
  | 'passwordResetOnlySupportThaws'
  | 'sessionsEndedBySupport'
  | 'frozenFromFormerAddress'
  | 'accountThawedOverruled'
  | 'onlySupportThaws'
  | 'firstMember'
  | 'addressSaved'
  | 'addressRemoved'
  | 'withdrawalAccepted'
  | 'withdrawalRefused'
  | 'withdrawalCompleted'
  | 'transferSent'
  | 'transferReceived'
  | 'planBought'
  | 'stakeMatured'
  | 'stakeRestaked'
  | 'stakeWithdrawn'
  | 'referralBonus'
  | 'depositCredited'
  | 'depositRefused'
  | 'depositAtRetired'
  | 'addressRetired'
  | 'inquiryReceived'
  | 'inquiryAnswered';

/**
 * Notices of a change to what protects an account. Each carries a link that freezes it (S-09), so none can be mailed
 * but by `enqueueAlarm`.
 */
export const ALARM_KINDS = [
  'twoFactorOn',
  'twoFactorOnProvisional',
  'twoFactorOff',
  'twoFactorDropped',
  'factorRemovalAsked',
  'provisionalRemovalAsked',
  'passkeyAdded',
  'passkeyRemoved',
  'passkeysDropped',
  'passkeyCopied',
  'allowListOn',
  'allowListTurningOff',
  'allowListKept',
  'addressSavedLimited',
  'recoveryCodeUsed',
  'recoveryCodesRenewed',
  'passwordChanged',
  'emailPhraseChanged',
  'profileChanged',
  'passwordReset',
  'emailChanged',
  'emailChangedOld',
  'accountThawedFormer',
  'addressAsked',
  'addressGiven',
  'addressTaken',
  'accountThawed',
  'accountThawedHeld',
] as const;

export type AlarmKind = (typeof ALARM_KINDS)[number];

/**
 * What the link of an alarm is for. The page knows it by the token of the link, and says the same as the mail.
 * - `freezing`: it freezes the account, which a link mailed to the member unfreezes.
 * - `freezingForSupport`: it was sent to a former address, and only support unfreezes the account.
 * - `freezingAgain`: the account is frozen while the mail is written, so the link serves if somebody unfreezes it.
 * - `stoppingRemoval`: it freezes the account, if it isn't frozen, and stops the removal of an app that support was
 *   asked for.
 * - `objecting`: it objects to what support was asked for, and the account is frozen, or stays so.
 */
export type AlarmLink = 'freezing' | 'freezingForSupport' | 'freezingAgain' | 'stoppingRemoval' | 'objecting';

export type MailKind = NoticeKind | SecretMailKind | AlarmKind;

/** What members may switch off by mail: an event each. They still see it in the app. */
export const MAIL_CHOICES = [
  'depositCredited',
  'depositHeld',
  'withdrawalPaid',
  'withdrawalRefused',
  'transferReceived',
  'stakeFree',
  'inquiryAnswered',
  'referralBonus',
] as const satisfies readonly MailChoice[];
