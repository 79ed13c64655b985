// For every unsafe operation of the contract: what it requires, what it holds and whom it notifies (S-08, S-09 and
// S-12), in one table. An operation without a line is a compile error. tests/api/acts/acts.test.ts compares the lines
// with the contract and generates docs/security/acts.md; tests/api/acts/credential-acts.test.ts tries every credential
// line on the server, and tests/api/acts/money-hold.test.ts every money line.
import type { operations } from '#openapi/api.gen.d.ts';
import type { DraftKind } from '#server/domain/drafts/executor.ts';
import { REACHES_OTHERS } from '#server/domain/drafts/reach.ts';
import type { OperationId } from '#server/platform/contract/types.ts';
import type { AlarmKind, NoticeKind } from '#server/platform/mail/kinds.ts';

type HeaderOf<Op extends OperationId> = operations[Op]['parameters'] extends { header?: infer Header }
  ? [NonNullable<Header>] extends [never]
    ? never
    : keyof NonNullable<Header>
  : never;
type TakesBody<Op extends OperationId> = operations[Op] extends { requestBody: object } ? true : false;

/** Operations that may change something: those that take a body or an idempotency key. */
export type UnsafeOperationId = {
  [Op in OperationId]: 'Idempotency-Key' extends HeaderOf<Op> ? Op : TakesBody<Op> extends true ? Op : never;
}[OperationId];

/**
 * What an act can require. `appCode`: a code of the app, or a recovery code. `firstCode`: of an app that is being set
 * up. `passkeyChallenge`: what `beginPasskey` gave to the session, signed by the device.
 */
export type Proof =
  | 'session'
  | 'password'
  | 'appCode'
  | 'mailedCode'
  | 'firstCode'
  | 'passkeyChallenge'
  | 'mailedLink'
  | 'newAddressCode'
  | 'resetGrant'
  | 'draftProof';

/** An act that changes what protects an account. */
export interface CredentialAct {
  readonly kind: 'credential';
  /** What it requires if no app is set up; null if it is impossible then. */
  readonly asks: readonly Proof[] | null;
  /** The same with an app set up. */
  readonly asksWithApp: readonly Proof[] | null;
  /** Whether outgoing money is held for 24 hours afterwards. */
  readonly holds: boolean;
  /** Whether everything else that was begun towards entering or changing the account ends (open-acts.ts). */
  readonly endsOpenActs: boolean;
  /**
   * Whether the account forgets its browsers, except the one that sets a password or thaws, which gets a new token. A
   * freeze only has the next sign-in from each browser notified.
   */
  readonly forgetsBrowsers: boolean;
  /** Mails to the member. Each `AlarmKind` carries the link that freezes the account. */
  readonly tells: readonly (AlarmKind | NoticeKind)[];
  /** What differs with a settled app. */
  readonly withApp?: { readonly holds: boolean; readonly tells: readonly (AlarmKind | NoticeKind)[] };
}

/** An act that sends money out, or makes the draft for it. */
export interface MoneyAct {
  readonly kind: 'money';
  /** The kinds of draft that it makes or carries out. */
  readonly drafts: readonly DraftKind[];
  /** The kinds that are refused while the member's money is held. */
  readonly held: readonly DraftKind[];
  readonly asks: readonly Proof[];
  readonly tells: readonly NoticeKind[];
  readonly why: string;
}

/** Anything else, and why it requires no more than it does. */
export interface HarmlessAct {
  readonly kind: 'harmless';
  readonly why: string;
}

const harmless = (why: string): HarmlessAct => ({ kind: 'harmless', why });
const DRAFTS = Object.keys(REACHES_OTHERS) as DraftKind[];
const heldOf = (drafts: readonly DraftKind[]): readonly DraftKind[] =>
  drafts.filter((kind) => REACHES_OTHERS[kind].held);
const draftOf = (kind: DraftKind): MoneyAct => ({
  kind: 'money',
  drafts: [kind],
  held: heldOf([kind]),
  asks: ['session'],
  tells: [],
  why: 'Makes a draft, which moves nothing until confirmDraft has its code.',
});
const MAILS = 'Mails a code or a link; the act that uses it has its own line.';

export const ACTS = {
  enableTwoFactor: {
    kind: 'credential',
    asks: ['session', 'password', 'mailedCode', 'firstCode'],
    asksWithApp: null,
    holds: false,
    forgetsBrowsers: false,
    endsOpenActs: true,
    tells: ['twoFactorOn'],
  },
  disableTwoFactor: {
    kind: 'credential',
    asks: null,
    asksWithApp: ['session', 'password', 'appCode'],
    holds: true,
    forgetsBrowsers: false,
    endsOpenActs: true,
    tells: ['twoFactorOff'],
  },
  // The app stays, and each use of one of the new codes holds money and is mailed.
  renewRecoveryCodes: {
    kind: 'credential',
    asks: null,
    asksWithApp: ['session', 'password', 'appCode'],
    holds: false,
    forgetsBrowsers: false,
    endsOpenActs: true,
    tells: ['recoveryCodesRenewed'],
  },
  // Its challenge is worth one passkey in this session; addPasskey says whom it tells.
  beginPasskey: {
    kind: 'credential',
    asks: ['session', 'password', 'mailedCode'],
    asksWithApp: ['session', 'password', 'appCode'],
    holds: false,
    forgetsBrowsers: false,
    endsOpenActs: false,
    tells: [],
  },
  // A passkey signs in by itself, so money waits for its owner to see the mail.
  addPasskey: {
    kind: 'credential',
    asks: ['session', 'passkeyChallenge'],
    asksWithApp: ['session', 'passkeyChallenge'],
    holds: true,
    forgetsBrowsers: false,
    endsOpenActs: true,
    tells: ['passkeyAdded'],
  },
  // What remains was there before, so nothing is weaker and no money is held.
  removePasskey: {
    kind: 'credential',
    asks: ['session', 'password'],
    asksWithApp: ['session', 'password', 'appCode'],
    holds: false,
    forgetsBrowsers: false,
    endsOpenActs: true,
    tells: ['passkeyRemoved'],
  },
  changePassword: {
    kind: 'credential',
    asks: ['session', 'password'],
    asksWithApp: ['session', 'password', 'appCode'],
    holds: false,
    forgetsBrowsers: true,
    endsOpenActs: true,
    tells: ['passwordChanged'],
  },
  sendChangeEmailUrl: {
    kind: 'credential',
    asks: ['session', 'password'],
    asksWithApp: ['session', 'password', 'appCode'],
    holds: false,
    forgetsBrowsers: false,
    endsOpenActs: false,
    tells: [],
  },
  // sendChangeEmailUrl, which mails the link that opens it, has asked for password and app.
  changeEmail: {
    kind: 'credential',
    asks: ['session', 'mailedLink', 'newAddressCode'],
    asksWithApp: ['session', 'mailedLink', 'newAddressCode'],
    holds: true,
    forgetsBrowsers: false,
    endsOpenActs: true,
    tells: ['emailChanged', 'emailChangedOld'],
  },
  // A settled app stays, and signing in asks for it. A provisional one is removed, which twoFactorDropped also mails. A
  // frozen account stays frozen: passwordResetFrozen or passwordResetOnlySupportThaws says so, without a link that
  // freezes.
  resetPassword: {
    kind: 'credential',
    asks: ['resetGrant'],
    asksWithApp: ['resetGrant'],
    holds: true,
    forgetsBrowsers: true,
    endsOpenActs: true,
    tells: ['passwordReset'],
  },
  endSession: {
    kind: 'credential',
    asks: ['session', 'password'],
    asksWithApp: ['session', 'appCode'],
    holds: false,
    forgetsBrowsers: false,
    endsOpenActs: false,
    tells: [],
  },
  endOtherSessions: {
    kind: 'credential',
    asks: ['session', 'password'],
    asksWithApp: ['session', 'appCode'],
    holds: false,
    forgetsBrowsers: false,
    endsOpenActs: false,
    tells: [],
  },
  // A session alone must neither learn how to forge a mail nor make real ones look forged.
  setEmailPhrase: {
    kind: 'credential',
    asks: ['session', 'password'],
    asksWithApp: ['session', 'appCode'],
    holds: false,
    forgetsBrowsers: false,
    endsOpenActs: false,
    tells: ['emailPhraseChanged'],
  },
  // Holds at once, and only tightens: but a thief's turning it on would keep the owner's money in.
  turnOnAllowList: {
    kind: 'credential',
    asks: ['session', 'password'],
    asksWithApp: ['session', 'password', 'appCode'],
    holds: false,
    forgetsBrowsers: false,
    endsOpenActs: false,
    tells: ['allowListOn'],
  },
  // A day passes before it counts, so no money is held.
  turnOffAllowList: {
    kind: 'credential',
    asks: ['session', 'password'],
    asksWithApp: ['session', 'password', 'appCode'],
    holds: false,
    forgetsBrowsers: false,
    endsOpenActs: false,
    tells: ['allowListTurningOff'],
  },
  // Requires little on purpose: it makes nothing easier, and a member who does it is in a hurry.
  keepAllowList: {
    kind: 'credential',
    asks: ['session'],
    asksWithApp: ['session'],
    holds: false,
    forgetsBrowsers: false,
    endsOpenActs: false,
    tells: ['allowListKept'],
  },
  // Name and language are part of every mail, and support asks for name and telephone number: so the member is told, in
  // the language before. None of them lets anybody in.
  updateProfile: {
    kind: 'credential',
    asks: ['session'],
    asksWithApp: ['session'],
    holds: false,
    forgetsBrowsers: false,
    endsOpenActs: false,
    tells: ['profileChanged'],
  },
  // Requires little on purpose: a member who freezes is in a hurry, and only the mailbox can undo it.
  freezeAccount: {
    kind: 'credential',
    asks: ['session'],
    asksWithApp: ['session'],
    holds: false,
    forgetsBrowsers: false,
    endsOpenActs: true,
    tells: ['accountFrozen'],
  },
  freezeByLink: {
    kind: 'credential',
    asks: ['mailedLink'],
    asksWithApp: ['mailedLink'],
    holds: false,
    forgetsBrowsers: false,
    endsOpenActs: true,
    tells: ['accountFrozen'],
  },
  // Only support thaws what support froze. No code of a provisional app is required, and money is held as without an
  // app.
  thawAccount: {
    kind: 'credential',
    asks: ['mailedLink'],
    asksWithApp: ['mailedLink', 'appCode'],
    holds: true,
    forgetsBrowsers: true,
    endsOpenActs: true,
    tells: ['accountThawedHeld'],
    withApp: { holds: false, tells: ['accountThawed'] },
  },

  createWithdrawal: draftOf('withdrawal'),
  createTransfer: draftOf('transfer'),
  createExchange: draftOf('exchange'),
  createPurchase: draftOf('purchase'),
  createRestake: draftOf('restake'),
  confirmDraft: {
    kind: 'money',
    drafts: DRAFTS,
    held: heldOf(DRAFTS),
    asks: ['session', 'draftProof'],
    tells: ['withdrawalAccepted', 'transferSent', 'transferReceived', 'planBought', 'stakeRestaked', 'stakeWithdrawn'],
    why: 'Moves the money of a draft, with a code of the app or, without an app, of the verified address; in place of either, with what a passkey that is older than a day has signed for this draft.',
  },

  createToken: harmless(
    'Opens a session with the password; if an app is set up, only the second step does. The member is notified of an unknown browser by mail.',
  ),
  verifyTwoFactor: harmless(
    'The second step of signing in. Using a recovery code holds money and notifies the member, wherever it is used.',
  ),
  beginPasskeySignIn: harmless('Gives anybody something for a device to sign; it says nothing of any member.'),
  signInWithPasskey: harmless(
    'Opens a session with what a device has signed, once. The member is notified of an unknown browser, and of a passkey that was copied.',
  ),
  beginDraftPasskey: harmless(
    'Gives the member something for a device to sign; confirmDraft takes it, for this draft.',
  ),
  renamePasskey: harmless('Changes a word that only its member sees; it opens nothing.'),
  refreshToken: harmless('Continues an open session; a token that is used twice ends it and notifies the member.'),
  revokeToken: harmless('Ends the member’s own session and nothing else.'),
  registerInSeat: harmless('Creates an account with a proven address; it changes no other account.'),
  checkIntroducerAndSeatUser: harmless('Reads.'),
  sendTwoFactorCode: harmless(MAILS),
  sendPasskeyCode: harmless(MAILS),
  sendDraftCode: harmless(MAILS),
  sendEmailVerificationCodeNoLogin: harmless(MAILS),
  sendEmailVerificationCode: harmless(MAILS),
  sendEmailVerificationCodeSelf: harmless(MAILS),
  sendChangeEmailVerificationCode: harmless(MAILS),
  sendResetPasswordCodeByEmail: harmless(MAILS),
  sendThawLink: harmless(MAILS),
  forgetPassword: harmless(MAILS),
  forgetUsername: harmless('Mails the username to the member’s address, with a code from its mailbox.'),
  validateEmailAndUserName: harmless('Issues the grant that resetPassword requires, for a code from the mailbox.'),
  verifyEmailNoLogin: harmless('Proves an address for a sign-up.'),
  verifyEmail: harmless('Marks the member’s own address as verified, with a code from its mailbox.'),
  verifyEmailSelf: harmless('Marks the member’s own address as verified, with a code from its mailbox.'),
  createDeposit: harmless('Makes an address for incoming money.'),
  cancelDeposit: harmless('Gives up an address that nobody has paid to.'),
  cancelWithdrawal: harmless('Returns money to the member’s wallet.'),
  acknowledgeWithdrawal: harmless('Records that a message was read.'),
  saveAddress: harmless(
    'Saves an address. Paying to it is a withdrawal, which needs confirmDraft; the member is notified of the new entry by mail. If withdrawals go only to saved addresses, it can be used after a day, and the mail carries a link that freezes the account; a notice says until when it waits.',
  ),
  removeAddress: harmless(
    'Removes an address from the book and notifies the member by mail; similar addresses are still compared with it.',
  ),
  setFavorite: harmless(
    'Puts a member whom one has sent to before in front of others in a list. Sending to them is a transfer, which needs confirmDraft.',
  ),
  readNews: harmless('Records that a message was read.'),
  readNotice: harmless('Records that a message was read.'),
  setNoticeSettings: harmless(
    'Chooses which events are mailed. Mails about the account’s protection, and about what is done with a session, are always sent.',
  ),
  turnOnPush: harmless(
    'Lets the browser of the session show what the bell lists, without amounts. It ends with the session.',
  ),
  turnOffPush: harmless('Notifies the browser of the session no more.'),
  sendTestPush: harmless('Sends the browser of the session a message that tells of nothing.'),
  createInquiry: harmless('Writes to support.'),
  addInquiryMessage: harmless('Writes to support.'),
  closeInquiry: harmless('Closes an inquiry to support.'),
} as const satisfies Record<UnsafeOperationId, CredentialAct | MoneyAct | HarmlessAct>;

type Acts = typeof ACTS;
/** The acts that change what protects an account. */
export type CredentialActId = { [Op in keyof Acts]: Acts[Op] extends { kind: 'credential' } ? Op : never }[keyof Acts];

/** Unsafe operations of a contract that have no line, and lines of operations that it does not contain. */
export function mismatches(
  description: { readonly paths: object },
  lines: Readonly<Record<string, unknown>> = ACTS,
): string[] {
  const unsafe = Object.values(description.paths as Record<string, Record<string, { operationId?: string }>>).flatMap(
    (methods) =>
      Object.entries(methods).flatMap(([method, { operationId }]) =>
        method === 'get' || operationId === undefined ? [] : [operationId],
      ),
  );
  const missing = unsafe
    .filter((operationId) => !(operationId in lines))
    .map((operationId) => `${operationId} has no line`);
  return [
    ...missing,
    ...Object.keys(lines)
      .filter((operationId) => !unsafe.includes(operationId))
      .map((operationId) => `${operationId} is no unsafe operation`),
  ];
}
