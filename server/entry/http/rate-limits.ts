// Limits per minute (security rule 22): per address, and for money per member as well.
import { isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '#server/platform/contract/problems.ts';
import type { OperationId } from '#server/platform/contract/types.ts';
import { GroupCounts } from './group-counts.ts';

const WINDOW_MS = 60_000;
const MS_PER_SECOND = 1000;

/** Calls of one group share one count for each address. Those of money and of a member's own codes only keep off floods: members have their own, below. */
const GROUPS = {
  signIn: 10,
  code: 10,
  mail: 3,
  ownMail: 300,
  lookUp: 60,
  register: 10,
  refresh: 30,
  revoke: 30,
  money: 300,
  export: 10,
  read: 300,
} as const;

/** Calls of a group for each member from wherever they come, so that nobody else at the same address spends them. */
const OF_MEMBER: Partial<Record<keyof typeof GROUPS, number>> = { money: 10, ownMail: 10 };

const GROUP_OF: Record<OperationId, keyof typeof GROUPS> = {
  createToken: 'signIn',
  verifyTwoFactor: 'code',
  sendTwoFactorCode: 'mail',
  enableTwoFactor: 'code',
  disableTwoFactor: 'code',
  refreshToken: 'refresh',
  revokeToken: 'revoke',
  getUserInfo: 'read',
  getTwoFactorInfo: 'read',
  getRules: 'read',
  getStatus: 'read',
  getRequestOutcome: 'read',
  isExisted: 'lookUp',
  isEmailExists: 'lookUp',
  checkIntroducerAndSeatUser: 'lookUp',
  getSeatBottom: 'lookUp',
  getSeatMember: 'lookUp',
  registerInSeat: 'register',
  getSeatUp: 'read',
  listDownLines: 'read',
  getChildren: 'read',
  getCommunityInfo: 'read',
  sendEmailVerificationCodeNoLogin: 'mail',
  sendEmailVerificationCode: 'ownMail',
  sendEmailVerificationCodeSelf: 'ownMail',
  sendChangeEmailUrl: 'ownMail',
  sendChangeEmailVerificationCode: 'ownMail',
  forgetPassword: 'mail',
  sendResetPasswordCodeByEmail: 'mail',
  verifyEmailNoLogin: 'code',
  verifyEmail: 'code',
  verifyEmailSelf: 'code',
  changeEmail: 'code',
  validateEmailAndUserName: 'code',
  forgetUsername: 'code',
  resetPassword: 'code',
  changePassword: 'code',
  freezeAccount: 'code',
  freezeByLink: 'code',
  sendThawLink: 'mail',
  thawAccount: 'code',
  listSessions: 'read',
  endSession: 'code',
  endOtherSessions: 'code',
  listActivity: 'read',
  updateProfile: 'code',
  getWallet: 'read',
  getBalanceDays: 'read',
  listRates: 'read',
  streamRates: 'read',
  getDepositOptions: 'read',
  getDeposit: 'read',
  getWithdrawalOptions: 'read',
  listAddresses: 'read',
  getTransferOptions: 'read',
  getExchangeOptions: 'read',
  getPurchaseOptions: 'read',
  listStakes: 'read',
  getStakeOptions: 'read',
  getSeatTree: 'read',
  getOrganizationMember: 'read',
  listSalesMonths: 'read',
  getSalesMonth: 'read',
  getReferralEarnings: 'read',
  getDraft: 'read',
  listHistory: 'read',
  exportHistory: 'export',
  getReceipt: 'read',
  findRecipient: 'lookUp',
  createDeposit: 'money',
  cancelDeposit: 'money',
  createWithdrawal: 'money',
  cancelWithdrawal: 'money',
  acknowledgeWithdrawal: 'money',
  createTransfer: 'money',
  createExchange: 'money',
  createPurchase: 'money',
  createRestake: 'money',
  confirmDraft: 'money',
  sendDraftCode: 'ownMail',
  saveAddress: 'code',
  removeAddress: 'code',
  listNews: 'read',
  getNews: 'read',
  readNews: 'read',
  getContent: 'read',
  listInquiries: 'read',
  getInquiry: 'read',
  createInquiry: 'mail',
  addInquiryMessage: 'code',
  closeInquiry: 'code',
};

/** The options of @fastify/rate-limit for the route of an operation. `scale` multiplies every limit. */
export function rateLimitOf(operationId: OperationId, scale: number) {
  const group = GROUP_OF[operationId];
  return { max: GROUPS[group] * scale, timeWindow: WINDOW_MS, groupId: group };
}

/** Counts the calls of a member in the groups that members have a count of their own in; nothing for other operations. Runs once the member is known. */
export function memberLimitOf(app: FastifyInstance, operationId: OperationId, scale: number): ((request: FastifyRequest) => Promise<void>) | null {
  const group = GROUP_OF[operationId];
  const most = OF_MEMBER[group];
  if (most === undefined) return null;
  const count = app.createRateLimit({ max: most * scale, timeWindow: WINDOW_MS, keyGenerator: (request) => `${group} of ${request.session?.memberId ?? addressKey(request.ip)} ` });
  return async (request) => {
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded) throw tooMany(counted.ttl);
  };
}

/** The options for the plug-in itself. It says nothing in headers but `Retry-After`, so that answers stay alike. */
export const RATE_LIMIT_OPTIONS = {
  global: false,
  hook: 'onRequest',
  keyGenerator: (request: { ip: string }) => addressKey(request.ip),
  store: GroupCounts,
  errorResponseBuilder: (_request: unknown, context: { ttl: number }) => tooMany(context.ttl),
  addHeaders: silent(),
  addHeadersOnExceeding: silent(),
} as const;

function tooMany(ttl: number): Problem {
  return new Problem('too_many_requests', { retryAfterSeconds: Math.max(1, Math.ceil(ttl / MS_PER_SECOND)) });
}

function silent() {
  return { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false, 'retry-after': false };
}

/** One caller may own a whole IPv6 /64, so it counts as one address. */
export function addressKey(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = ip.includes('::') ? 8 - groups.length - (tail === '' ? 0 : tail.split(':').length) : 0;
  const all = [...groups, ...Array<string>(missing).fill('0'), ...(tail === '' ? [] : tail.split(':'))];
  return `${all.slice(0, 4).join(':')}::/64`;
}
