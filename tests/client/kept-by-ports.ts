import type { UserInfo } from '#src/services/storage.ts';
import { example, type Flow } from './documented-answers.ts';

/** What an answer changes beside the outcome that the machine is told. */
export interface Change {
  /** Entries of the browser's storage, by place and key; null if there is none any more. */
  readonly stored?: Readonly<Record<string, string | null>>;
  /** What the session keeps of the member. */
  readonly member?: Partial<UserInfo>;
  /** What the other tabs are told. */
  readonly told?: readonly unknown[];
  /** What the pages know the session to have read of the member. */
  readonly read?: unknown;
  /** What the run keeps for its screens. */
  readonly mailed?: object;
  readonly secrets?: object;
}

type Grant = { readonly accessToken: string; readonly refreshToken: string };
const grant = example('createToken') as Grant;
const renewed = example('refreshToken') as Grant;
/** Ten minutes after the moment of these tests. */
const grantEnds = '1970-01-01T00:10:00.000Z';
const changed = example('changeEmail') as { readonly email: string };
const bound = example('enableTwoFactor') as { readonly recoveryCodes: readonly string[] };
const unboundInfo = example('getTwoFactorInfo') as object;
const member = example('getUserInfo') as UserInfo;

/** What SRC §4 lists, and what a flow has left half-way. */
const ofSession = {
  'tab accessToken': null,
  'tab expiresAt': null,
  'tab refreshToken': null,
  'tab refreshKey': null,
  'tab userInfo': null,
  'tab activeMarket': null,
  'tab changeEmail': null,
  'tab flows': null,
};
const tokensIn = (place: string, { accessToken, refreshToken }: Grant) => ({
  [`${place} accessToken`]: accessToken,
  [`${place} expiresAt`]: grantEnds,
  [`${place} refreshToken`]: refreshToken,
  [`${place} refreshKey`]: 'next-key',
});
const everywhere = { stored: ofSession, told: [{ type: 'signedOut' }], read: null } satisfies Change;
/** The flow that was left half-way, and another entry beside it. */
const flowsWith = (name: string, checkpoint: object) =>
  JSON.stringify({ withdrawal: { checkpoint: { step: 'earlier' }, at: 0 }, [name]: { checkpoint, at: 0 } });
/** The user name is offered the next time where the session is kept. */
const typed = { 'device keepSignedIn': 'true', 'device loginUser': 'demo' };
const asked = { type: 'ask', refreshToken: 'prt_one' };
const known = { ...unboundInfo, enabled: true };

/** What an app that was bound and unbound again means to the member whom the session keeps. */
const withFactor = { member: { twoFactorEnabled: true } } satisfies Change;
const withoutFactor = { member: { twoFactorEnabled: false } } satisfies Change;
const verified = { member: { emailVerified: true } } satisfies Change;

/** Answers beside those that the description has examples of, by the port that they are an answer to. */
export const otherAnswers: Readonly<Record<string, readonly { readonly label: string; readonly body: object }[]>> = {
  createToken: [
    {
      label: '200 secondFactor',
      body: { result: 'secondFactor', challenge: 'tfc_1', methods: ['totp'], triesLeft: 5, expiresIn: 600 },
    },
  ],
  getTwoFactorInfo: [{ label: '200 enabled', body: known }],
};

/** What each flow asks the outcome of. */
export const askedAfter: { readonly [F in Flow]?: readonly string[] } = {
  'account-freeze': ['freezeAccount'],
  'account-thaw': ['thawAccount'],
  contact: ['createInquiry'],
  'email-change': ['changeEmail'],
  'email-verification': ['verifyEmailSelf'],
  'freeze-link': ['freezeByLink'],
  'password-change': ['changePassword'],
  'password-recovery': ['resetPassword'],
  'sign-up': ['registerInSeat'],
  'two-factor': ['enableTwoFactor', 'disableTwoFactor'],
};

/**
 * Everything that a port keeps, by the label of the answer or by how it begins; the longest counts. What is in no line
 * keeps nothing.
 */
export const kept: { readonly [F in Flow]?: Readonly<Record<string, Readonly<Record<string, Change>>>> } = {
  'account-freeze': {
    freezeAccount: { 200: everywhere },
    getRequestOutcome: { '200 done': everywhere },
  },
  deposit: {
    // The asset is offered the next time, whatever becomes of this deposit (SRC §3).
    createDeposit: { '': { stored: { 'device depositAssetName': 'USDT' } } },
  },
  'email-change': {
    sendChangeEmailVerificationCode: { 200: { mailed: { token: null } } },
    changeEmail: { 200: { member: { email: changed.email, emailVerified: true } } },
    getRequestOutcome: {
      '200 done changeEmail': { member: { email: changed.email, emailVerified: true } },
      // Nobody knows the address any more; the page that shows it reads it.
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
            keepSignedIn: false,
          },
        ],
      },
    },
  },
  'sign-in': {
    createToken: {
      '': { stored: typed },
      200: { stored: { ...ofSession, ...typed, ...tokensIn('device', grant) }, read: null },
      '200 secondFactor': { stored: typed },
    },
    // Where the session is kept was said in the first step; what is stored here says that it isn't.
    verifyTwoFactor: { 200: { stored: { ...ofSession, ...tokensIn('tab', grant) }, read: null } },
  },
  'sign-out': {
    // The server is told later where it could not be told now.
    revokeToken: { '': { ...everywhere, stored: { ...ofSession, 'tab unrevokedToken': 'prt_one' } }, 204: everywhere },
  },
  'sign-up': {
    // After a reload the wait for another code goes on; how long the code is good is no secret.
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
    getRequestOutcome: {
      '200 done enableTwoFactor': { ...withFactor, secrets: { recoveryCodes: bound.recoveryCodes } },
      '200 done enableTwoFactor, forgotten': withFactor,
      '200 done disableTwoFactor': withoutFactor,
    },
  },
};
