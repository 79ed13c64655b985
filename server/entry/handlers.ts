// Maps each operation to its handler. The type requires every operationId of the contract and no other.
import { listPasskeys } from '#server/entry/operations/list-passkeys.ts';
import { sendPasskeyCode } from '#server/entry/operations/send-passkey-code.ts';
import { beginDraftPasskey } from '#server/entry/operations/begin-draft-passkey.ts';
import { beginPasskey } from '#server/entry/operations/begin-passkey.ts';
import { addPasskey } from '#server/entry/operations/add-passkey.ts';
import { renamePasskey } from '#server/entry/operations/rename-passkey.ts';
import { removePasskey } from '#server/entry/operations/remove-passkey.ts';
import { beginPasskeySignIn } from '#server/entry/operations/begin-passkey-sign-in.ts';
import { signInWithPasskey } from '#server/entry/operations/sign-in-with-passkey.ts';
import { getAllowList } from '#server/entry/operations/get-allow-list.ts';
import { keepAllowList } from '#server/entry/operations/keep-allow-list.ts';
import { turnOffAllowList } from '#server/entry/operations/turn-off-allow-list.ts';
import { turnOnAllowList } from '#server/entry/operations/turn-on-allow-list.ts';
import { acknowledgeWithdrawal } from '#server/entry/operations/acknowledge-withdrawal.ts';
import { addInquiryMessage } from '#server/entry/operations/add-inquiry-message.ts';
import { cancelDeposit } from '#server/entry/operations/cancel-deposit.ts';
import { cancelWithdrawal } from '#server/entry/operations/cancel-withdrawal.ts';
import { changeEmail } from '#server/entry/operations/change-email.ts';
import { changePassword } from '#server/entry/operations/change-password.ts';
import { checkIntroducerAndSeatUser } from '#server/entry/operations/check-introducer-and-seat-user.ts';
import { closeInquiry } from '#server/entry/operations/close-inquiry.ts';
import { confirmDraft } from '#server/entry/operations/confirm-draft.ts';
import { createDeposit } from '#server/entry/operations/create-deposit.ts';
import { createExchange } from '#server/entry/operations/create-exchange.ts';
import { createPurchase } from '#server/entry/operations/create-purchase.ts';
import { createRestake } from '#server/entry/operations/create-restake.ts';
import { createInquiry } from '#server/entry/operations/create-inquiry.ts';
import { createToken } from '#server/entry/operations/create-token.ts';
import { createTransfer } from '#server/entry/operations/create-transfer.ts';
import { createWithdrawal } from '#server/entry/operations/create-withdrawal.ts';
import { disableTwoFactor } from '#server/entry/operations/disable-two-factor.ts';
import { enableTwoFactor } from '#server/entry/operations/enable-two-factor.ts';
import { endOtherSessions } from '#server/entry/operations/end-other-sessions.ts';
import { endSession } from '#server/entry/operations/end-session.ts';
import { exportHistory } from '#server/entry/operations/export-history.ts';
import { exportStatementCsv } from '#server/entry/operations/export-statement-csv.ts';
import { exportStatementPdf } from '#server/entry/operations/export-statement-pdf.ts';
import { findRecipient } from '#server/entry/operations/find-recipient.ts';
import { forgetPassword } from '#server/entry/operations/forget-password.ts';
import { forgetUsername } from '#server/entry/operations/forget-username.ts';
import { freezeByLink } from '#server/entry/operations/freeze-by-link.ts';
import { freezeAccount } from '#server/entry/operations/freeze-account.ts';
import { getChildren } from '#server/entry/operations/get-children.ts';
import { getCommunityInfo } from '#server/entry/operations/get-community-info.ts';
import { getContent } from '#server/entry/operations/get-content.ts';
import { getDeposit } from '#server/entry/operations/get-deposit.ts';
import { getDepositOptions } from '#server/entry/operations/get-deposit-options.ts';
import { getDraft } from '#server/entry/operations/get-draft.ts';
import { getPushHere } from '#server/entry/operations/get-push-here.ts';
import { sendTestPush } from '#server/entry/operations/send-test-push.ts';
import { turnOffPush } from '#server/entry/operations/turn-off-push.ts';
import { turnOnPush } from '#server/entry/operations/turn-on-push.ts';
import { getNoticeSettings } from '#server/entry/operations/get-notice-settings.ts';
import { getEmailPhrase } from '#server/entry/operations/get-email-phrase.ts';
import { getExchangeOptions } from '#server/entry/operations/get-exchange-options.ts';
import { getPurchaseOptions } from '#server/entry/operations/get-purchase-options.ts';
import { getOrganizationMember } from '#server/entry/operations/get-organization-member.ts';
import { getInquiry } from '#server/entry/operations/get-inquiry.ts';
import { getNews } from '#server/entry/operations/get-news.ts';
import { getStatement } from '#server/entry/operations/get-statement.ts';
import { getReceipt } from '#server/entry/operations/get-receipt.ts';
import { getReferralEarnings } from '#server/entry/operations/get-referral-earnings.ts';
import { getRequestOutcome } from '#server/entry/operations/get-request-outcome.ts';
import { getRules } from '#server/entry/operations/get-rules.ts';
import { getSalesMonth } from '#server/entry/operations/get-sales-month.ts';
import { getSeatBottom } from '#server/entry/operations/get-seat-bottom.ts';
import { getSeatMember } from '#server/entry/operations/get-seat-member.ts';
import { getSeatTree } from '#server/entry/operations/get-seat-tree.ts';
import { getSeatUp } from '#server/entry/operations/get-seat-up.ts';
import { getStakeOptions } from '#server/entry/operations/get-stake-options.ts';
import { getStatus } from '#server/entry/operations/get-status.ts';
import { getTransferOptions } from '#server/entry/operations/get-transfer-options.ts';
import { getTwoFactorInfo } from '#server/entry/operations/get-two-factor-info.ts';
import { getUserInfo } from '#server/entry/operations/get-user-info.ts';
import { getBalanceDays } from '#server/entry/operations/get-balance-days.ts';
import { getWallet } from '#server/entry/operations/get-wallet.ts';
import { getWithdrawalOptions } from '#server/entry/operations/get-withdrawal-options.ts';
import type { Handlers } from '#server/entry/operations/handler.ts';
import { isEmailExists } from '#server/entry/operations/is-email-exists.ts';
import { isExisted } from '#server/entry/operations/is-existed.ts';
import { listActivity } from '#server/entry/operations/list-activity.ts';
import { listAddresses } from '#server/entry/operations/list-addresses.ts';
import { listDownLines } from '#server/entry/operations/list-down-lines.ts';
import { listHistory } from '#server/entry/operations/list-history.ts';
import { listInquiries } from '#server/entry/operations/list-inquiries.ts';
import { listNews } from '#server/entry/operations/list-news.ts';
import { listStatementPeriods } from '#server/entry/operations/list-statement-periods.ts';
import { listRates } from '#server/entry/operations/list-rates.ts';
import { listSalesMonths } from '#server/entry/operations/list-sales-months.ts';
import { listSessions } from '#server/entry/operations/list-sessions.ts';
import { listStakes } from '#server/entry/operations/list-stakes.ts';
import { readNews } from '#server/entry/operations/read-news.ts';
import { refreshToken } from '#server/entry/operations/refresh-token.ts';
import { registerInSeat } from '#server/entry/operations/register-in-seat.ts';
import { removeAddress } from '#server/entry/operations/remove-address.ts';
import { renewRecoveryCodes } from '#server/entry/operations/renew-recovery-codes.ts';
import { resetPassword } from '#server/entry/operations/reset-password.ts';
import { revokeToken } from '#server/entry/operations/revoke-token.ts';
import { saveAddress } from '#server/entry/operations/save-address.ts';
import { sendChangeEmailUrl } from '#server/entry/operations/send-change-email-url.ts';
import { sendChangeEmailVerificationCode } from '#server/entry/operations/send-change-email-verification-code.ts';
import { sendDraftCode } from '#server/entry/operations/send-draft-code.ts';
import { sendEmailVerificationCode } from '#server/entry/operations/send-email-verification-code.ts';
import { sendEmailVerificationCodeNoLogin } from '#server/entry/operations/send-email-verification-code-no-login.ts';
import { sendEmailVerificationCodeSelf } from '#server/entry/operations/send-email-verification-code-self.ts';
import { sendResetPasswordCodeByEmail } from '#server/entry/operations/send-reset-password-code-by-email.ts';
import { sendTwoFactorCode } from '#server/entry/operations/send-two-factor-code.ts';
import { sendThawLink } from '#server/entry/operations/send-thaw-link.ts';
import { setEmailPhrase } from '#server/entry/operations/set-email-phrase.ts';
import { countNotices } from '#server/entry/operations/count-notices.ts';
import { listNotices } from '#server/entry/operations/list-notices.ts';
import { readNotice } from '#server/entry/operations/read-notice.ts';
import { setFavorite } from '#server/entry/operations/set-favorite.ts';
import { setNoticeSettings } from '#server/entry/operations/set-notice-settings.ts';
import { streamEvents } from '#server/entry/operations/stream-events.ts';
import { streamRates } from '#server/entry/operations/stream-rates.ts';
import { thawAccount } from '#server/entry/operations/thaw-account.ts';
import { updateProfile } from '#server/entry/operations/update-profile.ts';
import { validateEmailAndUserName } from '#server/entry/operations/validate-email-and-user-name.ts';
import { verifyEmail } from '#server/entry/operations/verify-email.ts';
import { verifyEmailNoLogin } from '#server/entry/operations/verify-email-no-login.ts';
import { verifyEmailSelf } from '#server/entry/operations/verify-email-self.ts';
import { verifyTwoFactor } from '#server/entry/operations/verify-two-factor.ts';

export const handlers: Handlers = {
  listPasskeys,
  sendPasskeyCode,
  beginDraftPasskey,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  beginPasskeySignIn,
  signInWithPasskey,
  getAllowList,
  turnOnAllowList,
  turnOffAllowList,
  keepAllowList,
  acknowledgeWithdrawal,
  addInquiryMessage,
  cancelDeposit,
  cancelWithdrawal,
  changeEmail,
  changePassword,
  freezeAccount,
  freezeByLink,
  sendThawLink,
  thawAccount,
  checkIntroducerAndSeatUser,
  closeInquiry,
  confirmDraft,
  createDeposit,
  createExchange,
  createPurchase,
  createRestake,
  createInquiry,
  createToken,
  createTransfer,
  createWithdrawal,
  disableTwoFactor,
  enableTwoFactor,
  endOtherSessions,
  endSession,
  exportHistory,
  exportStatementCsv,
  exportStatementPdf,
  findRecipient,
  forgetPassword,
  forgetUsername,
  getChildren,
  getCommunityInfo,
  getContent,
  getDeposit,
  getDepositOptions,
  getDraft,
  getEmailPhrase,
  getExchangeOptions,
  getPurchaseOptions,
  getOrganizationMember,
  getInquiry,
  getNews,
  getReceipt,
  getStatement,
  getReferralEarnings,
  getRequestOutcome,
  getRules,
  getSalesMonth,
  getSeatBottom,
  getSeatMember,
  getSeatTree,
  getSeatUp,
  getStakeOptions,
  getStatus,
  getTransferOptions,
  getTwoFactorInfo,
  getUserInfo,
  getBalanceDays,
  getWallet,
  getWithdrawalOptions,
  isEmailExists,
  isExisted,
  listActivity,
  listAddresses,
  listDownLines,
  listHistory,
  listInquiries,
  listNews,
  listStatementPeriods,
  listRates,
  listSalesMonths,
  listSessions,
  listStakes,
  readNews,
  refreshToken,
  registerInSeat,
  removeAddress,
  renewRecoveryCodes,
  resetPassword,
  revokeToken,
  saveAddress,
  sendChangeEmailUrl,
  sendChangeEmailVerificationCode,
  sendDraftCode,
  sendEmailVerificationCode,
  sendEmailVerificationCodeNoLogin,
  sendEmailVerificationCodeSelf,
  sendResetPasswordCodeByEmail,
  sendTwoFactorCode,
  setEmailPhrase,
  countNotices,
  listNotices,
  readNotice,
  getNoticeSettings,
  setFavorite,
  setNoticeSettings,
  getPushHere,
  turnOnPush,
  turnOffPush,
  sendTestPush,
  streamEvents,
  streamRates,
  updateProfile,
  validateEmailAndUserName,
  verifyEmail,
  verifyEmailNoLogin,
  verifyEmailSelf,
  verifyTwoFactor,
};
