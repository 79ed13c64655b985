/** For each sentence of the specification, a mistake that it must find. */

/**
 * A transition that leads elsewhere or lacks one of its actions: on an event, on an answer of a call, at the end of a
 * timer, or at once.
 */
export interface Mistake {
  readonly flow: string;
  readonly state: string;
  readonly on: string;
  /** A state of the flow; null if the transition is missing. */
  readonly leadsTo: string | null;
  /** An action that the transition lacks, or has in excess, although it leads to the right state. */
  readonly loses?: string;
  readonly adds?: string;
}

const mistake = (flow: string, state: string, on: string, leadsTo: string | null): Mistake => ({
  flow,
  state,
  on,
  leadsTo,
});
const omission = (flow: string, state: string, on: string, loses: string): Mistake => ({
  flow,
  state,
  on,
  leadsTo: null,
  loses,
});
const addition = (flow: string, state: string, on: string, adds: string): Mistake => ({
  flow,
  state,
  on,
  leadsTo: null,
  adds,
});

/** By the sentence that it violates. */
export const mistakes: Readonly<Record<string, Mistake>> = {
  'money is confirmed only by CONFIRM on a screen that shows the review, or when an interrupted confirmation resumes':
    mistake('withdrawal', 'comparingAddresses', 'CONFIRM_ADDRESS', 'confirming'),
  'after an unsafe call that may have been carried out, the next call asks for its outcome': mistake(
    'password-change',
    'changingPassword',
    'failed',
    'enteringPasswords',
  ),
  'an answer that says that the record has changed is followed by reading it again, not by showing the old one':
    mistake('deposit', 'cancelling', 'notCancellable', 'awaitingPayment'),
  'a flow that is returned to while a call may have run asks for its outcome first': mistake(
    'contact',
    'choosingStep',
    'always',
    'writing',
  ),
  'what a device has signed is sent only from where it was asked, and once: for another one there is a new challenge':
    mistake('confirmation', 'confirmingByPasskey', 'passkeyRefused', 'askingDevice'),
  'a confirmation begins by asking for the outcome of its draft': mistake(
    'confirmation',
    'readingDraft',
    'always',
    'enteringCode',
  ),
  'a flow that begins or is returned to sends nothing that has an effect until the member presses': mistake(
    'contact',
    'choosingStep',
    'always',
    'sending',
  ),
  'a situation with an unknown outcome is left only by asking for it': mistake(
    'contact',
    'outcomeUnknown',
    'SUBMIT_FORM',
    'sending',
  ),
  'the outcome of a call is asked for until it is known: an answer without it leads back to asking': mistake(
    'contact',
    'reconciling',
    'throttled',
    'writing',
  ),
  'no answer that says "later" or "something went wrong" ends a flow': mistake(
    'confirmation',
    'readingDraft',
    'throttled',
    'abandoned',
  ),
  'input that the server refuses leads to a message at its step, where it can be typed again': mistake(
    'confirmation',
    'confirming',
    'wrongCode',
    'draftUnavailable',
  ),
  'the end of the session ends the flow, unless the flow needs none': mistake(
    'transfer',
    'findingRecipient',
    'sessionEnded',
    'enteringRecipient',
  ),
  'the end of the session is reported as such, never as success': mistake(
    'withdrawal',
    'creatingWithdrawal',
    'sessionEnded',
    'left',
  ),
  'a renewal that finds the session over signs out; one that merely fails does not': mistake(
    'session',
    'signedIn.refreshingToken',
    'failed',
    'signedOut.ended',
  ),
  'another code can be requested only if codes are mailed': mistake(
    'confirmation',
    'enteringCode',
    'RESEND_CODE',
    'sendingCode',
  ),
  'an address that resembles another is compared before it is reviewed, and only the member decides that it is right':
    mistake('withdrawal', 'creatingWithdrawal', 'resembling', 'reviewing'),
  'a quote expires automatically, and can no longer be confirmed then': mistake(
    'exchange',
    'reviewing',
    'draftLifetime',
    null,
  ),
  'Back and Cancel send nothing that has an effect': mistake('transfer', 'reviewing', 'BACK', 'creatingTransfer'),
  'Back from a review leads to what was typed': mistake('withdrawal', 'reviewing', 'BACK', 'left'),
  'a flow whose money is held or cannot be confirmed can only be left': mistake(
    'withdrawal',
    'onHold',
    'CONFIRM',
    'enteringWithdrawal',
  ),
  'a money flow that is over keeps no checkpoint': mistake('transfer', 'left', 'entry', null),
  'a confirmation that resumes carries out nothing until the member presses': mistake(
    'confirmation',
    'readingDraft',
    'asksNothing',
    'confirmingWithoutCode',
  ),
  'only an executed draft ends its flow as executed': mistake('confirmation', 'confirming', 'declined', 'executed'),
  'a member is registered only with a proven address, and only if the server says so': mistake(
    'sign-up',
    'verifyingCode',
    'wrongCode',
    'enteringDetails',
  ),
  'a new password is set only after the mailed code was right': mistake(
    'password-recovery',
    'verifyingCode',
    'wrongCode',
    'enteringPassword',
  ),
  'an authenticator app is bound only after a code was mailed to the verified address, just now or a moment ago':
    mistake('two-factor', 'binding.addingKey', 'NEXT', 'binding.enteringFirstCode'),
  'an address is changed only with a code that was sent to the new one': mistake(
    'email-change',
    'namingAddress.enteringNewEmail',
    'SUBMIT_EMAIL',
    'confirming.enteringCode',
  ),
  'a sign-out here or in another tab takes effect wherever a member is signed in, and forgets the session': mistake(
    'session',
    'userInfoUnavailable',
    'SIGNED_OUT',
    'loadingUserInfo',
  ),
  'a session that a call finds over is signed out and forgotten wherever members’ pages are shown': mistake(
    'session',
    'signedIn',
    'SESSION_ENDED',
    'loadingUserInfo',
  ),
  'a sign-in here or in another tab is adopted wherever nobody is signed in, with its own tokens': omission(
    'session',
    'signedOut',
    'SIGNED_IN',
    'takeRenewal',
  ),
  'tokens that another tab has renewed are adopted wherever tokens are kept fresh': mistake(
    'session',
    'signedIn',
    'TOKENS_RENEWED',
    'signedIn.awaitingRenewal',
  ),
  'a device that wakes up renews at once wherever a renewal is pending': mistake(
    'session',
    'signedIn.awaitingRenewal',
    'RENEWAL_DUE',
    'signedIn.fresh',
  ),
  'a refreshed balance is taken by every form for an amount, and ends the refusal of what it suffices for': omission(
    'exchange',
    'enteringExchange',
    'BALANCE_READ',
    'keepBalance',
  ),
  'a member who stops is told where the device was asked, and it can be asked again': mistake(
    'passkeys',
    'adding.askingDevice',
    'DEVICE_CANCELLED',
    'showingList',
  ),
  'a device that has a passkey of the account is told where the device was asked, and it can be asked again': mistake(
    'passkeys',
    'adding.askingDevice',
    'DEVICE_KNOWN',
    'showingList',
  ),
  'a device that can use no passkey is told where the device was asked, and it can be asked again': mistake(
    'passkeys',
    'adding.askingDevice',
    'DEVICE_UNSUPPORTED',
    'showingList',
  ),
  'a device that fails is told where the device was asked, and it can be asked again': mistake(
    'passkeys',
    'adding.askingDevice',
    'DEVICE_FAILED',
    'showingList',
  ),
  'the countdown of a spent or expired code is cleared': omission(
    'confirmation',
    'confirming',
    'codeSpent',
    'forgetCode',
  ),
  'the countdown of a code that has been used is cleared': omission(
    'two-factor',
    'binding.enabling',
    'enabled',
    'forgetCode',
  ),
  'the countdown belongs to the newest code': omission('two-factor', 'binding.resendingCode', 'sent', 'keepSent'),
  'after an answer that asks for a code there is a way to enter it, and none without it': omission(
    'password-change',
    'changingPassword',
    'codeNeeded',
    'askForCode',
  ),
  'a message is about the answer that led to it, not about an earlier one': omission(
    'confirmation',
    'confirming',
    'wrongCode',
    'keepProblem',
  ),
  'a flow that an answer ends passes on the reason that this answer gave': mistake(
    'confirmation',
    'confirming',
    'declined',
    'over',
  ),
  'the key of a call whose response was lost is kept, so that its outcome is asked for under the same key': addition(
    'account-thaw',
    'thawing',
    'failed',
    'renewKey',
  ),
  'an answer with the key of the next call changes the key': omission('sign-up', 'verifyingCode', 'proven', 'renewKey'),
  'a draft is remembered only while it is compared, reviewed or confirmed': mistake(
    'exchange',
    'enteringExchange',
    'entry',
    null,
  ),
  'the step at which a flow was interrupted is cleared as soon as it resumes from there': mistake(
    'two-factor',
    'choosingBoundStep',
    'exit',
    null,
  ),
  'what was found for an input is cleared where that input is typed again': mistake(
    'transfer',
    'enteringRecipient',
    'entry',
    null,
  ),
  'Back, even out of a nested flow, leads to the step from which a press leads to the current one': mistake(
    'username-recovery',
    'enteringCode',
    'BACK',
    'showingDone',
  ),
  'a step that a press leads to, with a URL of its own or in a nested flow, has a Back': mistake(
    'account-thaw',
    'askingForLink.linkSent',
    'BACK',
    null,
  ),
  'Back never leads to a message: nothing was refused, and earlier messages no longer apply': mistake(
    'transfer',
    'enteringTransfer',
    'BACK',
    'enteringRecipient.self',
  ),
  'keeping what one was asked about leads back to the step that asked': mistake(
    'deposit',
    'confirmingCancel',
    'KEEP_REQUEST',
    'loadingOptions',
  ),
  'going back keeps what was typed': addition('password-recovery', 'enteringCode', 'BACK', 'forgetAccount'),
  'a situation with an unknown outcome asks again automatically, as a press would': mistake(
    'contact',
    'outcomeUnknown',
    'nextInquiry',
    null,
  ),
  'a request that depends on the chain is refreshed automatically until it is over, except while the member is asked whether to cancel it':
    mistake('deposit', 'depositUnavailable', 'nextLook', null),
  'a draft ends automatically wherever it is compared or reviewed, for example if its confirmation finds it over':
    mistake('withdrawal', 'comparingAddresses', 'draftLifetime', null),
  'the second step of a sign-in expires automatically': mistake('challenge', 'enteringCode', 'challengeLifetime', null),
  'tokens are renewed automatically before they expire': mistake('session', 'signedIn.fresh', 'renewalDue', null),
  'a failed renewal is retried automatically': mistake('session', 'signedIn.awaitingRenewal', 'renewalRetry', null),
  'a member with a second factor is signed in only with it': mistake(
    'sign-in',
    'creatingToken',
    'secondFactor',
    'signedIn',
  ),
};
