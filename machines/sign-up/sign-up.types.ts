import type { components } from '#openapi/api.gen.d.ts';
import type { EarlierCall, EarlierCallInput } from '../chart/earlier-call.ts';
import type { CommonFailure, Problem } from '../chart/problem.ts';

type Schemas = components['schemas'];

/** A side of the tree. */
export type Side = Schemas['Side'];

/** A free place in the tree. */
export type Place = Schemas['FreePlace'];

/** Who introduces the newcomer, below whom the seat is searched, and the place that was free at the time. */
export type Seat = Pick<Schemas['IntroducerFound'], 'introducer' | 'seatUser' | 'place'>;

/** What a referral link says; empty if it says nothing or something invalid. */
export interface ReferralLink {
  readonly introducer: string;
  readonly position: Side | '';
}

/** What the newcomer has typed so far, empty if nothing was; never a password or code. */
export interface Draft extends ReferralLink {
  /** The member below whom the seat is searched; empty for the introducer. */
  readonly seatUser: string;
  readonly email: string;
  readonly username: string;
  readonly name: string;
  readonly phone: string;
}

/** The new member; what the server no longer reports is null. */
export interface NewMember {
  readonly username: string;
  readonly positionId: string | null;
  readonly referralCode: string | null;
}

/** The steps that a reload may return to, in order. */
export type SignUpStep =
  | 'introducer'
  | 'seat'
  | 'email'
  | 'code'
  | 'verifying'
  | 'taken'
  | 'details'
  | 'review'
  | 'registering'
  | 'done';

/** What survives a reload: what was typed up to the step, never the password or a code. */
export interface SignUpCheckpoint {
  readonly version: 1;
  readonly step: SignUpStep;
  readonly key: string;
  readonly draft: Draft;
  readonly seat: Seat | null;
  readonly member: NewMember | null;
}

export interface SignUpInput {
  /** Idempotency key of the first unsafe call, made by the caller. */
  readonly key: string;
  readonly resume: SignUpCheckpoint | null;
  readonly link: ReferralLink;
}

export interface SignUpContext {
  /**
   * Idempotency key of the next unsafe call, or of the one whose response was lost. Each answer brings the key of the
   * next call.
   */
  readonly key: string;
  readonly resume: SignUpCheckpoint | null;
  readonly problem: Problem | null;
  readonly draft: Draft;
  readonly seat: Seat | null;
  readonly member: NewMember | null;
}

export type SignUpEvent =
  | {
      readonly type: 'SUBMIT_INTRODUCER';
      readonly introducer: string;
      readonly position: Side;
      readonly seatUser: string;
    }
  | { readonly type: 'CHOOSE_OTHER_SIDE' }
  | { readonly type: 'NEXT' }
  | { readonly type: 'BACK' }
  | { readonly type: 'RETRY' }
  | { readonly type: 'SUBMIT_EMAIL'; readonly email: string }
  | { readonly type: 'SUBMIT_CODE'; readonly code: string }
  | { readonly type: 'RESEND_CODE' }
  | { readonly type: 'SUBMIT_DETAILS'; readonly username: string; readonly name: string; readonly phone: string }
  | { readonly type: 'REGISTER'; readonly password: string; readonly agreed: boolean }
  | { readonly type: 'SIGN_IN' };

/** How the flow ended. */
export type SignUpOutput = { readonly kind: 'signedUp'; readonly username: string };

/** Why somebody can't be introduced; only the port knows which of the two entries it is. */
type IntroducerFailure =
  | { readonly kind: 'unknownIntroducer'; readonly problem: Problem }
  | { readonly kind: 'unknownSeatUser'; readonly problem: Problem }
  | { readonly kind: 'seatUserOutside'; readonly problem: Problem };

/** Port of `POST /account/checkIntroducerAndSeatUser`. */
export type CheckIntroducerInput = Pick<Draft, 'introducer' | 'position' | 'seatUser'>;
export type CheckIntroducerOutcome =
  | { readonly kind: 'found'; readonly seat: Seat }
  | IntroducerFailure
  | CommonFailure;

/** Port of `GET /account/SeatBottom`. */
export interface GetSeatBottomInput {
  readonly seatNo: number;
  readonly position: Side;
}
export type GetSeatBottomOutcome =
  | { readonly kind: 'found'; readonly place: Place }
  | { readonly kind: 'noSeat'; readonly problem: Problem }
  | CommonFailure;

/**
 * Port of `POST /account/SendEmailVerificationCodeNoLogin`; how long the code is valid stays with the port, where the
 * screen reads it.
 */
export interface SendCodeInput {
  readonly key: string;
  readonly email: string;
}
export type SendCodeOutcome =
  | { readonly kind: 'sent'; readonly key: string }
  /** A code was sent a moment ago. */
  | { readonly kind: 'tooSoon'; readonly problem: Problem }
  /** The key was spent on a call whose response was lost: this one needs a new key. */
  | { readonly kind: 'keyUsed'; readonly key: string }
  | CommonFailure;

/** Port of `POST /account/verifyEmailNoLogin`; the proof travels in a cookie that no script can read. */
export interface VerifyEmailInput extends SendCodeInput {
  readonly code: string;
}
export type VerifyEmailOutcome =
  | { readonly kind: 'proven'; readonly key: string }
  | { readonly kind: 'wrongCode'; readonly problem: Problem }
  /** The code expired, or too many wrong ones were typed. */
  | { readonly kind: 'codeOver'; readonly problem: Problem }
  /** The key was spent on a call whose response was lost. */
  | { readonly kind: 'keyUsed'; readonly key: string }
  | CommonFailure;

/**
 * Port of `GET /account/isEmailExists`; its answer settles whether the proof was given, so the next call needs another
 * key.
 */
export type IsEmailExistsInput = Pick<Draft, 'email'>;
export type IsEmailExistsOutcome =
  | { readonly kind: 'free'; readonly key: string }
  | { readonly kind: 'taken'; readonly key: string }
  /** The address is not proven, or no longer. */
  | { readonly kind: 'notVerified'; readonly problem: Problem }
  | CommonFailure;

/** Port of `POST /account/registerInSeat`. */
export interface RegisterInput {
  readonly key: string;
  readonly draft: Draft;
  readonly place: Place;
  readonly password: string;
}
export type RegisterOutcome =
  | { readonly kind: 'registered'; readonly member: NewMember }
  /** Somebody was faster; nothing was done. */
  | { readonly kind: 'seatTaken'; readonly problem: Problem }
  | { readonly kind: 'usernameTaken'; readonly problem: Problem }
  | { readonly kind: 'emailTaken'; readonly problem: Problem }
  | { readonly kind: 'notVerified'; readonly problem: Problem }
  | { readonly kind: 'emailDifferent'; readonly problem: Problem }
  | { readonly kind: 'passwordRefused'; readonly problem: Problem }
  /** The same call is still running, or an earlier one whose response was lost used its key. */
  | { readonly kind: 'running' }
  | IntroducerFailure
  | CommonFailure;

/** The outcome of a registration whose response was lost; it is requested without a session. */
export interface EarlierRegistrationInput extends EarlierCallInput {
  /** Who was to be registered, in case the server knows only that it was done. */
  readonly username: string;
}
export type EarlierRegistration = Exclude<
  EarlierCall<{ readonly kind: 'done'; readonly member: NewMember }>,
  { readonly kind: 'sessionEnded' }
>;
