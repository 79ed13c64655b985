import type { components } from '#openapi/api.gen.d.ts';
import type { CommonFailure, Problem } from '../chart/problem.ts';

/** How the second factor is proven: a code of the authenticator app, or one of the recovery codes. */
export type SecondFactorMethod = components['schemas']['SecondFactorMethod'];

/** Input of the challenge, from the flow that invokes it. */
export interface ChallengeInput {
  readonly methods: readonly SecondFactorMethod[];
  readonly triesLeft: number;
  /** Milliseconds until the server forgets the attempt. */
  readonly lifetime: number;
}

export interface ChallengeContext extends ChallengeInput {
  readonly method: SecondFactorMethod;
  readonly problem: Problem | null;
}

export type ChallengeEvent =
  | { readonly type: 'SUBMIT_CODE'; readonly code: string }
  | { readonly type: 'USE_RECOVERY_CODE' }
  | { readonly type: 'USE_APP_CODE' }
  | { readonly type: 'BACK' };

/** How the challenge ended; the flow that invoked it continues from here. */
export type ChallengeOutput =
  | { readonly kind: 'passed' }
  /** The member went back. */
  | { readonly kind: 'abandoned' }
  /** The attempt is over: out of time or out of tries. */
  | { readonly kind: 'over'; readonly problem: Problem };

/** Port of `POST /token/twoFactor`. */
export interface VerifyTwoFactorInput {
  readonly method: SecondFactorMethod;
  readonly code: string;
}
export type VerifyTwoFactorOutcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'wrongCode'; readonly problem: Problem }
  | { readonly kind: 'over'; readonly problem: Problem }
  | CommonFailure;
