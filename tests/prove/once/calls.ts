// For every unsafe operation of the contract: the result of fifty uses of one and the same thing, sent at once under
// keys of their own. A new operation without a line does not compile.
import type { UnsafeOperationId } from '#server/entry/acts/acts.ts';
import { MOST_OPEN_REQUESTS } from '#server/domain/deposits/request.ts';
import type { World } from '#tests/api/support/world.ts';
import type { Ready } from '../ready/request.ts';

/** What happens once, however often it is asked for. */
export interface Once {
  /**
   * How many of the calls succeed; `some` where the others come too late for another reason, such as an ended session.
   */
  readonly succeed: number | 'all' | 'some';
  /** Entries of the audit, each as often as there must be of it. */
  readonly audit?: Readonly<Record<string, number>>;
  readonly mails?: Readonly<Record<string, number>>;
  /** How many there are of something afterwards, which must be one. */
  readonly rows?: (world: World, ready: Ready) => Promise<number>;
}

/** What may be done any number of times, and why. */
export interface Many {
  readonly many: string;
}

const one = (more: Omit<Once, 'succeed'> = {}): Once => ({ succeed: 1, ...more });
const same = (more: Omit<Once, 'succeed'> = {}): Once => ({ succeed: 'all', ...more });
const many = (why: string): Many => ({ many: why });
const mailed = (kind: string): Once => one({ mails: { [kind]: 1 } });

/** A draft makes the one before void: one stays open. */
const DRAFT = same({
  rows: async ({ db }, { memberId = '' }) =>
    (await db.selectFrom('drafts').select('id').where('member_id', '=', memberId).where('state', '=', 'open').execute())
      .length,
});

const openSessions = async ({ db }: World, { memberId = '' }: Ready) =>
  (
    await db
      .selectFrom('sessions')
      .select('id')
      .where('member_id', '=', memberId)
      .where('ended_at', 'is', null)
      .execute()
  ).length;

export const USES: Readonly<Record<UnsafeOperationId, Once | Many>> = {
  createToken: many('each opens a session of its own; how many tries a password has is a matter of its throttle'),
  verifyTwoFactor: one({ audit: { signed_in: 1 }, rows: openSessions }),
  // The others use a spent token, which ends the session.
  refreshToken: one({ audit: { refresh_token_reused: 1 }, mails: { refreshTokenReused: 1 } }),
  revokeToken: same({ audit: { signed_out: 1 } }),
  enableTwoFactor: one({ audit: { two_factor_enabled: 1 }, mails: { twoFactorOn: 1 } }),
  disableTwoFactor: one({ audit: { two_factor_disabled: 1 }, mails: { twoFactorOff: 1 } }),
  renewRecoveryCodes: one({ audit: { recovery_codes_renewed: 1 }, mails: { recoveryCodesRenewed: 1 } }),
  sendPasskeyCode: mailed('addPasskeyCode'),
  beginPasskey: one(),
  addPasskey: one({ audit: { passkey_added: 1 }, mails: { passkeyAdded: 1 } }),
  renamePasskey: many('each sets the name that it says; the last one stays'),
  removePasskey: one({ audit: { passkey_removed: 1 }, mails: { passkeyRemoved: 1 } }),
  beginPasskeySignIn: many('each gives a challenge of its own, and says nothing of anybody'),
  signInWithPasskey: one({ audit: { signed_in: 1 }, rows: openSessions }),
  changePassword: one({ audit: { password_changed: 1 }, mails: { passwordChanged: 1 } }),
  sendChangeEmailUrl: one({ audit: { email_change_started: 1 }, mails: { changeEmailLink: 1 } }),
  sendChangeEmailVerificationCode: mailed('changeEmailCode'),
  changeEmail: one({ audit: { email_changed: 1 }, mails: { emailChanged: 1, emailChangedOld: 1 } }),
  forgetPassword: mailed('passwordRecoveryCode'),
  sendResetPasswordCodeByEmail: mailed('passwordRecoveryCode'),
  validateEmailAndUserName: one(),
  resetPassword: one({ audit: { password_reset: 1 }, mails: { passwordReset: 1 } }),
  forgetUsername: mailed('userName'),
  endSession: { succeed: 'some', audit: { session_ended: 1 } },
  setEmailPhrase: one({ audit: { email_phrase_changed: 1 }, mails: { emailPhraseChanged: 1 } }),
  // Others find it as they want it, and tell nobody; too many passwords at once end the session.
  turnOnAllowList: { succeed: 'some', audit: { allow_list_turned_on: 1 }, mails: { allowListOn: 1 } },
  turnOffAllowList: { succeed: 'some', audit: { allow_list_turning_off: 1 }, mails: { allowListTurningOff: 1 } },
  keepAllowList: same({ audit: { allow_list_kept: 1 }, mails: { allowListKept: 1 } }),
  endOtherSessions: one({ audit: { other_sessions_ended: 1 } }),
  freezeAccount: { succeed: 'some', audit: { account_frozen: 1 }, mails: { accountFrozen: 1 } },
  freezeByLink: one({ audit: { account_frozen: 1 }, mails: { accountFrozen: 1 } }),
  sendThawLink: mailed('thawLink'),
  thawAccount: one({ audit: { account_thawed: 1 } }),
  registerInSeat: one({ audit: { registered: 1 } }),
  checkIntroducerAndSeatUser: many('it reads'),
  sendEmailVerificationCodeNoLogin: mailed('signUpCode'),
  verifyEmailNoLogin: one(),
  sendEmailVerificationCode: mailed('verifyEmailCode'),
  sendEmailVerificationCodeSelf: mailed('verifyEmailCode'),
  verifyEmail: one({ audit: { email_verified: 1 } }),
  verifyEmailSelf: one({ audit: { email_verified: 1 } }),
  sendTwoFactorCode: mailed('bindTwoFactorCode'),
  updateProfile: many('each sets what it says; the last one stays'),
  createDeposit: { succeed: MOST_OPEN_REQUESTS, audit: { deposit_requested: MOST_OPEN_REQUESTS } },
  cancelDeposit: same({ audit: { deposit_cancelled: 1 } }),
  createWithdrawal: DRAFT,
  createTransfer: DRAFT,
  createExchange: DRAFT,
  createPurchase: DRAFT,
  createRestake: DRAFT,
  sendDraftCode: mailed('withdrawalCode'),
  beginDraftPasskey: many('each voids the challenge before it; confirmDraft takes the last one'),
  confirmDraft: same({ audit: { withdrawal_requested: 1 }, mails: { withdrawalAccepted: 1 } }),
  cancelWithdrawal: same({
    audit: { withdrawal_cancelled: 1 },
    rows: async ({ db }, { path }) =>
      (await db.selectFrom('journals').select('id').where('key', '=', `withdrawal:${path?.id}:end`).execute()).length,
  }),
  acknowledgeWithdrawal: same({
    rows: async ({ db }, { path }) =>
      (
        await db
          .selectFrom('record_steps')
          .select('id')
          .where('receipt_id', '=', path?.id ?? '')
          .where('status', '=', 'done')
          .execute()
      ).length,
  }),
  saveAddress: same({ audit: { address_saved: 1 }, mails: { addressSaved: 1 } }),
  removeAddress: same({ audit: { address_removed: 1 }, mails: { addressRemoved: 1 } }),
  setFavorite: same({ audit: { favorite_saved: 1 } }),
  readNews: same({
    rows: async ({ db }, { memberId = '' }) =>
      (await db.selectFrom('news_reads').select('news_id').where('member_id', '=', memberId).execute()).length,
  }),
  setNoticeSettings: same({ audit: { notice_settings_changed: 1 } }),
  turnOnPush: same({ audit: { push_turned_on: 1 } }),
  turnOffPush: same({ audit: { push_turned_off: 1 } }),
  sendTestPush: same({
    rows: async ({ db }, { memberId = '' }) =>
      (
        await db
          .selectFrom('push_messages')
          .innerJoin('push_devices', 'push_devices.id', 'push_messages.device_id')
          .select('push_messages.id')
          .where('member_id', '=', memberId)
          .execute()
      ).length,
  }),
  readNotice: same({
    rows: async ({ db }, { memberId = '' }) =>
      (
        await db
          .selectFrom('notices')
          .select('id')
          .where('member_id', '=', memberId)
          .where('read_at', 'is not', null)
          .execute()
      ).length,
  }),
  createInquiry: { succeed: 10, audit: { inquiry_sent: 10 }, mails: { inquiryReceived: 10 } },
  addInquiryMessage: many('each is a message of its own'),
  closeInquiry: one({ audit: { inquiry_closed: 1 } }),
};

/**
 * Operations whose answers are not kept under their key, and why: a repeated call is carried out again, and makes
 * void what was answered before.
 */
export const NOT_KEPT: Readonly<Partial<Record<UnsafeOperationId, string>>> = {
  createToken: 'each answer has tokens of its own; those of the answer before end',
  verifyTwoFactor: 'the same, for a minute and while none of them was used',
  signInWithPasskey: 'the same',
  refreshToken: 'the same',
  revokeToken: 'a session that has ended stays so',
};
