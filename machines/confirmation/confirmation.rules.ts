import { ownProblem } from '../chart/problem.ts';

/** The problem of an expired draft (S-16). */
export const expiredProblem = ownProblem('draft_expired');
