// Which code answers which operation. The type asks for every operationId of the description and for nothing else.
import type { Handlers } from './contract/types.ts';
import { createToken } from './operations/create-token.ts';
import { disableTwoFactor } from './operations/disable-two-factor.ts';
import { enableTwoFactor } from './operations/enable-two-factor.ts';
import { getRequestOutcome } from './operations/get-request-outcome.ts';
import { getRules } from './operations/get-rules.ts';
import { getStatus } from './operations/get-status.ts';
import { getTwoFactorInfo } from './operations/get-two-factor-info.ts';
import { getUserInfo } from './operations/get-user-info.ts';
import { refreshToken } from './operations/refresh-token.ts';
import { revokeToken } from './operations/revoke-token.ts';
import { verifyTwoFactor } from './operations/verify-two-factor.ts';

export const handlers: Handlers = {
  createToken,
  disableTwoFactor,
  enableTwoFactor,
  getRequestOutcome,
  getRules,
  getStatus,
  getTwoFactorInfo,
  getUserInfo,
  refreshToken,
  revokeToken,
  verifyTwoFactor,
};
