import type { CommonFailure, Problem } from '../chart/problem.ts';
import type { SecondFactorMethod } from '../challenge/challenge.types.ts';

/** What the second step needs; the handle of the attempt itself stays with the port and its cookie. */
export interface PendingChallenge {
  readonly methods: readonly SecondFactorMethod[];
  readonly triesLeft: number;
  /** Milliseconds until the server forgets the attempt, counted from the answer. */
  readonly lifetime: number;
}

/** What survives a reload: never the password, a code or a token. */
export interface SignInCheckpoint {
  readonly version: 1;
  readonly step: 'secondFactor';
  readonly challenge: PendingChallenge;
}

export interface SignInInput {
  /** The step that a reload interrupted, null on a fresh start. */
  readonly resume: SignInCheckpoint | null;
}

export interface SignInContext {
  readonly resume: SignInCheckpoint | null;
  readonly challenge: PendingChallenge | null;
  readonly problem: Problem | null;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Whether the session outlives the tab (S-11). */
  readonly keepSignedIn: boolean;
}

export type SignInEvent = { readonly type: 'SUBMIT_FORM'; readonly credentials: Credentials };

export interface SignInOutput {
  readonly kind: 'signedIn';
}

/** Port of `POST /token`. */
export type CreateTokenInput = Credentials;
export type CreateTokenOutcome =
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'secondFactor'; readonly challenge: PendingChallenge }
  | { readonly kind: 'invalidLogin'; readonly problem: Problem }
  | CommonFailure;
