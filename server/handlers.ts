// Which code answers which operation. The type asks for every operationId of the description and for nothing else.
import type { Handlers } from './contract/types.ts';
import { changeEmail } from './operations/change-email.ts';
import { changePassword } from './operations/change-password.ts';
import { checkIntroducerAndSeatUser } from './operations/check-introducer-and-seat-user.ts';
import { createToken } from './operations/create-token.ts';
import { disableTwoFactor } from './operations/disable-two-factor.ts';
import { enableTwoFactor } from './operations/enable-two-factor.ts';
import { endOtherSessions } from './operations/end-other-sessions.ts';
import { endSession } from './operations/end-session.ts';
import { forgetPassword } from './operations/forget-password.ts';
import { forgetUsername } from './operations/forget-username.ts';
import { getChildren } from './operations/get-children.ts';
import { getCommunityInfo } from './operations/get-community-info.ts';
import { getRequestOutcome } from './operations/get-request-outcome.ts';
import { getRules } from './operations/get-rules.ts';
import { getSeatBottom } from './operations/get-seat-bottom.ts';
import { getSeatMember } from './operations/get-seat-member.ts';
import { getSeatUp } from './operations/get-seat-up.ts';
import { getStatus } from './operations/get-status.ts';
import { getTwoFactorInfo } from './operations/get-two-factor-info.ts';
import { getUserInfo } from './operations/get-user-info.ts';
import { isEmailExists } from './operations/is-email-exists.ts';
import { isExisted } from './operations/is-existed.ts';
import { listActivity } from './operations/list-activity.ts';
import { listDownLines } from './operations/list-down-lines.ts';
import { listSessions } from './operations/list-sessions.ts';
import { refreshToken } from './operations/refresh-token.ts';
import { registerInSeat } from './operations/register-in-seat.ts';
import { resetPassword } from './operations/reset-password.ts';
import { revokeToken } from './operations/revoke-token.ts';
import { sendChangeEmailUrl } from './operations/send-change-email-url.ts';
import { sendChangeEmailVerificationCode } from './operations/send-change-email-verification-code.ts';
import { sendEmailVerificationCode } from './operations/send-email-verification-code.ts';
import { sendEmailVerificationCodeNoLogin } from './operations/send-email-verification-code-no-login.ts';
import { sendEmailVerificationCodeSelf } from './operations/send-email-verification-code-self.ts';
import { sendResetPasswordCodeByEmail } from './operations/send-reset-password-code-by-email.ts';
import { updateProfile } from './operations/update-profile.ts';
import { validateEmailAndUserName } from './operations/validate-email-and-user-name.ts';
import { verifyEmail } from './operations/verify-email.ts';
import { verifyEmailNoLogin } from './operations/verify-email-no-login.ts';
import { verifyEmailSelf } from './operations/verify-email-self.ts';
import { verifyTwoFactor } from './operations/verify-two-factor.ts';

export const handlers: Handlers = {
  changeEmail,
  changePassword,
  checkIntroducerAndSeatUser,
  createToken,
  disableTwoFactor,
  enableTwoFactor,
  endOtherSessions,
  endSession,
  forgetPassword,
  forgetUsername,
  getChildren,
  getCommunityInfo,
  getRequestOutcome,
  getRules,
  getSeatBottom,
  getSeatMember,
  getSeatUp,
  getStatus,
  getTwoFactorInfo,
  getUserInfo,
  isEmailExists,
  isExisted,
  listActivity,
  listDownLines,
  listSessions,
  refreshToken,
  registerInSeat,
  resetPassword,
  revokeToken,
  sendChangeEmailUrl,
  sendChangeEmailVerificationCode,
  sendEmailVerificationCode,
  sendEmailVerificationCodeNoLogin,
  sendEmailVerificationCodeSelf,
  sendResetPasswordCodeByEmail,
  updateProfile,
  validateEmailAndUserName,
  verifyEmail,
  verifyEmailNoLogin,
  verifyEmailSelf,
  verifyTwoFactor,
};
