// Which code answers which operation. The type asks for every operationId of the description and for nothing else.
import { acknowledgeWithdrawal } from './operations/acknowledge-withdrawal.ts';
import { addInquiryMessage } from './operations/add-inquiry-message.ts';
import { cancelDeposit } from './operations/cancel-deposit.ts';
import { cancelWithdrawal } from './operations/cancel-withdrawal.ts';
import { changeEmail } from './operations/change-email.ts';
import { changePassword } from './operations/change-password.ts';
import { checkIntroducerAndSeatUser } from './operations/check-introducer-and-seat-user.ts';
import { closeInquiry } from './operations/close-inquiry.ts';
import { confirmDraft } from './operations/confirm-draft.ts';
import { createDeposit } from './operations/create-deposit.ts';
import { createExchange } from './operations/create-exchange.ts';
import { createPurchase } from './operations/create-purchase.ts';
import { createRestake } from './operations/create-restake.ts';
import { createInquiry } from './operations/create-inquiry.ts';
import { createToken } from './operations/create-token.ts';
import { createTransfer } from './operations/create-transfer.ts';
import { createWithdrawal } from './operations/create-withdrawal.ts';
import { disableTwoFactor } from './operations/disable-two-factor.ts';
import { enableTwoFactor } from './operations/enable-two-factor.ts';
import { endOtherSessions } from './operations/end-other-sessions.ts';
import { endSession } from './operations/end-session.ts';
import { exportHistory } from './operations/export-history.ts';
import { findRecipient } from './operations/find-recipient.ts';
import { forgetPassword } from './operations/forget-password.ts';
import { forgetUsername } from './operations/forget-username.ts';
import { freezeByLink } from './operations/freeze-by-link.ts';
import { freezeAccount } from './operations/freeze-account.ts';
import { getChildren } from './operations/get-children.ts';
import { getCommunityInfo } from './operations/get-community-info.ts';
import { getContent } from './operations/get-content.ts';
import { getDeposit } from './operations/get-deposit.ts';
import { getDepositOptions } from './operations/get-deposit-options.ts';
import { getDraft } from './operations/get-draft.ts';
import { getExchangeOptions } from './operations/get-exchange-options.ts';
import { getPurchaseOptions } from './operations/get-purchase-options.ts';
import { getOrganizationMember } from './operations/get-organization-member.ts';
import { getInquiry } from './operations/get-inquiry.ts';
import { getNews } from './operations/get-news.ts';
import { getReceipt } from './operations/get-receipt.ts';
import { getReferralEarnings } from './operations/get-referral-earnings.ts';
import { getRequestOutcome } from './operations/get-request-outcome.ts';
import { getRules } from './operations/get-rules.ts';
import { getSalesMonth } from './operations/get-sales-month.ts';
import { getSeatBottom } from './operations/get-seat-bottom.ts';
import { getSeatMember } from './operations/get-seat-member.ts';
import { getSeatTree } from './operations/get-seat-tree.ts';
import { getSeatUp } from './operations/get-seat-up.ts';
import { getStakeOptions } from './operations/get-stake-options.ts';
import { getStatus } from './operations/get-status.ts';
import { getTransferOptions } from './operations/get-transfer-options.ts';
import { getTwoFactorInfo } from './operations/get-two-factor-info.ts';
import { getUserInfo } from './operations/get-user-info.ts';
import { getBalanceDays } from './operations/get-balance-days.ts';
import { getWallet } from './operations/get-wallet.ts';
import { getWithdrawalOptions } from './operations/get-withdrawal-options.ts';
import type { Handlers } from './operations/handler.ts';
import { isEmailExists } from './operations/is-email-exists.ts';
import { isExisted } from './operations/is-existed.ts';
import { listActivity } from './operations/list-activity.ts';
import { listAddresses } from './operations/list-addresses.ts';
import { listDownLines } from './operations/list-down-lines.ts';
import { listHistory } from './operations/list-history.ts';
import { listInquiries } from './operations/list-inquiries.ts';
import { listNews } from './operations/list-news.ts';
import { listRates } from './operations/list-rates.ts';
import { listSalesMonths } from './operations/list-sales-months.ts';
import { listSessions } from './operations/list-sessions.ts';
import { listStakes } from './operations/list-stakes.ts';
import { readNews } from './operations/read-news.ts';
import { refreshToken } from './operations/refresh-token.ts';
import { registerInSeat } from './operations/register-in-seat.ts';
import { removeAddress } from './operations/remove-address.ts';
import { resetPassword } from './operations/reset-password.ts';
import { revokeToken } from './operations/revoke-token.ts';
import { saveAddress } from './operations/save-address.ts';
import { sendChangeEmailUrl } from './operations/send-change-email-url.ts';
import { sendChangeEmailVerificationCode } from './operations/send-change-email-verification-code.ts';
import { sendDraftCode } from './operations/send-draft-code.ts';
import { sendEmailVerificationCode } from './operations/send-email-verification-code.ts';
import { sendEmailVerificationCodeNoLogin } from './operations/send-email-verification-code-no-login.ts';
import { sendEmailVerificationCodeSelf } from './operations/send-email-verification-code-self.ts';
import { sendResetPasswordCodeByEmail } from './operations/send-reset-password-code-by-email.ts';
import { sendTwoFactorCode } from './operations/send-two-factor-code.ts';
import { sendThawLink } from './operations/send-thaw-link.ts';
import { streamRates } from './operations/stream-rates.ts';
import { thawAccount } from './operations/thaw-account.ts';
import { updateProfile } from './operations/update-profile.ts';
import { validateEmailAndUserName } from './operations/validate-email-and-user-name.ts';
import { verifyEmail } from './operations/verify-email.ts';
import { verifyEmailNoLogin } from './operations/verify-email-no-login.ts';
import { verifyEmailSelf } from './operations/verify-email-self.ts';
import { verifyTwoFactor } from './operations/verify-two-factor.ts';

export const handlers: Handlers = {
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
  findRecipient,
  forgetPassword,
  forgetUsername,
  getChildren,
  getCommunityInfo,
  getContent,
  getDeposit,
  getDepositOptions,
  getDraft,
  getExchangeOptions,
  getPurchaseOptions,
  getOrganizationMember,
  getInquiry,
  getNews,
  getReceipt,
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
  listRates,
  listSalesMonths,
  listSessions,
  listStakes,
  readNews,
  refreshToken,
  registerInSeat,
  removeAddress,
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
  streamRates,
  updateProfile,
  validateEmailAndUserName,
  verifyEmail,
  verifyEmailNoLogin,
  verifyEmailSelf,
  verifyTwoFactor,
};
