/** For each sentence of the specification a mistake that it must find. */

/**
 * A transition that leads elsewhere or forgets one of its actions: on an event, on an answer of a call, or at the end
 * of a timer.
 */
export interface Mistake {
  readonly flow: string;
  readonly state: string;
  readonly on: string;
  /** A state of the flow; null if the transition is gone. */
  readonly leadsTo: string | null;
  /** Where the transition leads where it should: an action that it leaves out, or one that it does too much. */
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

/** By what the sentence says. */
export const mistakes: Readonly<Record<string, Mistake>> = {
  'money is confirmed only by CONFIRM on a screen that shows the review, or where a confirmation was interrupted':
    mistake('withdrawal', 'comparingAddresses', 'CONFIRM_ADDRESS', 'confirming'),
  'after an unsafe call that may have been carried out, the next call asks what became of it': mistake(
    'password-change',
    'changingPassword',
    'failed',
    'enteringPasswords',
  ),
  'an answer that says that what is shown has changed is followed by reading it again, not by showing it again':
    mistake('deposit', 'cancelling', 'notCancellable', 'awaitingPayment'),
  'a situation whose outcome is unknown is left by asking alone': mistake(
    'contact',
    'outcomeUnknown',
    'SUBMIT_FORM',
    'sending',
  ),
  'what became of a call is asked until it is known: an answer that says nothing of it leads back to asking': mistake(
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
  'an entry that the server refuses leads to a message at the step of that entry, where it can be typed again': mistake(
    'confirmation',
    'confirming',
    'wrongCode',
    'draftUnavailable',
  ),
  'a session that has ended ends the flow, or the flow is one that needs none': mistake(
    'transfer',
    'findingRecipient',
    'sessionEnded',
    'enteringRecipient',
  ),
  'a session that has ended is told as just that, never as success': mistake(
    'withdrawal',
    'creatingWithdrawal',
    'sessionEnded',
    'left',
  ),
  'renewing that finds the session over signs out; renewing that merely fails does not': mistake(
    'session',
    'signedIn.refreshingToken',
    'failed',
    'signedOut.ended',
  ),
  'another code can be asked for only where codes come by mail': mistake(
    'confirmation',
    'enteringCode',
    'RESEND_CODE',
    'sendingCode',
  ),
  'an address that resembles another is compared before it is reviewed, and only the member says that it is the right one':
    mistake('withdrawal', 'creatingWithdrawal', 'resembling', 'reviewing'),
  'a quote ends by itself, and is no longer confirmed then': mistake('exchange', 'reviewing', 'draftLifetime', null),
  'Back and Cancel send nothing that has an effect': mistake('transfer', 'reviewing', 'BACK', 'creatingTransfer'),
  'Back from a review leads to what was typed': mistake('withdrawal', 'reviewing', 'BACK', 'left'),
  'money that is held, or that nothing can confirm, can only be left': mistake(
    'withdrawal',
    'onHold',
    'CONFIRM',
    'enteringWithdrawal',
  ),
  'a money flow that is over keeps no checkpoint': mistake('transfer', 'left', 'entry', null),
  'a draft that was carried out is the end of its flow, and nothing else is': mistake(
    'confirmation',
    'confirming',
    'declined',
    'executed',
  ),
  'nobody is registered whose address was not proven, or of whom the server does not say so': mistake(
    'sign-up',
    'verifyingCode',
    'wrongCode',
    'enteringDetails',
  ),
  'a new password is set only after the code of the mail was right': mistake(
    'password-recovery',
    'verifyingCode',
    'wrongCode',
    'enteringPassword',
  ),
  'an authenticator is bound only after a code was mailed to the verified address, just now or a moment ago': mistake(
    'two-factor',
    'binding.addingKey',
    'NEXT',
    'binding.enteringFirstCode',
  ),
  'an address is changed only by a code that was sent to the new one': mistake(
    'email-change',
    'namingAddress.enteringNewEmail',
    'SUBMIT_EMAIL',
    'confirming.enteringCode',
  ),
  'a sign-out here or in another tab is obeyed wherever somebody is signed in, and forgets the session': mistake(
    'session',
    'userInfoUnavailable',
    'SIGNED_OUT',
    'loadingUserInfo',
  ),
  'a session that a call finds over is signed out wherever pages of members are shown, and forgotten': mistake(
    'session',
    'signedIn',
    'SESSION_ENDED',
    'loadingUserInfo',
  ),
  'a sign-in here or in another tab is taken over wherever nobody is signed in, with its own tokens': omission(
    'session',
    'signedOut',
    'SIGNED_IN',
    'takeRenewal',
  ),
  'tokens that another tab has renewed are taken over wherever tokens are kept fresh': mistake(
    'session',
    'signedIn',
    'TOKENS_RENEWED',
    'signedIn.awaitingRenewal',
  ),
  'a device that woke up renews at once wherever a renewal is waited for': mistake(
    'session',
    'signedIn.awaitingRenewal',
    'RENEWAL_DUE',
    'signedIn.fresh',
  ),
  'a balance that was read again is shown by every form for an amount without a message, and changes nothing else':
    omission('exchange', 'enteringExchange.blank', 'BALANCE_READ', 'keepBalance'),
  'of a code that is spent or over nothing is counted down any more': omission(
    'confirmation',
    'confirming',
    'codeSpent',
    'forgetCode',
  ),
  'of a code that has done its work nothing is counted down any more': omission(
    'two-factor',
    'binding.enabling',
    'enabled',
    'forgetCode',
  ),
  'what is counted down is of the newest code': omission('two-factor', 'binding.resendingCode', 'sent', 'keepSent'),
  'a message tells of the answer that led to it, and of none before': omission(
    'confirmation',
    'confirming',
    'wrongCode',
    'keepProblem',
  ),
  'the key of a call whose answer was lost is kept, so that it is asked for under the same': addition(
    'account-thaw',
    'thawing',
    'failed',
    'renewKey',
  ),
  'an answer that brings the key of the next call changes the key': omission(
    'sign-up',
    'verifyingCode',
    'proven',
    'renewKey',
  ),
  'a draft is remembered only while it is compared, reviewed or confirmed': mistake(
    'exchange',
    'enteringExchange',
    'entry',
    null,
  ),
  'where a flow was left off is forgotten as soon as it goes on from there': mistake(
    'two-factor',
    'choosingBoundStep',
    'exit',
    null,
  ),
  'what was found for an entry is gone where that entry is typed again': mistake(
    'transfer',
    'enteringRecipient',
    'entry',
    null,
  ),
  'Back, also out of a flow within another, leads to the step from which a press leads on to where it is pressed':
    mistake('username-recovery', 'enteringCode', 'BACK', 'showingDone'),
  'a step that a press leads to, under an address of its own or in a flow of its own, has a way back': mistake(
    'account-thaw',
    'askingForLink.linkSent',
    'BACK',
    null,
  ),
  'Back leads to no message: nothing was refused, and none of an earlier answer is true any more': mistake(
    'transfer',
    'enteringTransfer',
    'BACK',
    'enteringRecipient.self',
  ),
  'what was typed stays on the way back': addition('password-recovery', 'enteringCode', 'BACK', 'forgetAccount'),
  'a situation whose outcome is unknown asks again by itself, as a press would': mistake(
    'contact',
    'outcomeUnknown',
    'nextInquiry',
    null,
  ),
  'a request that the chain has a say in is looked at again by itself until it is over, but not under the question whether to cancel it':
    mistake('deposit', 'depositUnavailable', 'nextLook', null),
  'a draft ends by itself wherever it is compared or reviewed, for example if its confirmation finds it over': mistake(
    'withdrawal',
    'comparingAddresses',
    'draftLifetime',
    null,
  ),
  'the second step of a sign-in ends by itself': mistake('challenge', 'enteringCode', 'challengeLifetime', null),
  'tokens are renewed by themselves before they end': mistake('session', 'signedIn.fresh', 'renewalDue', null),
  'a renewal that failed is tried again by itself': mistake(
    'session',
    'signedIn.awaitingRenewal',
    'renewalRetry',
    null,
  ),
  'who has a second factor is signed in by it alone': mistake('sign-in', 'creatingToken', 'secondFactor', 'signedIn'),
};
