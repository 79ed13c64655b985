import type { ChallengeContext, SecondFactorMethod } from './challenge.types.ts';
import { ownProblem } from '../chart/problem.ts';

/** The method that a challenge starts with: the app if it is offered. */
export function firstMethod(methods: readonly SecondFactorMethod[]): SecondFactorMethod {
  return methods.includes('totp') ? 'totp' : 'recoveryCode';
}

/** Whether the member may change over to `method`. */
export function canSwitchTo(context: ChallengeContext, method: SecondFactorMethod): boolean {
  return context.method !== method && context.methods.includes(method);
}

/** The problem of an attempt whose five minutes are over (S-07). */
export const expiredProblem = ownProblem('challenge_expired');
