/** Mails that carry a code or a link, which is theirs alone (S-01 and S-03). */
export type SecretMailKind =
  | 'signUpCode'
  | 'userNameCode'
  | 'verifyEmailCode'
  | 'changeEmailLink'
  | 'changeEmailCode'
  | 'bindTwoFactorCode'
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
  | 'inquiryReceived'
  | 'inquiryAnswered';

/**
 * Notices of a change to what protects an account that is not frozen. Each carries a link that freezes it (S-09), so
 * none can be mailed but by `enqueueAlarm`.
 */
export const ALARM_KINDS = [
  'twoFactorOn',
  'twoFactorOnProvisional',
  'twoFactorOff',
  'twoFactorDropped',
  'factorRemovalAsked',
  'provisionalRemovalAsked',
  'recoveryCodeUsed',
  'passwordChanged',
  'emailPhraseChanged',
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
 * The alarm about an account that is frozen already: its link objects to what support was asked for. The page knows it
 * by its token (`obj_…`) and says so.
 */
export const OBJECTING_KIND = 'addressAsked' satisfies AlarmKind;

export type MailKind = NoticeKind | SecretMailKind | AlarmKind;
