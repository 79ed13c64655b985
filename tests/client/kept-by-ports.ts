import type { UserInfo } from '#src/services/storage.ts';
import { example } from './documented-answers.ts';

/** What a response changes besides the outcome that the machine receives. */
export interface Change {
  /** Entries of the browser's storage, by place and key; null if the entry is removed. */
  readonly stored?: Readonly<Record<string, string | null>>;
  /** The session's data of the member. */
  readonly member?: Partial<UserInfo>;
  /** The messages to the other tabs. */
  readonly told?: readonly unknown[];
  /** The session's data of the member, as pages see them. */
  readonly read?: unknown;
  /** What the run stores for its screens. */
  readonly mailed?: object;
  readonly secrets?: object;
}

type Grant = { readonly accessToken: string; readonly refreshToken: string };
const grant = example('createToken') as Grant;
const renewed = example('refreshToken') as Grant;
/** Ten minutes after the time of these tests. */
const grantEnds = '1970-01-01T00:10:00.000Z';
const changed = example('changeEmail') as { readonly email: string };
const bound = example('enableTwoFactor') as { readonly recoveryCodes: readonly string[] };
const newCodes = example('renewRecoveryCodes') as { readonly recoveryCodes: readonly string[] };
const unboundInfo = example('getTwoFactorInfo') as object;
const member = example('getUserInfo') as UserInfo;

/** What SRC §4 lists, and what an interrupted flow has left. */
const ofSession = {
  'tab accessToken': null,
  'tab expiresAt': null,
  'tab refreshToken': null,
  'tab refreshKey': null,
  'tab sessionName': null,
  'tab userInfo': null,
  'tab activeMarket': null,
  'tab flows': null,
};
/** What a sign-out clears besides: the last choices. */
const ofMember = {
  ...ofSession,
  'device depositAssetName': null,
  'device withdrawalAssetName': null,
  'device transferAssetName': null,
  'device marketName': null,
  'device choicesOwner': null,
};
const tokensIn = (place: string, { accessToken, refreshToken }: Grant) => ({
  [`${place} accessToken`]: accessToken,
  [`${place} expiresAt`]: grantEnds,
  [`${place} refreshToken`]: refreshToken,
  [`${place} refreshKey`]: 'next-key',
});
const nameIn = (place: string) => ({ [`${place} sessionName`]: 'next-key' });
const everywhere = {
  stored: ofMember,
  told: [{ type: 'signedOut', sessionName: 'next-key' }],
  read: null,
} satisfies Change;
/** The interrupted flow, and another entry beside it. */
const flowsWith = (name: string, checkpoint: object) =>
  JSON.stringify({ withdrawal: { checkpoint: { step: 'earlier' }, at: 0 }, [name]: { checkpoint, at: 0 } });
/** The username is offered the next time if the session is kept. */
const typed = { 'device keepSignedIn': 'true', 'device loginUser': 'demo' };
const asked = { type: 'ask', refreshToken: 'prt_one' };
const known = { ...unboundInfo, enabled: true };

/** What binding and unbinding an app changes in the session's data. */
const withFactor = { member: { twoFactorEnabled: true } } satisfies Change;
const withoutFactor = { member: { twoFactorEnabled: false } } satisfies Change;
const verified = { member: { emailVerified: true } } satisfies Change;

/** Responses besides those with examples in the description, by their port. */
export const otherAnswers: Readonly<Record<string, readonly { readonly label: string; readonly body: object }[]>> = {
  createToken: [
    {
      label: '200 secondFactor',
      body: { result: 'secondFactor', challenge: 'tfc_1', methods: ['totp'], triesLeft: 5, expiresIn: 600 },
    },
  ],
  getTwoFactorInfo: [{ label: '200 enabled', body: known }],
};

/** The call whose outcome each flow asks for. */
export const askedAfter: Readonly<Record<string, readonly string[]>> = {
  'account-freeze': ['freezeAccount'],
  'account-thaw': ['thawAccount'],
  contact: ['createInquiry'],
  'email-change': ['changeEmail'],
  'email-verification': ['verifyEmailSelf'],
  'freeze-link': ['freezeByLink'],
  'notice-settings': ['setNoticeSettings'],
  'allow-list': ['turnOnAllowList', 'turnOffAllowList'],
  passkeys: ['addPasskey', 'removePasskey'],
  'password-change': ['changePassword'],
  'password-recovery': ['resetPassword'],
  'sign-up': ['registerInSeat'],
  'two-factor': ['enableTwoFactor', 'disableTwoFactor', 'renewRecoveryCodes'],
};

/**
 * Everything that a port stores, by the label of the response or its prefix; the longest counts. A response without a
 * line stores nothing.
 */
export const kept: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Change>>>>>> = {
  'account-freeze': {
    freezeAccount: { 200: everywhere },
    getRequestOutcome: { '200 done': everywhere },
  },
  deposit: {
    // The asset is offered the next time, whatever happens to this deposit (SRC §3).
    createDeposit: { '': { stored: { 'device depositAssetName': 'USDT' } } },
  },
  exchange: {
    // The pair is offered the next time, in this session and in a later one (SRC §3).
    createExchange: { '': { stored: { 'tab activeMarket': 'USDT/ETH', 'device marketName': 'USDT/ETH' } } },
  },
  transfer: {
    createTransfer: { '': { stored: { 'device transferAssetName': 'USDT' } } },
  },
  withdrawal: {
    createWithdrawal: { '': { stored: { 'device withdrawalAssetName': 'USDT' } } },
  },
  'email-change': {
    sendChangeEmailVerificationCode: { 200: { mailed: { token: null } } },
    changeEmail: { 200: { member: { email: changed.email, emailVerified: true } } },
    getRequestOutcome: {
      '200 done changeEmail': { member: { email: changed.email, emailVerified: true } },
      // The address is unknown by then; the page that shows it reads it.
      '200 done changeEmail, forgotten': {},
    },
  },
  'email-verification': {
    sendEmailVerificationCodeSelf: { '409 email_already_verified': verified },
    verifyEmailSelf: { 200: verified },
    getRequestOutcome: { '200 done': verified },
  },
  'password-recovery': {
    resetPassword: { 200: everywhere },
    getRequestOutcome: { '200 done': everywhere },
  },
  session: {
    getUserInfo: { 200: { member, read: member } },
    refreshToken: {
      '': { told: [asked] },
      200: {
        stored: { ...tokensIn('tab', renewed), 'device spentKeys': 'next-key ' },
        told: [
          asked,
          {
            type: 'tokens',
            to: 'prt_one',
            tokens: {
              accessToken: renewed.accessToken,
              expiresAt: grantEnds,
              refreshToken: renewed.refreshToken,
              refreshKey: 'next-key',
            },
            sessionName: 'next-key',
            keepSignedIn: false,
          },
        ],
      },
    },
  },
  'sign-in': {
    createToken: {
      '': { stored: typed },
      200: { stored: { ...ofSession, ...typed, ...tokensIn('device', grant), ...nameIn('device') }, read: null },
      '200 secondFactor': { stored: typed },
    },
    // The first step decided where the session is kept; what is stored here says that it isn't kept.
    verifyTwoFactor: {
      200: { stored: { ...ofSession, ...tokensIn('tab', grant), ...nameIn('tab') }, read: null },
    },
  },
  'sign-out': {
    // The sign-out is reported later if that is impossible now.
    revokeToken: { '': { ...everywhere, stored: { ...ofMember, 'tab unrevokedToken': 'prt_one' } }, 204: everywhere },
  },
  'sign-up': {
    // After a reload the wait for another code continues; how long the code is valid is no secret.
    sendEmailVerificationCodeNoLogin: {
      200: { stored: { 'tab flows': flowsWith('sign-up-code', { expiresIn: 600_000, resendIn: 60_000 }) } },
    },
  },
  'two-factor': {
    getTwoFactorInfo: {
      200: { ...withoutFactor, secrets: { info: unboundInfo } },
      '200 enabled': { ...withFactor, secrets: { info: known } },
    },
    enableTwoFactor: { 200: { ...withFactor, secrets: { recoveryCodes: bound.recoveryCodes } } },
    disableTwoFactor: { 200: withoutFactor },
    renewRecoveryCodes: { 200: { secrets: { recoveryCodes: newCodes.recoveryCodes } } },
    getRequestOutcome: {
      '200 done enableTwoFactor': { ...withFactor, secrets: { recoveryCodes: bound.recoveryCodes } },
      '200 done enableTwoFactor, forgotten': withFactor,
      '200 done disableTwoFactor': withoutFactor,
      '200 done renewRecoveryCodes': { secrets: { recoveryCodes: newCodes.recoveryCodes } },
      '200 done renewRecoveryCodes, forgotten': {},
    },
  },
};
